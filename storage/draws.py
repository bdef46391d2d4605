"""Sessions that were drawn to be labelled, each with the chance that it had."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, exists, func, insert, select

from judging.ratings import Maker
from judging.splitting import Part
from storage.engine import writing
from storage.seal import is_in
from storage.store import Project
from storage.tables import LabelRow, QueueRow, SessionRow, TaskRow, table
from storage.tables.columns import now

LABEL, QUEUE = table(LabelRow), table(QueueRow)
SESSION, TASK = table(SessionRow), table(TaskRow)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A session that was drawn: by number, from which stratum, and with what chance."""

    session: int
    stratum: str
    probability: float


@dataclass(frozen=True, slots=True)
class Draw:
    """
    Sessions that were drawn at one time.

    Attributes:
        design: How: `random` or `judge-stratified`.

        sessions: How many.

        labelled: How many of them somebody has labelled since.
    """

    name: str
    design: str
    sessions: int
    labelled: int


class Draws:
    """The draws of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def population(self, part: Part) -> list[int]:
        """Return the sessions of a part that no person has labelled, and that were not drawn."""
        labelled = exists().where(
            LABEL.c.session_id == SESSION.c.id, LABEL.c.made_by == Maker.PERSON
        )
        query = select(SESSION.c.id).where(
            SESSION.c.project_id == self._project,
            SESSION.c.pending == 0,
            is_in(part, SESSION.c.id),
            ~labelled,
            ~exists().where(TASK.c.session_id == SESSION.c.id),
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(query.order_by(SESSION.c.id)))

    def sessions(self) -> set[int]:
        """Return the sessions that were drawn."""
        joined = select(TASK.c.session_id).join(QUEUE, QUEUE.c.id == TASK.c.queue_id)
        with self._engine.connect() as connection:
            return set(connection.scalars(joined.where(QUEUE.c.project_id == self._project)))

    def add(self, design: str, chosen: Sequence[Chosen], settings: Mapping[str, Any]) -> str:
        """Keep sessions that were drawn, in the order in which they are to be labelled."""
        with writing(self._engine) as connection:
            mine = QUEUE.c.project_id == self._project
            count = connection.scalar(select(func.count()).select_from(QUEUE).where(mine)) or 0
            name = f"draw {count + 1}"
            row = {
                "project_id": self._project,
                "name": name,
                "design": design,
                "overlap": 1,
                "settings": dict(settings),
                "created_at": now(),
            }
            queue = connection.scalar(insert(QUEUE).returning(QUEUE.c.id), row)
            connection.execute(insert(TASK), list(_rows(queue, chosen)))
        return name

    def listed(self) -> list[Draw]:
        """Return all draws, the oldest first."""
        is_labelled = exists().where(
            LABEL.c.session_id == TASK.c.session_id, LABEL.c.made_by == Maker.PERSON
        )
        drawn = select(TASK.c.queue_id, is_labelled.label("labelled")).subquery()
        labelled = func.count().filter(drawn.c.labelled)
        query = (
            select(QUEUE.c.name, QUEUE.c.design, func.count(), labelled)
            .join(drawn, drawn.c.queue_id == QUEUE.c.id)
            .where(QUEUE.c.project_id == self._project)
            .group_by(QUEUE.c.id, QUEUE.c.name, QUEUE.c.design)
            .order_by(QUEUE.c.id)
        )
        with self._engine.connect() as connection:
            return [Draw(*row) for row in connection.execute(query)]


def of(project: Project) -> Draws:
    """Return the draws of `project`."""
    return Draws(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _rows(queue: int | None, chosen: Sequence[Chosen]) -> Iterable[dict[str, Any]]:
    for place, one in enumerate(chosen):
        yield {
            "queue_id": queue,
            "session_id": one.session,
            "slot": 1,
            "stratum": one.stratum,
            "inclusion_prob": one.probability,
            "priority": float(place),
            "state": "open",
        }
