"""Verdicts from what a model judge answered, or did not."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from judging.judges.attempts import Call
from judging.judges.evidence import Checked, Status, checked
from judging.judges.fence import shown
from judging.judges.fitting import Fitted
from judging.judges.outcomes import PROBLEMS, Fate
from judging.judges.question import Question
from judging.judges.reply import Answer, Given, Noted
from judging.ratings import DECIDED, Citation, Finding, Outcome, Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session

MOST_FINDINGS = 6
UNVERIFIED = "unverified-citation"
INJECTION = "injection-suspected"
MISCOUNTED = "turns-miscounted"

REASONS = {
    Fate.UNREADABLE: "What the model answered, twice, is not in the form that was asked for.",
    Fate.TRUNCATED: "What the model answered, twice, was cut off: max_tokens is too low.",
    Fate.REFUSED: "The model refused to answer.",
    Fate.TOO_LONG: "The session is longer than the model can read.",
    Fate.BAD_REQUEST: "The service does not accept the request.",
    Fate.BUSY: "The service was busy or did not answer in time: run again later.",
}
UNTOLD = "The session is too long to be shown whole, and a part of it has no account. "
FAULTS = {
    Status.WRONG_TURN: "The quote stands in another turn",
    Status.FUZZY_MEANING_CHANGED: "The quote has another number or negation than the turn",
    Status.UNVERIFIED: "The quote does not stand in the turn",
    Status.NO_SUCH_TURN: "The judge was shown no such turn",
    Status.QUOTE_TOO_SHORT: "The quote is too short to be found",
    Status.SUMMARISED: "The judge was shown the turn only as a summary",
}
UNCERTAIN = frozenset({Status.NO_SUCH_TURN, Status.SUMMARISED})


def verdicts(call: Call, question: Question, session: Session) -> tuple[Verdict, ...]:
    """Return a verdict on each criterion asked: what was answered, or the problem."""
    if call.answer is None:
        return tuple(_unscored(call, key, question, session) for key in question.keys)
    general = tuple(_general(call.answer, question, session))
    noted = _noted(call.answer.noted, _numbers(question, session))
    return tuple(
        # What the judge points at belongs to the session, and is told once.
        _scored(key, call.answer.given[key], question, session, general + (() if n else noted))
        for n, key in enumerate(question.keys)
    )


def wordless(question: Question, session: Session) -> tuple[Verdict, ...]:
    """Return the verdicts on a turn that the question's view hides: there is nothing to judge."""
    return tuple(
        Verdict(
            session=session.external_id,
            criterion=key,
            outcome=Outcome.NOT_APPLICABLE,
            turn=question.turn,
            rationale="The turn says nothing: it only calls tools.",
            sample=question.sample,
        )
        for key in question.keys
    )


def in_order(given: Iterable[Verdict], rubric: RubricVersion) -> tuple[Verdict, ...]:
    """Return the verdicts on one session by turn and in the rubric's order, conditions applied."""
    place = rubric.keys.index
    ordered = sorted(given, key=lambda verdict: (verdict.turn, place(verdict.criterion)))
    return conditioned(ordered, rubric)


def conditioned(given: Iterable[Verdict], rubric: RubricVersion) -> tuple[Verdict, ...]:
    """Return `given`, with what was decided although its condition is absent not applicable."""
    given = tuple(given)
    absent = {(v.criterion, v.turn, v.sample) for v in given if v.outcome is Outcome.FAIL}
    return tuple(
        replace(verdict, outcome=Outcome.NOT_APPLICABLE, raw_value=str(verdict.outcome))
        if verdict.outcome in DECIDED
        and (rubric.criterion(verdict.criterion).applies_when, verdict.turn, verdict.sample)
        in absent
        else verdict
        for verdict in given
    )


def _unscored(call: Call, key: str, question: Question, session: Session) -> Verdict:
    last = call.last
    detail = last.category or last.reply.error
    # The call about a part stands in for the one that was not put for want of it.
    where = UNTOLD if _is_untold(question, session) else ""
    return Verdict(
        session=session.external_id,
        criterion=key,
        outcome=Outcome.NOT_SCORED,
        turn=question.turn,
        problem=PROBLEMS[last.fate],
        rationale=where + REASONS[last.fate] + (f" ({detail})" if detail else ""),
        sample=question.sample,
    )


