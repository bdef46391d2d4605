"""Queues: sessions chosen by one design to be labelled, each with the chance that it had."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from judging.errors import StoreError
from judging.ratings import Maker
from judging.sampling import Ordering
from judging.splitting import Part
from storage.engine import writing
from storage.seal import is_in
from storage.store import Project
from storage.tables import LabelRow, QueueRow, SessionRow, TaskRow, table
from storage.tables.columns import now

LABEL, QUEUE = table(LabelRow), table(QueueRow)
SESSION, TASK = table(SessionRow), table(TaskRow)
LEASE_MINUTES = 30


@dataclass(frozen=True, slots=True)
class Chosen:
    """A session of a queue: from which stratum, and with what chance; None if nobody knows it."""

    session: int
    stratum: str
    probability: float | None


@dataclass(frozen=True, slots=True)
class NewQueue:
    """
    A queue that is to be made.

    Attributes:
        chosen: Its sessions, in the order in which they are to be labelled.

        reviewers: How many are to label a session, each in a slot of their own; 0 reserves
            nothing, and the sessions come first for everybody.

        overlap: The share of the sessions that so many label; the others get one reviewer.

        lease_minutes: How long a slot stays reserved for a reviewer who does nothing.

        rubric_version: What is asked; None for whatever each reviewer has open.
    """

    design: str
    chosen: Sequence[Chosen]
    settings: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    reviewers: int = 0
    overlap: float = 1.0
    lease_minutes: int = LEASE_MINUTES
    ordering: Ordering = Ordering.DRAWN
    rubric_version: int | None = None


@dataclass(frozen=True, slots=True)
class StoredQueue:
    """A queue with its number in the database; closed, it hands out nothing more."""

    id: int
    name: str
    design: str
    reviewers: int
    overlap: float
    lease_minutes: int
    ordering: Ordering
    rubric_version_id: int | None
    settings: Mapping[str, Any]
    created_at: datetime
    closed_at: datetime | None

    @property
    def is_open(self) -> bool:
        """Whether it hands out sessions."""
        return self.closed_at is None

    @property
    def reserves(self) -> bool:
        """Whether a session is for so many reviewers, and not for everybody."""
        return self.reviewers > 0


@dataclass(frozen=True, slots=True)
class Draw:
    """
    Sessions that were drawn at one time, for everybody.

    Attributes:
        design: How: `random` or `judge-stratified`.

        sessions: How many.

        labelled: How many of them somebody has labelled since.
    """

    name: str
    design: str
    sessions: int
    labelled: int


class LabelQueues:
    """The queues of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def population(self, part: Part) -> list[int]:
        """
        Return the sessions of a part that can still be drawn.

        Those are the ones that no person has labelled, and that were not drawn before.
        """
        labelled = exists().where(
            LABEL.c.session_id == SESSION.c.id, LABEL.c.made_by == Maker.PERSON
        )
        drawn = exists().where(
            TASK.c.session_id == SESSION.c.id, TASK.c.inclusion_prob.is_not(None)
        )
        query = select(SESSION.c.id).where(
            SESSION.c.project_id == self._project,
            SESSION.c.pending == 0,
            is_in(part, SESSION.c.id),
            ~labelled,
            ~drawn,
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(query.order_by(SESSION.c.id)))

    def drawn(self) -> set[int]:
        """Return the sessions that are, or were, in a queue."""
        joined = select(TASK.c.session_id).join(QUEUE, QUEUE.c.id == TASK.c.queue_id)
        with self._engine.connect() as connection:
            return set(connection.scalars(joined.where(QUEUE.c.project_id == self._project)))

    def add(self, new: NewQueue) -> StoredQueue:
        """
        Keep a queue and its slots.

        Raises:
            StoreError: If there is one of that name.
        """
        try:
            with writing(self._engine) as connection:
                name = new.name or self._free_name(connection, new)
                row = _row(new) | {"project_id": self._project, "name": name}
                queue = connection.scalar(insert(QUEUE).returning(QUEUE.c.id), row)
                connection.execute(insert(TASK), list(_slots(queue, new)))
        except IntegrityError as problem:
            raise StoreError(
                "There is a queue of that name already.",
                where=new.name,
                fix="Give it another name.",
            ) from problem
        return self.get(name)

    def listed(self) -> list[StoredQueue]:
        """Return all queues, the oldest first."""
        mine = _columns().where(QUEUE.c.project_id == self._project).order_by(QUEUE.c.id)
        with self._engine.connect() as connection:
            return [_queue(row) for row in connection.execute(mine)]

    def get(self, name: str) -> StoredQueue:
        """
        Return the queue `name`.

        Raises:
            StoreError: If there is none of that name.
        """
        mine = _columns().where(QUEUE.c.project_id == self._project, QUEUE.c.name == name)
        with self._engine.connect() as connection:
            row = connection.execute(mine).first()
        if row is None:
            raise StoreError(
                f"There is no queue {name!r} in this project.",
                fix="See judging queue list, or the page Queues.",
            )
        return _queue(row)

    def close(self, name: str) -> StoredQueue:
        """Let a queue hand out nothing more; what reviewers have at hand they can still finish."""
        queue = self.get(name)
        with writing(self._engine) as connection:
            still_open = (QUEUE.c.id == queue.id, QUEUE.c.closed_at.is_(None))
            connection.execute(update(QUEUE).where(*still_open).values(closed_at=now()))
        return self.get(name)

    def draws(self) -> list[Draw]:
        """Return what was drawn for everybody, the oldest first."""
        is_labelled = exists().where(
            LABEL.c.session_id == TASK.c.session_id, LABEL.c.made_by == Maker.PERSON
        )
        drawn = select(TASK.c.queue_id, is_labelled.label("labelled")).subquery()
        labelled = func.count().filter(drawn.c.labelled)
        query = (
            select(QUEUE.c.name, QUEUE.c.design, func.count(), labelled)
            .join(drawn, drawn.c.queue_id == QUEUE.c.id)
            .where(QUEUE.c.project_id == self._project, QUEUE.c.reviewers == 0)
            .group_by(QUEUE.c.id, QUEUE.c.name, QUEUE.c.design)
            .order_by(QUEUE.c.id)
        )
        with self._engine.connect() as connection:
            return [Draw(*row) for row in connection.execute(query)]

    def _free_name(self, connection: Connection, new: NewQueue) -> str:
        names = set(
            connection.scalars(select(QUEUE.c.name).where(QUEUE.c.project_id == self._project))
        )
        word = "queue" if new.reviewers else "draw"
        numbers = range(len(names) + 1, 2 * len(names) + 2)
        return next(name for n in numbers if (name := f"{word} {n}") not in names)


