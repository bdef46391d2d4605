"""Where sessions first fail, and whether judge and reference find the same turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from calibration.agreement import session_turns
from calibration.agreement.session_turns import Match, SessionTurns
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Estimate, failing_share_agreement, first_failing_agreement
from judging.agreement.clustered_rate import share_of
from judging.agreement.first_failing import FailingShareAgreement, FirstFailingAgreement
from judging.errors import RubricError
from judging.rubrics import Criterion, Kind, Level, RubricVersion
from storage import Compared, Project, turn_units

BOTH_FAIL = (Match.SAME, Match.LATE, Match.EARLY)


@dataclass(frozen=True, slots=True)
class TurnReport:
    """
    The first failing turns on one criterion, and whether both sides find the same.

    Attributes:
        sessions: Those that either side has an answer on, in order of import.

        agreement: Over the sessions that are certain on both sides.

        late: Among those that fail on both, the share in which the judge is later.

        early: The share in which it is earlier.

        shares: The failing shares against each other.

        uncertain: The share of the compared sessions in which a side is uncertain.
    """

    sessions: tuple[SessionTurns, ...]
    agreement: FirstFailingAgreement
    late: Estimate
    early: Estimate
    shares: FailingShareAgreement
    uncertain: Estimate

    @property
    def judged(self) -> tuple[SessionTurns, ...]:
        """The sessions that the judge has answers on."""
        return tuple(session for session in self.sessions if session.judge)

    @property
    def compared(self) -> int:
        """How many sessions both sides have answers on."""
        return sum(session.match is not None for session in self.sessions)

    def matching(self, *matches: Match) -> tuple[SessionTurns, ...]:
        """Return the sessions whose first failing turns compare in one of these ways."""
        return tuple(session for session in self.sessions if session.match in matches)

    @property
    def distances(self) -> tuple[int, ...]:
        """By how many turns the judge is late, where both sides fail."""
        return tuple(s.distance for s in self.sessions if s.distance is not None)

    @property
    def exact(self) -> int:
        """How many sessions have the same first failing turn on both sides, or none on either."""
        return len(self.matching(Match.SAME, Match.NEITHER))

    @property
    def near(self) -> int:
        """How many that fail on both sides are at most one turn apart."""
        return sum(abs(distance) <= 1 for distance in self.distances)

    @property
    def later(self) -> int:
        """In how many the judge is later."""
        return len(self.matching(Match.LATE))

    @property
    def earlier(self) -> int:
        """In how many the judge is earlier."""
        return len(self.matching(Match.EARLY))

    @property
    def lacks_reference(self) -> bool:
        """Whether the reference has no answer on any turn."""
        return not any(session.reference for session in self.sessions)


def criteria(rubric: RubricVersion) -> tuple[Criterion, ...]:
    """Return the criteria that a turn can fail; a condition is never a failure."""
    return tuple(
        c for c in rubric.criteria if c.level is Level.TURN and c.kind is not Kind.CONDITION
    )


def chosen(rubric: RubricVersion, key: str = "") -> Criterion | None:
    """
    Return the criterion `key`, or the only one that a turn can fail; None where there is none.

    Raises:
        RubricError: If a turn cannot fail `key`, or several criteria and no key are given:
            the first of them to fail would be nobody's answer. Lists them.
    """
    there = {criterion.key: criterion for criterion in criteria(rubric)}
    if key in there or (not key and len(there) < 2):
        return there.get(key) or next(iter(there.values()), None)
    what = (
        f"No turn can fail {key!r} in {rubric.label}."
        if key
        else f"{rubric.label} has {len(there)} criteria that a turn can fail."
    )
    fix = f"Name one with --criterion: {', '.join(there)}."
    raise RubricError(what, fix=fix if there else "Use a rubric that asks about turns.")


@access.needs(Right.READ_REPORTS)
def of(project: Project, compared: Compared) -> TurnReport:
    """Find each session's first failing turn on one criterion, on either side."""
    units = turn_units.of(project).of(compared)
    by_session = groupby(units, attrgetter("session"))
    return summed([session_turns.of(number, list(turns)) for number, turns in by_session])


def summed(sessions: Sequence[SessionTurns]) -> TurnReport:
    """Report on sessions; without any, every estimate is undefined."""
    places = [(s.group, s.places) for s in sessions if s.places]
    shares = [(s.group, s.shares) for s in sessions if s.shares]
    matched = [(s.match, s.group) for s in sessions if s.match]
    both = [(match, group) for match, group in matched if match in BOTH_FAIL]
    return TurnReport(
        sessions=tuple(sessions),
        agreement=first_failing_agreement(
            [pair for _, pair in places], [group for group, _ in places]
        ),
        late=_share(both, Match.LATE),
        early=_share(both, Match.EARLY),
        shares=failing_share_agreement(
            [pair for _, pair in shares], [group for group, _ in shares]
        ),
        uncertain=_share(matched, Match.UNCERTAIN),
    )


def _share(rows: Sequence[tuple[Match, str]], match: Match) -> Estimate:
    return share_of((group, found is match) for found, group in rows)