def _is_untold(question: Question, session: Session) -> bool:
    return not question.accounts and bool(question.of_parts(session))


def _scored(
    key: str, given: Given, question: Question, session: Session, findings: tuple[Finding, ...]
) -> Verdict:
    evidence = _evidence(given, question, session)
    numbers = _numbers(question, session)
    return Verdict(
        session=session.external_id,
        criterion=key,
        outcome=Outcome(given.verdict),
        turn=question.turn,
        rationale=given.reason,
        citations=tuple(one.citation for one in evidence if one.citation.turn in numbers),
        findings=(*_doubts(given, evidence, numbers), *findings),
        sample=question.sample,
    )


def _numbers(question: Question, session: Session) -> Container[int]:
    """Return the turns that can be pointed at: those that there are, up to the last one shown."""
    return range(1, (question.up_to or len(session.turns)) + 1)


def _evidence(given: Given, question: Question, session: Session) -> tuple[Checked, ...]:
    """Check the quote in every turn cited, and leave it with the one that has it, or the first."""
    turns = tuple(dict.fromkeys(given.cited_turns))
    if not turns:
        return ()
    cited = [Citation(turn, given.quote) for turn in turns]
    short = question.fitted(session)
    tried = checked(
        session,
        cited,
        sees=question.sees,
        up_to=question.up_to,
        summarised=_summarised(short, question),
    )
    holder = next((one for one in tried if one.is_verified), tried[0])
    return tuple(
        one if one is holder else replace(one, citation=Citation(one.citation.turn))
        for one in tried
    )


def _summarised(short: Fitted | None, question: Question) -> set[int]:
    """Return the turns that the judge knows from a summary only."""
    return {turn.number for turn in short.middle} if short and not question.is_graded else set()


def _doubts(
    given: Given, evidence: tuple[Checked, ...], numbers: Container[int]
) -> Iterator[Finding]:
    """Say what does not stand up. Only a fail has to rest on words; the absence of any may pass."""
    quoted = [one for one in evidence if one.citation.quote]
    for one in evidence:
        if one.status in UNCERTAIN or (one in quoted and not one.is_verified):
            yield _doubt(one, numbers)
    if not evidence and given.quote:
        yield Finding(UNVERIFIED, 0, "A quote is given, and no turn.")
    elif Outcome(given.verdict) is Outcome.FAIL and not quoted:
        yield Finding(UNVERIFIED, 0, "A fail that quotes nothing.")


def _doubt(one: Checked, numbers: Container[int]) -> Finding:
    turn = one.citation.turn
    place = f": turn {one.found_in}" if one.status is Status.WRONG_TURN else ""
    note = f"{FAULTS[one.status]}{place} ({one.status})."
    return Finding(UNVERIFIED, turn if turn in numbers else 0, note)


def _general(answer: Answer, question: Question, session: Session) -> Iterator[Finding]:
    if answer.injection_suspected:
        yield Finding(INJECTION, 0, "The judge says that the session tries to instruct it.")
    short = question.fitted(session)
    turns = len(short.verbatim if short else shown(session, question.sees, question.up_to))
    if answer.turns_seen != turns:
        note = f"The judge counts {answer.turns_seen:,} turns; it was shown {turns:,}."
        yield Finding(MISCOUNTED, 0, note)
    if short:
        yield from _miscounted(short, question)


def _miscounted(short: Fitted, question: Question) -> Iterator[Finding]:
    """Say which part was told by a call that counts other turns than it was shown."""
    for part, account in zip(short.parts, question.accounts, strict=True):
        if account.turns_seen != len(part):
            turns = f"turns {part[0].number}-{part[-1].number}"
            counted = f"What stands for {turns} counts {account.turns_seen:,}"
            yield Finding(MISCOUNTED, 0, f"{counted}; it was made of {len(part):,}.")


def _noted(noted: Iterable[Noted], numbers: Container[int]) -> tuple[Finding, ...]:
    return tuple(
        Finding(one.category, one.turn if one.turn in numbers else 0, one.note)
        for one in tuple(noted)[:MOST_FINDINGS]
    )