def of(project: Project) -> LabelQueues:
    """Return the queues of `project`."""
    return LabelQueues(project._engine, project.number)  # noqa: SLF001  (a part of it)


def _columns() -> Any:
    return select(*(QUEUE.c[name] for name in StoredQueue.__dataclass_fields__))


def _queue(row: Row[Any]) -> StoredQueue:
    found = dict(row._mapping)  # noqa: SLF001  (as SQLAlchemy has it)
    return StoredQueue(**found | {"ordering": Ordering(found["ordering"])})


def _row(new: NewQueue) -> dict[str, Any]:
    same = ("design", "reviewers", "overlap", "lease_minutes")
    return {name: getattr(new, name) for name in same} | {
        "ordering": str(new.ordering),
        "rubric_version_id": new.rubric_version,
        "settings": dict(new.settings),
        "created_at": now(),
    }


def _slots(queue: int | None, new: NewQueue) -> Iterator[dict[str, Any]]:
    for place, one in enumerate(new.chosen):
        # Spread evenly over an order of chance, so that they are themselves drawn at random.
        is_shared = int((place + 1) * new.overlap) > int(place * new.overlap)
        for slot in range(1, max(1, new.reviewers if is_shared else 1) + 1):
            yield {
                "queue_id": queue,
                "session_id": one.session,
                "slot": slot,
                "stratum": one.stratum,
                "inclusion_prob": one.probability,
                "priority": float(place),
            }
