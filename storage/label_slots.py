"""Who has which slot of a queue: reserved for one reviewer at a time, for as long as they work."""

from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.elements import ColumnElement

from storage.label_queues import StoredQueue
from storage.slot_claims import claim, claim_at, free, is_skipped, one_at_a_time
from storage.slot_desk import STANDBY, Slot, SlotDesk
from storage.store import Project
from storage.tables import SkipRow, TaskRow, table
from storage.tables.columns import now as present

SKIP, TASK = table(SkipRow), table(TaskRow)
TRIES = 5
# So many of what a reviewer finished last are open again once a label is taken back; the one at
# hand is however long ago.
LOOKED_BACK = 50
COLUMNS = ("id", "session_id", "leased_until", "put_off_at", "done_at")


@dataclass(frozen=True, slots=True)
class Held:
    """
    What a queue has for one reviewer.

    Attributes:
        sessions: Those reserved for them, in order; `at` first if it is named, whosever it is.

        until: How long the first stays reserved; None where nothing is, or it is done.

        is_lost: Whether `at` is in the queue and not theirs: others have every slot of it.

        earlier: The session that they finished before; None if none.

        skipped: How many they skipped, that somebody may still have to label.

        reserved: How many are theirs and not done.
    """

    sessions: tuple[int, ...]
    until: datetime | None
    is_lost: bool
    earlier: int | None
    skipped: int
    reserved: int


