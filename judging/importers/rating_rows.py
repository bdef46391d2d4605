"""Labels and verdicts in files, a row each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from judging.importers.answers import Answer, answers_in
from judging.importers.fields import as_id, as_text
from judging.importers.importer import Rejected, Source, UnreadableError
from judging.importers.mark import kind_of
from judging.importers.own_ratings import rating_in
from judging.importers.polarity import criteria_in
from judging.importers.rating_options import RatingOptions
from judging.importers.rating_turns import turns_of
from judging.importers.times import instant
from judging.importers.values import canonical, is_nothing, is_number, truth
from judging.ratings import Maker, Outcome, Problem

MAKERS = {
    Maker.PERSON: ("person", "human", "people", "reviewer", "annotation"),
    Maker.MODEL: ("model", "llm", "judge", "llm_judge", "eval"),
    Maker.PROGRAM: ("program", "code", "rule"),
}
NEEDED = {
    "made_by": "person, model or program",
    "blind": "yes or no",
    "inclusion_prob": "a probability above 0 and up to 1",
    "adjudicated": "yes or no",
    "created_at": "a time such as 2026-02-01T09:00Z",
}
Known = TypeVar("Known")
MADE_BY = {word: maker for maker, words in MAKERS.items() for word in words}


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRow:
    """
    One answer of a file.

    Numbers of turns are ours, from 1, whatever the file's base; except where the file counts as
    the sessions' source does: they are then the source's, and stand in `external_…` as well.

    Attributes:
        where: The file, and the line or item.

        raw_value: The answer as it stands in the file; None for a null.

        session_id: As the file names it: the session's own id, or that of a trace.

        step: The step inside of the trace that the answer is of; empty for all of it.

        turn: 0 for the session as a whole, and where only the source's number is known.

        external_turn: The source's number of the turn, where the file counts by it.

        cited_turns: In the order of the list that cites them, else as the note names them.

        external_citations: The same as the source numbers them, where the file counts by it.

        quotes: The words cited, a quote a cited turn; empty where the file has none.

        missing_after: The turns after which something is missing.

        findings: Tag, turn (0 for the session) and note of what a judge points at.

        reviewer: Who answered; None for an anonymous rating slot.

        slot: Which one, from 1; 0 where the file does not number them.

        meaning: The meaning that the criterion had; None where the file does not say.

        problem: Why a verdict is not scored; None where the file does not say.
    """

    where: str
    session_id: str
    criterion: str
    raw_value: str | None
    outcome: Outcome
    step: str = ""
    turn: int = 0
    external_turn: str | None = None
    cited_turns: tuple[int, ...] = ()
    external_citations: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    missing_after: tuple[int, ...] = ()
    findings: tuple[tuple[str, int, str], ...] = ()
    note: str = ""
    reviewer: str | None = None
    slot: int = 0
    meaning: int | None = None
    made_by: Maker | None = None
    blind: bool | None = None
    stratum: str | None = None
    inclusion_prob: float | None = None
    adjudicated: bool = False
    seconds_spent: float | None = None
    created_at: datetime | None = None
    problem: Problem | None = None
    judge: str | None = None
    rubric: str | None = None


def read_ratings(source: Source, options: RatingOptions) -> Iterator[RatingRow | Rejected]:
    """
    Yield the answers of a file of labels or verdicts, and the rows that cannot be read.

    Reads CSV, TSV, JSON and JSONL: an answer a row, a criterion a column, the results inside
    an object, tau-bench's rewards; and what we exported, word for word. An empty or skipped
    value is no answer, except that a verdict whose row names its criterion was an empty reply.
    A value that fits no outcome is rejected among labels and `not_scored` among verdicts; so is
    a verdict's null.

    Raises:
        SessionFileError: Before any row, if the file cannot be read, says for no criterion what
            its answers are, or has numbers whose meaning was not told.
    """
    criteria = criteria_in(source, options)
    return _rows(source, options, criteria)


def _rows(
    source: Source, options: RatingOptions, criteria: frozenset[str]
) -> Iterator[RatingRow | Rejected]:
    for answer in answers_in(source, options):
        if isinstance(answer, Rejected):
            yield answer
        elif answer.criterion in criteria and not _is_missing(answer, options):
            try:
                yield _row(answer, options)
            except UnreadableError as problem:
                yield Rejected(answer.where, problem.reason)


def _is_missing(answer: Answer, options: RatingOptions) -> bool:
    if options.verdicts and answer.value == "" and answer.get("criterion"):
        return False  # the judge was asked this, and its reply was empty
    return is_nothing(answer.value) or (answer.value is None and not options.verdicts)


def _row(answer: Answer, options: RatingOptions) -> RatingRow:
    if kind_of(answer.row):
        return RatingRow(where=answer.where, **rating_in(answer.row))
    session = as_id(answer.get("session"))
    if not session:
        raise UnreadableError("The row names no session. Fill in session_id.")
    reviewer = None if answer.is_one_of_several else as_id(answer.get("reviewer")) or None
    return RatingRow(
        where=answer.where,
        session_id=session,
        criterion=answer.criterion,
        raw_value=None if answer.value is None else _spelling(answer.value),
        outcome=_outcome(answer.value, options),
        step=as_id(answer.get("step")),
        reviewer=reviewer,
        note=as_text(answer.get("note")) or "",
        **turns_of(answer, options.turn_base),
        **_circumstances(answer),
    )


def _outcome(value: Any, options: RatingOptions) -> Outcome:
    outcome = None if value is None else options.scale.outcome(value)
    if options.verdicts:
        return outcome or Outcome.NOT_SCORED
    if outcome in (None, Outcome.NOT_SCORED):
        raise UnreadableError(
            f"The value {_spelling(value)!r:.60} fits no outcome."
            " Write pass, fail, not_applicable or cannot_tell, or name it with --pass or --fail."
        )
    return outcome


def _circumstances(answer: Answer) -> dict[str, Any]:
    return {
        "made_by": _known("made_by", answer.get("made_by"), _maker) or _maker(answer.get("source")),
        "blind": _known("blind", answer.get("blind"), truth),
        "inclusion_prob": _known("inclusion_prob", answer.get("inclusion_prob"), _probability),
        "adjudicated": _known("adjudicated", answer.get("adjudicated"), truth) or False,
        "created_at": _known("created_at", answer.get("created_at"), instant),
        "stratum": as_id(answer.get("stratum")) or None,
        "judge": as_id(answer.get("judge")) or None,
        "rubric": as_id(answer.get("rubric")) or None,
    }


def _known(name: str, value: Any, read: Callable[[Any], Known | None]) -> Known | None:
    """Return what a cell says, None if it is empty, and refuse one that says something else."""
    if value is None:
        return None
    if (found := read(value)) is None:
        raise UnreadableError(f"{value!r:.40} is not {NEEDED[name]}, which {name} needs.")
    return found


def _maker(value: Any) -> Maker | None:
    return MADE_BY.get(canonical(value))


def _probability(value: Any) -> float | None:
    number = float(value) if is_number(value) else 0.0
    return number if 0 < number <= 1 else None


def _spelling(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return value.strip() if isinstance(value, str) else str(value)
