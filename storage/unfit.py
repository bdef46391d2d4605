"""Sessions that no judge should be asked about, and why."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, func, select

from judging.sessions import EndReason, Origin
from storage.store import Project
from storage.tables import SessionRow, table
from storage.tables.columns import now

SESSION = table(SessionRow)
# As long as a support desk waits before it takes a silent conversation for over.
IDLE = timedelta(minutes=30)
SHORT = 2


@dataclass(frozen=True, slots=True)
class Unfit:
    """
    The sessions of a project that are not to be judged, by number.

    Attributes:
        replayed: A recording was played to another agent: the user's turns answer the first one.

        unfinished: Nobody says that it is over, and its last turn is less than half an hour old.
    """

    replayed: frozenset[int]
    unfinished: frozenset[int]


def of(project: Project, at: datetime | None = None) -> Unfit:
    """Return those that are not to be judged `at` a moment, by default the present one."""
    since = (at or now()) - IDLE
    replayed = _of(project).where(SESSION.c.origin == Origin.REPLAYED)
    unfinished = _of(project).where(
        SESSION.c.end_reason == EndReason.UNKNOWN, SESSION.c.ended_at > since
    )
    engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        return Unfit(
            frozenset(connection.scalars(replayed)), frozenset(connection.scalars(unfinished))
        )


def short_share(project: Project) -> float | None:
    """Return the share of sessions with at most two exchanges; None without sessions."""
    short = func.count().filter(SESSION.c.n_exchanges <= SHORT)
    query = _of(project).with_only_columns(short, func.count())
    engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        n, total = connection.execute(query).one()
    return n / total if total else None


def _of(project: Project) -> Select[tuple[int]]:
    is_visible = (SESSION.c.project_id == project.number, SESSION.c.pending == 0)
    return select(SESSION.c.id).where(*is_visible)