class LabelSlots:
    """The slots of one queue."""

    def __init__(self, engine: Engine, queue: StoredQueue) -> None:
        self._engine, self._queue = engine, queue
        self._lease = timedelta(minutes=queue.lease_minutes)

    def hold(
        self,
        reviewer: int,
        complete: AbstractSet[int],
        *,
        at: int = 0,
        most: int,
        now: datetime | None = None,
    ) -> Held:
        """
        Return a reviewer's sessions, and reserve more where there are fewer than `most`.

        What they finished is marked as done, and leases are renewed: to come here is a sign of
        life. All of it is one transaction, one at a time in each queue, so that a slot never has
        two reviewers, and no reviewer two slots of one session.

        Args:
            reviewer: Whose.

            complete: The sessions to which they have given every label that the queue asks for.

            at: The session that they have before them, or 0.

            most: How many sessions to return, with `at`, as long as there are.

            now: The present moment, in UTC.
        """
        desk = SlotDesk(reviewer, complete, at, most, now or present())
        with self._engine.connect() as connection:
            read = _read(connection, self._queue, desk)
            if not self._is_pending(connection, read):
                return self._held(connection, read)
        for _ in range(TRIES - 1):
            # Another tab of the same reviewer took a slot of the same session.
            with suppress(IntegrityError):
                return self._settled(desk)
        return self._settled(desk)

    def skip(self, reviewer: int, session: int) -> None:
        """Give a session to others: it does not come to this reviewer again by itself."""
        key = {"queue_id": self._queue.id, "session_id": session, "reviewer_id": reviewer}
        with one_at_a_time(self._engine, self._queue) as connection:
            nobody = {"reviewer_id": None, "leased_until": None, "put_off_at": None}
            theirs = (TASK.c.session_id == session, TASK.c.reviewer_id == reviewer)
            undone = (TASK.c.queue_id == self._queue.id, TASK.c.done_at.is_(None))
            connection.execute(update(TASK).where(*undone, *theirs).values(nobody))
            skipped = select(SKIP.c.at).where(*(SKIP.c[name] == n for name, n in key.items()))
            if connection.scalar(skipped) is None:
                connection.execute(insert(SKIP), key | {"at": present()})

    def put_off(self, reviewer: int, session: int) -> None:
        """Keep a session for its reviewer, for when they have nothing else."""
        theirs = (TASK.c.session_id == session, TASK.c.reviewer_id == reviewer)
        undone = (TASK.c.queue_id == self._queue.id, TASK.c.done_at.is_(None))
        until = present() + self._lease
        with one_at_a_time(self._engine, self._queue) as connection:
            later = update(TASK).where(*undone, *theirs)
            connection.execute(later.values(put_off_at=present(), leased_until=until))

    def unskip(self, reviewer: int) -> int:
        """Let what a reviewer skipped come to them again; return how many sessions that are."""
        theirs = (SKIP.c.queue_id == self._queue.id, SKIP.c.reviewer_id == reviewer)
        with one_at_a_time(self._engine, self._queue) as connection:
            return connection.execute(delete(SKIP).where(*theirs)).rowcount

    def release(self, reviewer: int) -> None:
        """Let go of what a reviewer has not begun and only stands by: they went elsewhere."""
        soon = present() + STANDBY
        standby = (
            TASK.c.queue_id == self._queue.id,
            TASK.c.reviewer_id == reviewer,
            TASK.c.done_at.is_(None),
            TASK.c.put_off_at.is_(None),
            TASK.c.leased_until <= soon,
        )
        with one_at_a_time(self._engine, self._queue) as connection:
            nobody = {"reviewer_id": None, "leased_until": None}
            connection.execute(update(TASK).where(*standby).values(nobody))

    def put_back(self, session: int, reviewer: int | None = None) -> int:
        """
        Open the slots of a session anew, done ones too; labels stay what they are.

        Whoever has labelled it to the end is not asked again. Skips are forgotten.

        Args:
            session: Which.

            reviewer: Of this reviewer alone; None for all.

        Returns:
            How many slots and skips that were.
        """
        of_session = (TASK.c.queue_id == self._queue.id, TASK.c.session_id == session)
        skips = [SKIP.c.queue_id == self._queue.id, SKIP.c.session_id == session]
        taken: ColumnElement[bool] = TASK.c.reviewer_id.is_not(None)
        if reviewer is not None:
            taken = TASK.c.reviewer_id == reviewer
            skips.append(SKIP.c.reviewer_id == reviewer)
        nobody = {"reviewer_id": None, "leased_until": None, "put_off_at": None, "done_at": None}
        with one_at_a_time(self._engine, self._queue) as connection:
            slots = connection.execute(update(TASK).where(*of_session, taken).values(nobody))
            return slots.rowcount + connection.execute(delete(SKIP).where(*skips)).rowcount

    def _settled(self, desk: SlotDesk) -> Held:
        """Write what is pending, in one transaction."""
        with one_at_a_time(self._engine, self._queue) as connection:
            desk = _read(connection, self._queue, desk)
            self._mark(connection, desk)
            if desk.wants_at and self._queue.is_open:
                claim_at(connection, self._queue, desk)
            desk = _read(connection, self._queue, desk)
            while self._queue.is_open and desk.has_room and claim(connection, self._queue, desk):
                desk = _read(connection, self._queue, desk)
            for length, slots in desk.stale(self._lease).items():
                renewed = update(TASK).where(TASK.c.id.in_(slots))
                connection.execute(renewed.values(leased_until=desk.now + length))
            desk = _read(connection, self._queue, desk)
            return self._held(connection, desk)

    def _is_pending(self, connection: Connection, desk: SlotDesk) -> bool:
        """Tell whether anything has to be written."""
        if desk.finished or desk.reopened or desk.stale(self._lease):
            return True
        if not self._queue.is_open:
            return False
        wants_at = (
            desk.wants_at and free(connection, self._queue, desk, session=desk.at) is not None
        )
        return wants_at or (desk.has_room and free(connection, self._queue, desk) is not None)

    def _mark(self, connection: Connection, desk: SlotDesk) -> None:
        """Write down what was finished, and what is open again."""
        done = update(TASK).where(TASK.c.id.in_(desk.finished))
        connection.execute(done.values(done_at=desk.now, put_off_at=None))
        again = update(TASK).where(TASK.c.id.in_(desk.reopened))
        connection.execute(again.values(done_at=None, leased_until=desk.now + self._lease))

    def _held(self, connection: Connection, desk: SlotDesk) -> Held:
        mine = desk.mine
        ordered = [desk.at] * bool(desk.at) + [s.session for s in mine if s.session != desk.at]
        first = next((s for s in mine if s.session == ordered[0]), None) if ordered else None
        done = sorted((s.done_at, s.session) for s in desk.slots if s.done_at)
        before = [session for _, session in done]
        if desk.at in before:
            before = before[: before.index(desk.at)]
        return Held(
            sessions=tuple(ordered[: desk.most]),
            until=first.leased_until if first else None,
            is_lost=desk.wants_at and self._queue.is_open and self._is_in(connection, desk.at),
            earlier=before[-1] if before else None,
            skipped=self._skipped(connection, desk),
            reserved=len(mine),
        )

    def _is_in(self, connection: Connection, session: int) -> bool:
        slots = (TASK.c.queue_id == self._queue.id, TASK.c.session_id == session)
        return bool(connection.scalar(select(exists().where(*slots))))

    def _skipped(self, connection: Connection, desk: SlotDesk) -> int:
        undone = (TASK.c.queue_id == self._queue.id, TASK.c.done_at.is_(None))
        waiting = select(TASK.c.session_id).distinct().where(*undone)
        return len(connection.execute(waiting.where(is_skipped(self._queue, desk.reviewer))).all())


def of(project: Project, queue: StoredQueue) -> LabelSlots:
    """Return the slots of a queue of `project`."""
    return LabelSlots(project._engine, queue)  # noqa: SLF001  (a part of it)


def _read(connection: Connection, queue: StoredQueue, desk: SlotDesk) -> SlotDesk:
    """Return the desk with the slots that its reviewer has now."""
    query = select(*(TASK.c[name] for name in COLUMNS))
    theirs = query.where(TASK.c.queue_id == queue.id, TASK.c.reviewer_id == desk.reviewer)
    # By when each was put off, and taken: what lies before a reviewer does not jump about.
    in_order = (TASK.c.put_off_at, TASK.c.reserved_at, TASK.c.id)
    undone = theirs.where(TASK.c.done_at.is_(None)).order_by(*in_order)
    done = theirs.where(TASK.c.done_at.is_not(None)).order_by(TASK.c.done_at.desc())
    here = theirs.where(TASK.c.done_at.is_not(None), TASK.c.session_id == desk.at)
    parts = (undone, done.limit(LOOKED_BACK), here)
    slots = (Slot(*row) for part in parts for row in connection.execute(part))
    return replace(desk, slots=tuple({slot.id: slot for slot in slots}.values()))
