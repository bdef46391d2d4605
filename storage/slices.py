"""What may tell sessions apart, each with its labels counted against the verdicts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Engine, Select, Subquery, case, func, select

from judging.ratings import Outcome
from storage.agreement import Agreement
from storage.counts import CELLS, DECIDED
from storage.references import Compared
from storage.store import Project
from storage.tables import SessionRow, table

SESSION = table(SessionRow)


@dataclass(frozen=True, slots=True)
class SlicedSession:
    """
    One session with decided units, and what it can be told apart by.

    Attributes:
        session: Its number.

        group: The task or template that it shares with others.

        agent_model: Who played the assistant; None where the source does not say.

        started_at: When, in UTC; None where the source does not say.

        tags: The words under `tags` among what its source says besides; often none.

        cells: How many of its units are tp, fn, fp and tn: of a session as a whole, one is.
    """

    session: int
    group: str
    agent_model: str | None
    n_turns: int
    started_at: datetime | None
    tags: tuple[str, ...]
    cells: tuple[int, int, int, int]


class Slices:
    """The labelled and judged sessions of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def of(self, compared: Compared) -> list[SlicedSession]:
        """Return the sessions with a unit that both sides decided, in order of import."""
        paired = Agreement(self._engine, self._project).paired(compared).subquery()
        with self._engine.connect() as connection:
            rows = connection.execute(_query(_counted(paired))).all()
        return [
            SlicedSession(
                session=row.id,
                group=row.group,
                agent_model=row.agent_model,
                n_turns=row.n_turns,
                started_at=row.started_at,
                tags=_words(row.tags),
                cells=(row.tp, row.fn, row.fp, row.tn),
            )
            for row in rows
        ]


def of(project: Project) -> Slices:
    """Return the labelled and judged sessions of `project`."""
    return Slices(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _counted(paired: Subquery) -> Subquery:
    is_decided = (paired.c.human.in_(DECIDED), paired.c.judged.in_(DECIDED))
    sums = [_sum(paired, *pair).label(name) for name, pair in CELLS.items()]
    query = select(paired.c.session_id, *sums).where(*is_decided)
    return query.group_by(paired.c.session_id).subquery()


def _sum(paired: Subquery, human: Outcome, judged: Outcome) -> ColumnElement[int]:
    is_in = (paired.c.human == human) & (paired.c.judged == judged)
    return func.sum(case((is_in, 1), else_=0))


def _query(counted: Subquery) -> Select[Any]:
    stated = (SESSION.c.group, SESSION.c.agent_model, SESSION.c.n_turns, SESSION.c.started_at)
    tags = SESSION.c.details["tags"].label("tags")
    return (
        select(SESSION.c.id, *stated, tags, *(counted.c[name] for name in CELLS))
        .join(counted, counted.c.session_id == SESSION.c.id)
        .order_by(SESSION.c.id)
    )


def _words(stated: object) -> tuple[str, ...]:
    """Return each tag once: a source gives a list of them, or a single word."""
    some = stated if isinstance(stated, list) else [stated]
    kept = [str(one).strip() for one in some if isinstance(one, str | int | float)]
    return tuple(dict.fromkeys(word for word in kept if word))
