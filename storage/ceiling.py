"""What a run may cost at most, held in the transaction that writes a request down."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, or_, select

from storage.tables import CallRow, CallStatus, RunRow, table
from storage.tables.columns import now

CALL, RUN = table(CallRow), table(RunRow)
# No request is on its way for so long: its process was killed, and it may have been paid.
LOST_AFTER = timedelta(minutes=5)


class Room(StrEnum):
    """
    Whether a run's ceiling has room for one more request.

    LATER is none before others have come back, which may cost less than was reckoned; NONE is
    none even if they cost nothing.
    """

    NOW = "now"
    LATER = "later"
    NONE = "none"


class NoRoomError(Exception):
    """A request does not fit under its run's ceiling, and was not written down."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.room = room


@dataclass(frozen=True, slots=True)
class Wish:
    """A request that a run would like to send, with the most it may cost; None is not counted."""

    run: int
    most: int | None


@dataclass(slots=True)
class _Counted:
    """What is known of a run's calls up to the `last`; those that are open may still change."""

    last: int = 0
    spent: int = 0
    open: dict[int, tuple[int, datetime]] = field(default_factory=dict)

    def split(self) -> tuple[int, int]:
        """Return what is spent or lost, and what is on its way."""
        lost_before = now() - LOST_AFTER
        lost = sum(most for most, began in self.open.values() if began < lost_before)
        return self.spent + lost, sum(most for most, _ in self.open.values()) - lost


class Ceilings:
    """
    Says of the runs of one project whether a request fits under their ceiling.

    A call that is open has the most that it may cost in the place of its cost, and keeps it where
    nobody knows what it came to. What has come back is counted once, and not at each look.
    """

    def __init__(self) -> None:
        self._counted: dict[int, _Counted] = defaultdict(_Counted)

    def rooms(self, connection: Connection, wishes: Sequence[Wish]) -> Iterator[Room]:
        """
        Yield for each of `wishes` whether there is room, those before it counted in.

        Args:
            connection: In the transaction in which those that have room are written down; other
                processes wait for its end, so that what two allow at once fits together.

            wishes: In the order in which they are to be sent.
        """
        found: dict[int, tuple[int, int] | None] = {}
        for wish in wishes:
            if wish.most is None:
                yield Room.NOW
                continue
            if wish.run not in found:
                found[wish.run] = self._left(connection, wish.run)
            left = found[wish.run]
            room = _room(left, wish.most)
            if left and room is Room.NOW:
                found[wish.run] = (left[0], left[1] - wish.most)
            yield room

    def _left(self, connection: Connection, run: int) -> tuple[int, int] | None:
        """Return what is left without what is on its way, and with it; None without a ceiling."""
        query = select(RUN.c.max_cost_microdollars).where(RUN.c.id == run)
        ceiling = connection.scalar(query.with_for_update(key_share=True))
        if ceiling is None:
            return None
        spent, promised = self._look(connection, run).split()
        return ceiling - spent, ceiling - spent - promised

    def _look(self, connection: Connection, run: int) -> _Counted:
        counted = self._counted[run]
        columns = (CALL.c.id, CALL.c.status, CALL.c.cost_microdollars, CALL.c.started_at)
        for number, status, cost, began in connection.execute(
            select(*columns).where(_unknown(run, counted))
        ).all():
            counted.last = max(counted.last, number)
            counted.open.pop(number, None)
            if status == CallStatus.STARTED:
                counted.open[number] = (cost or 0, began)
            else:
                counted.spent += cost or 0
        return counted


def _unknown(run: int, counted: _Counted) -> ColumnElement[bool]:
    """Tell of a call of `run` whether it may say anything new."""
    if not counted.last:
        return CALL.c.run_id == run
    # By number, since the newest few are wanted: the sum keeps it from the run's index.
    newer = (CALL.c.id > counted.last) & (CALL.c.run_id + 0 == run)
    return or_(newer, CALL.c.id.in_(counted.open))


def _room(left: tuple[int, int] | None, most: int) -> Room:
    if left is None:
        return Room.NOW
    without, with_all = left
    return Room.NOW if most <= with_all else Room.LATER if most <= without else Room.NONE
