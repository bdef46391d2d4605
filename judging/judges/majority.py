"""One verdict of several answers: what more than half of them say."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from judging.judges.answers import INJECTION
from judging.ratings import Citation, Finding, Outcome, Problem, Verdict

TEMPLATE = "m1"


def majority(given: Iterable[Verdict], of: int) -> tuple[Verdict, ...]:
    """
    Return for each unit the verdict that more than half of its answers give.

    No outcome goes before another, and none is asked for once more to make sure of it: that
    would lean towards the one that is not. An answer without an outcome counts as one, so that
    few that could be read decide nothing.

    Args:
        given: The answers, their conditions applied; of a unit one a sample.

        of: How often each unit was asked.

    Returns:
        One verdict a unit, in the order of the first answers. It rests on what the answers that
        agree cite, and all of them stand in its raw value. Without a majority it cannot tell;
        where no more than half have an outcome it is not scored. While one answer is put off,
        so is the verdict.
    """
    by_unit: dict[tuple[str, int], list[Verdict]] = {}
    for verdict in given:
        by_unit.setdefault((verdict.criterion, verdict.turn), []).append(verdict)
    return tuple(_one(answers, of) for answers in by_unit.values())


def _one(answers: Sequence[Verdict], of: int) -> Verdict:
    counts = Counter(verdict.outcome for verdict in answers)
    found, n = counts.most_common(1)[0]
    scored = len(answers) - counts[Outcome.NOT_SCORED]
    if 2 * scored <= of or any(one.problem is Problem.DEFERRED for one in answers):
        return _unscored(answers, of)
    if 2 * n <= of:
        return _undecided(answers, of)
    agreeing = [verdict for verdict in answers if verdict.outcome is found]
    return replace(
        agreeing[0],
        rationale=f"{n} of {of} answers say {_word(found)}. {agreeing[0].rationale}",
        citations=_citations(agreeing),
        findings=_findings(agreeing, answers),
        raw_value=_raw(answers),
        sample=1,
    )


def _unscored(answers: Sequence[Verdict], of: int) -> Verdict:
    """Return the problem that most have; one that was put off goes first: it is asked again."""
    problems = Counter(verdict.problem for verdict in answers if verdict.problem)
    problem = problems.most_common(1)[0][0]
    if Problem.DEFERRED in problems:
        problem = Problem.DEFERRED
    first = next(verdict for verdict in answers if verdict.problem is problem)
    n = problems.total()
    rationale = f"{n} of {of} answers are not scored. {first.rationale}"
    return replace(first, rationale=rationale, raw_value=_raw(answers), sample=1)


def _undecided(answers: Sequence[Verdict], of: int) -> Verdict:
    counts = Counter(_word(verdict.outcome) for verdict in answers)
    said = ", ".join(f"{n} {word}" for word, n in counts.items())
    return replace(
        answers[0],
        outcome=Outcome.CANNOT_TELL,
        problem=None,
        rationale=f"No outcome has more than half of the {of} answers: {said}.",
        citations=(),
        findings=_findings((), answers),
        raw_value=_raw(answers),
        sample=1,
    )


def _citations(agreeing: Sequence[Verdict]) -> tuple[Citation, ...]:
    """Return each turn once that any of them cites, with the first words quoted from it."""
    cited: dict[int, Citation] = {}
    for verdict in agreeing:
        for citation in verdict.citations:
            known = cited.get(citation.turn)
            if known is None or (citation.quote and not known.quote):
                cited[citation.turn] = citation
    return tuple(cited.values())


def _findings(agreeing: Sequence[Verdict], answers: Sequence[Verdict]) -> tuple[Finding, ...]:
    """Return what those that agree point at; that a session gives orders, whoever says it."""
    own = (finding for verdict in agreeing for finding in verdict.findings)
    orders = (one for verdict in answers for one in verdict.findings if one.tag == INJECTION)
    return tuple(dict.fromkeys([*own, *orders]))


def _raw(answers: Sequence[Verdict]) -> str:
    return ", ".join(verdict.outcome for verdict in answers)


def _word(outcome: Outcome) -> str:
    return outcome.replace("_", " ")
