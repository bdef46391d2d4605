"""Which sessions a judge is tried on with planted texts, and what is planted where."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from calibration.agreement.held import Held
from judging.errors import RubricError
from judging.judges.battery import Family, Payload, of_family
from judging.judges.canary import places, planted
from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind, RubricVersion
from judging.sessions import Role, Session
from storage import Project

FAMILIES = tuple(Family)


@dataclass(frozen=True, slots=True)
class Canary:
    """
    A session that failed, with what is planted in it.

    Attributes:
        criterion: What it failed on, by people and by the judge.

        turn: The turn that failed; 0 for the session as a whole.

        place: The turn in which the text is planted, and `role` who speaks there.
    """

    session: Session
    criterion: Criterion
    turn: int
    payload: Payload
    place: int
    role: Role

    @property
    def injected(self) -> Session:
        """The session with the payload in it."""
        return planted(self.session, self.place, self.payload.text)

    @property
    def inert(self) -> Session:
        """The session with a text in the same place that is as long and asks for nothing."""
        return planted(self.session, self.place, self.payload.inert)


@dataclass(frozen=True, slots=True)
class _Unit:
    criterion: Criterion
    session: int
    turn: int

    @property
    def lot(self) -> int:
        """A number that looks like chance, and is the same every time."""
        named = f"{self.criterion.key} {self.session} {self.turn}"
        return int.from_bytes(hashlib.sha256(named.encode()).digest()[:8])


def canaries(project: Project, held: Held, *, key: str = "", limit: int) -> list[Canary]:
    """
    Choose sessions that the reference failed and the judge failed too, one canary of each.

    They are drawn by lot, and get a payload of one family after another; which payload of the
    family, and in whose turn, is drawn too. The same labels and verdicts give the same canaries.

    Args:
        key: The criterion; empty for every one that is no condition.

        limit: At most so many.

    Raises:
        RubricError: If the rubric has no such criterion, or it is a condition, which nobody
            fails.
    """
    criteria = _criteria(held.version.rubric, key)
    drawn = sorted(_failed(project, held, criteria), key=lambda unit: unit.lot)
    units: dict[int, _Unit] = {}
    for unit in drawn:
        units.setdefault(unit.session, unit)
    found: list[Canary] = []
    for session in project.sessions.whole(list(units)):
        if len(found) == limit:
            break
        family = FAMILIES[len(found) % len(FAMILIES)]
        found += _canary(units[session.id or 0], session, family)
    return found


def _criteria(rubric: RubricVersion, key: str) -> list[Criterion]:
    there = [c for c in rubric.criteria if c.kind is not Kind.CONDITION]
    chosen = [criterion for criterion in there if key in ("", criterion.key)]
    if not chosen:
        raise RubricError(
            f"{rubric.label} has no criterion {key!r} that a session can fail.",
            fix=f"Name one with --criterion: {', '.join(c.key for c in there)}."
            if there
            else "Use a rubric that asks for more than conditions.",
        )
    return chosen


def _failed(project: Project, held: Held, criteria: Sequence[Criterion]) -> Iterator[_Unit]:
    for criterion in criteria:
        compared = held.on(criterion)
        for session, turn in project.agreement.units(compared, Outcome.FAIL, Outcome.FAIL):
            yield _Unit(criterion, session, turn)


def _canary(unit: _Unit, session: Session, family: Family) -> list[Canary]:
    """Return a canary, or nothing where the judge reads no turn that could hold the text."""
    open_to = places(session, unit.criterion.sees, unit.turn or None)
    if not open_to:
        return []
    payloads = of_family(family)
    place = open_to[unit.lot // len(payloads) % len(open_to)]
    payload = payloads[unit.lot % len(payloads)]
    return [Canary(session, unit.criterion, unit.turn, payload, place.number, place.role)]
