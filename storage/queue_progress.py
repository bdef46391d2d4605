"""How far a queue is, and who has what of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Select, and_, func, select

from storage.label_queues import StoredQueue
from storage.store import Project
from storage.tables import ReviewerRow, SessionRow, SkipRow, TaskRow, table
from storage.tables.columns import now as present

REVIEWER, SESSION = table(ReviewerRow), table(SessionRow)
SKIP, TASK = table(SkipRow), table(TaskRow)


@dataclass(frozen=True, slots=True)
class QueueProgress:
    """
    How far a queue is, in slots.

    Attributes:
        sessions: How many sessions the slots are of.

        reserved: How many somebody has at hand, or standing by.

        expired: How many somebody had, whose lease ran out: others can have them.
    """

    sessions: int
    slots: int
    done: int
    reserved: int
    expired: int

    @property
    def open(self) -> int:
        """How many slots can be had, expired ones among them."""
        return self.slots - self.done - self.reserved


class State(StrEnum):
    """What a reviewer has to do with a session of a queue."""

    RESERVED = "reserved"
    EXPIRED = "lease ran out"
    PUT_OFF = "kept for later"
    SKIPPED = "skipped"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Holding:
    """
    What a reviewer has to do with a session of a queue.

    Attributes:
        moment: Until when they have it, or had it; else when they skipped or finished it.
    """

    reviewer: str
    session: str
    state: State
    moment: datetime


def of(project: Project, queue: StoredQueue, now: datetime | None = None) -> QueueProgress:
    """Return how far a queue of `project` is."""
    moment = now or present()
    taken = and_(TASK.c.done_at.is_(None), TASK.c.reviewer_id.is_not(None))
    counts = (
        func.count(TASK.c.session_id.distinct()),
        func.count(),
        func.count(TASK.c.done_at),
        func.count().filter(taken, TASK.c.leased_until >= moment),
        func.count().filter(taken, TASK.c.leased_until < moment),
    )
    with project._engine.connect() as connection:  # noqa: SLF001  (a part of it)
        row = connection.execute(select(*counts).where(TASK.c.queue_id == queue.id)).one()
    return QueueProgress(*row)


def done(project: Project, queue: StoredQueue) -> dict[str, int]:
    """Return how many slots of a queue each reviewer has done, the most first."""
    count = func.count()
    query = (
        select(REVIEWER.c.name, count)
        .join(TASK, TASK.c.reviewer_id == REVIEWER.c.id)
        .where(TASK.c.queue_id == queue.id, TASK.c.done_at.is_not(None))
        .group_by(REVIEWER.c.name)
        .order_by(count.desc(), REVIEWER.c.name)
    )
    with project._engine.connect() as connection:  # noqa: SLF001  (a part of it)
        return {name: n for name, n in connection.execute(query)}  # noqa: C416


def holdings(project: Project, queue: StoredQueue, now: datetime | None = None) -> list[Holding]:
    """Return who has what at hand, whose lease runs out first comes first; and what was skipped."""
    moment = now or present()
    undone = _slots(queue).where(TASK.c.done_at.is_(None)).order_by(TASK.c.leased_until, TASK.c.id)
    with project._engine.connect() as connection:  # noqa: SLF001  (a part of it)
        rows = connection.execute(undone)
        reserved = [
            Holding(name, session, _state(until, put_off, moment), until)
            for name, session, until, put_off, _ in rows
        ]
        return reserved + _skipped(connection, queue)


def finished(project: Project, queue: StoredQueue, most: int) -> list[Holding]:
    """Return who finished what last, the newest first, at most so many."""
    newest = _slots(queue).where(TASK.c.done_at.is_not(None)).order_by(TASK.c.done_at.desc())
    with project._engine.connect() as connection:  # noqa: SLF001  (a part of it)
        rows = connection.execute(newest.limit(most))
        return [Holding(name, session, State.DONE, at) for name, session, _, _, at in rows]


def _slots(queue: StoredQueue) -> Select[Any]:
    columns = (TASK.c.leased_until, TASK.c.put_off_at, TASK.c.done_at)
    return (
        select(REVIEWER.c.name, SESSION.c.external_id, *columns)
        .join(REVIEWER, REVIEWER.c.id == TASK.c.reviewer_id)
        .join(SESSION, SESSION.c.id == TASK.c.session_id)
        .where(TASK.c.queue_id == queue.id)
    )


def _state(until: datetime, put_off: datetime | None, now: datetime) -> State:
    if until < now:
        return State.EXPIRED
    return State.PUT_OFF if put_off else State.RESERVED


def _skipped(connection: Connection, queue: StoredQueue) -> list[Holding]:
    waiting = select(TASK.c.session_id).where(TASK.c.queue_id == queue.id, TASK.c.done_at.is_(None))
    query = (
        select(REVIEWER.c.name, SESSION.c.external_id, SKIP.c.at)
        .join(SKIP, SKIP.c.reviewer_id == REVIEWER.c.id)
        .join(SESSION, SESSION.c.id == SKIP.c.session_id)
        .where(SKIP.c.queue_id == queue.id, SKIP.c.session_id.in_(waiting))
        .order_by(SKIP.c.at, SESSION.c.id)
    )
    rows = connection.execute(query)
    return [Holding(name, session, State.SKIPPED, at) for name, session, at in rows]
