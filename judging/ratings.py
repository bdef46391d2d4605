"""Ratings: what reviewers (labels) and judges (verdicts) say of a session on one criterion."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Outcome(StrEnum):
    """One alphabet for both sides; only a verdict can be `not_scored`."""

    PASS = "pass"  # noqa: S105  (an outcome, not a password)
    FAIL = "fail"
    NOT_APPLICABLE = "not_applicable"
    CANNOT_TELL = "cannot_tell"
    NOT_SCORED = "not_scored"


DECIDED = frozenset({Outcome.PASS, Outcome.FAIL})


class Problem(StrEnum):
    """Why a verdict is not scored. Counted and shown; never turned into a value."""

    PARSE_FAILED = "parse_failed"
    REFUSED = "refused"
    TOO_LONG = "too_long"
    DEFERRED = "deferred"
    BAD_REQUEST = "bad_request"
    CANCELLED = "cancelled"


class Maker(StrEnum):
    """What kind of rater made a label. Makers are never pooled."""

    PERSON = "person"
    MODEL = "model"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Citation:
    """
    A turn that a rating rests on, and the words in it; the quote is empty if none was given.

    Attributes:
        missing: Whether it rests on nothing in the turn, but on something missing after it.
    """

    turn: int
    quote: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a judge points at: a short tag, the turn (0 for the session) and a sentence."""

    tag: str
    turn: int
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """
    A reviewer's answer.

    Attributes:
        session: The session's external id.

        criterion: The criterion's key.

        outcome: The answer; None retracts the reviewer's earlier one.

        reviewer: Who answered; None for an anonymous rating slot, which `slot` then numbers.

        turn: The turn's number; 0 for the session as a whole.

        blind: Whether no verdict or peer's label had been seen before; None where unknown.

        stratum: The sampling stratum; None where the design is unknown.

        inclusion_prob: The probability, 0 < p <= 1, of having been drawn; None where unknown.
    """

    session: str
    criterion: str
    outcome: Outcome | None
    reviewer: str | None
    turn: int = 0
    slot: int = 0
    made_by: Maker = Maker.PERSON
    rationale: str = ""
    citations: tuple[Citation, ...] = ()
    raw_value: str | None = None
    rubric: str | None = None
    blind: bool | None = None
    stratum: str | None = None
    inclusion_prob: float | None = None
    seconds_spent: float | None = None
    adjudicated: bool = False
    created_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.outcome is Outcome.NOT_SCORED:
            raise ValueError("A label is never not_scored: leave it out, or say cannot_tell.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """
    A judge's answer: an outcome, or the problem that left it without one.

    Attributes:
        session: The session's external id.

        criterion: The criterion's key.

        outcome: The answer; `not_scored` exactly when there is a problem.

        turn: The turn's number; 0 for the session as a whole.

        raw_value: The answer as it was given, where it differs from the outcome.

        sample: 1 for the first answer of a judge asked several times.
    """

    session: str
    criterion: str
    outcome: Outcome
    turn: int = 0
    problem: Problem | None = None
    rationale: str = ""
    citations: tuple[Citation, ...] = ()
    findings: tuple[Finding, ...] = ()
    raw_value: str | None = None
    sample: int = 1

    def __post_init__(self) -> None:
        if (self.outcome is Outcome.NOT_SCORED) != (self.problem is not None):
            raise ValueError("A verdict has a problem exactly when it is not scored.")


Rating = Label | Verdict
