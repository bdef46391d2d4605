"""Slots of a queue that a reviewer may have, and how they get one."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, delete, exists, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from judging.sampling import Ordering
from storage import shortage
from storage.engine import writing
from storage.label_queues import StoredQueue
from storage.slot_desk import STANDBY, SlotDesk
from storage.tables import QueueRow, SkipRow, TaskRow, table

QUEUE, SKIP, TASK = table(QueueRow), table(SkipRow), table(TaskRow)
PAGE = 100


@contextmanager
def one_at_a_time(engine: Engine, queue: StoredQueue) -> Iterator[Connection]:
    """Open a transaction that writes to a queue; others that write to it wait for its end."""
    with writing(engine) as connection:
        mine = select(QUEUE.c.id).where(QUEUE.c.id == queue.id)
        # SQLite lets one write at a time anyway, and has no such lock.
        connection.execute(mine.with_for_update())
        yield connection


def is_free(now: datetime) -> ColumnElement[bool]:
    """Return the condition that nobody has a slot, or no longer."""
    nobody = or_(TASK.c.reviewer_id.is_(None), TASK.c.leased_until < now)
    return TASK.c.done_at.is_(None) & nobody


def is_skipped(queue: StoredQueue, reviewer: int) -> ColumnElement[bool]:
    """Return the condition that a reviewer has skipped the session of a slot."""
    return exists().where(
        SKIP.c.queue_id == queue.id,
        SKIP.c.reviewer_id == reviewer,
        SKIP.c.session_id == TASK.c.session_id,
    )


def free(
    connection: Connection, queue: StoredQueue, desk: SlotDesk, *, session: int = 0
) -> int | None:
    """Return a slot that the reviewer may have: of one session, or the next in the order."""
    query = select(TASK.c.id, TASK.c.session_id).where(
        TASK.c.queue_id == queue.id,
        is_free(desk.now),
        ~_is_theirs(queue, desk.reviewer),
    )
    if session:
        slot: int | None = connection.scalar(query.where(TASK.c.session_id == session).limit(1))
        return slot
    best: list[ColumnElement[int]] = []
    if queue.ordering is Ordering.NEXT_BEST:
        best = shortage.order(connection, queue.id, queue.settings)
    waiting = query.where(~is_skipped(queue, desk.reviewer))
    ordered = waiting.order_by(*best, TASK.c.priority, TASK.c.id)
    start = 0
    while rows := connection.execute(ordered.offset(start).limit(PAGE)).all():
        for slot, of_session in rows:
            if of_session not in desk.complete:
                return int(slot)
        start += PAGE
    return None


def _is_theirs(queue: StoredQueue, reviewer: int) -> ColumnElement[bool]:
    """Return the condition that a reviewer has, or had finished, a slot of the same session."""
    mine = TASK.alias()
    return exists().where(
        mine.c.queue_id == queue.id,
        mine.c.session_id == TASK.c.session_id,
        mine.c.reviewer_id == reviewer,
    )


def claim(connection: Connection, queue: StoredQueue, desk: SlotDesk) -> bool:
    """Reserve the next session; False if there is none."""
    slot = free(connection, queue, desk)
    return slot is not None and _take(connection, desk, slot)


def claim_at(connection: Connection, queue: StoredQueue, desk: SlotDesk) -> None:
    """Reserve the session that the reviewer went to, if it can be had; skipped or not."""
    slot = free(connection, queue, desk, session=desk.at)
    if slot is not None:
        mine = (SKIP.c.queue_id == queue.id, SKIP.c.reviewer_id == desk.reviewer)
        connection.execute(delete(SKIP).where(*mine, SKIP.c.session_id == desk.at))
        _take(connection, desk, slot)


def _take(connection: Connection, desk: SlotDesk, slot: int) -> bool:
    untaken = update(TASK).where(TASK.c.id == slot, is_free(desk.now))
    taken = {
        "reviewer_id": desk.reviewer,
        # Those taken at one moment stay in the order in which they were.
        "reserved_at": desk.now + timedelta(microseconds=len(desk.slots)),
        "leased_until": desk.now + STANDBY,
        "put_off_at": None,
    }
    return connection.execute(untaken.values(taken)).rowcount == 1
