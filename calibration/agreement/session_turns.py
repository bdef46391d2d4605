"""One session's first failing turn, on either side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from judging.agreement import summarise_turns
from judging.agreement.first_failing import TurnSummary
from judging.ratings import DECIDED, Outcome
from storage.turn_units import TurnUnit


class Match(StrEnum):
    """How the first failing turns of a session stand to each other."""

    SAME = "same"
    LATE = "late"
    EARLY = "early"
    MISSED = "missed"
    FALSE_ALARM = "false_alarm"
    NEITHER = "neither"
    UNCERTAIN = "uncertain"


@dataclass(frozen=True, slots=True)
class Side:
    """
    One side's answers on the turns of a session.

    Attributes:
        summary: Over the turns that it was asked about.

        place: The place of the first failing turn among the assistant's; None where none fails.

        is_uncertain: Whether a turn that it left open could be an earlier first, or the only
            one; a turn that the other side alone has an answer on is left open too.
    """

    summary: TurnSummary
    place: int | None
    is_uncertain: bool


@dataclass(frozen=True, slots=True)
class SessionTurns:
    """
    One session; a side is None where it has no answer on any turn.

    Attributes:
        session: The session's number.

        shares: The reference's and the judge's share of failing turns, over the turns that both
            pass or fail; None where there is none.

        group: The group of sessions that it belongs to.
    """

    session: int
    reference: Side | None
    judge: Side | None
    shares: tuple[float, float] | None
    group: str

    @property
    def match(self) -> Match | None:
        """How the two first failing turns compare; None without answers on both sides."""
        if self.reference is None or self.judge is None:
            return None
        if self.reference.is_uncertain or self.judge.is_uncertain:
            return Match.UNCERTAIN
        return _match(self.reference.place, self.judge.place)

    @property
    def places(self) -> tuple[int | None, int | None] | None:
        """The reference's and the judge's first; None unless both are certain."""
        if self.reference is None or self.judge is None or self.match is Match.UNCERTAIN:
            return None
        return self.reference.place, self.judge.place

    @property
    def distance(self) -> int | None:
        """By how many of the assistant's turns the judge is late; None unless both find one."""
        said, found = self.places or (None, None)
        return None if said is None or found is None else found - said


def of(number: int, units: Sequence[TurnUnit]) -> SessionTurns:
    """Sum up the turns of the session `number`: all that either side has an answer on."""
    both = [(u.human, u.judged) for u in units if {u.human, u.judged} <= DECIDED]
    return SessionTurns(
        session=number,
        reference=_side(units, [unit.human for unit in units]),
        judge=_side(units, [unit.judged for unit in units]),
        shares=(_share(h for h, _ in both), _share(j for _, j in both)) if both else None,
        group=units[0].group,
    )


def _match(said: int | None, found: int | None) -> Match:
    if said is None:
        return Match.NEITHER if found is None else Match.FALSE_ALARM
    if found is None:
        return Match.MISSED
    if found == said:
        return Match.SAME
    return Match.LATE if found > said else Match.EARLY


def _side(units: Sequence[TurnUnit], said: Sequence[Outcome | None]) -> Side | None:
    answers = [(unit.turn, outcome) for unit, outcome in zip(units, said, strict=True) if outcome]
    if not answers:
        return None
    # What was never asked leaves as much open as what got no pass or fail.
    missing = Outcome.NOT_SCORED
    asked = [(unit.turn, outcome or missing) for unit, outcome in zip(units, said, strict=True)]
    summary = summarise_turns(answers)
    place = next((u.ordinal for u in units if u.turn == summary.first_failing), None)
    return Side(summary, place, summarise_turns(asked).uncertain)


def _share(outcomes: Iterable[Outcome | None]) -> float:
    fails = [outcome is Outcome.FAIL for outcome in outcomes]
    return sum(fails) / len(fails)
