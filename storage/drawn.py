"""What of queues matters where sessions are labelled: their order, and the chance of each."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from storage.tables import QueueRow, SessionRow, TaskRow, table

QUEUE, SESSION, TASK = table(QueueRow), table(SessionRow), table(TaskRow)


def in_order(
    connection: Connection, project: int, labellable: Iterable[ColumnElement[bool]]
) -> list[int]:
    """Return what was drawn for everybody, the oldest draw first, in the order of each."""
    joined = TASK.join(QUEUE, QUEUE.c.id == TASK.c.queue_id).join(
        SESSION, SESSION.c.id == TASK.c.session_id
    )
    for_everybody = (QUEUE.c.reviewers == 0, QUEUE.c.closed_at.is_(None))
    query = select(TASK.c.session_id).select_from(joined)
    mine = query.where(QUEUE.c.project_id == project, *for_everybody, *labellable)
    return list(connection.scalars(mine.order_by(QUEUE.c.id, TASK.c.priority, TASK.c.id)))


def chance(connection: Connection, project: int, session: int) -> dict[str, Any]:
    """
    Return the stratum and the chance of a session as a label keeps them; empty without a queue.

    In several queues, the oldest that knows its chance says so: it was drawn, whoever chose it
    by hand besides.
    """
    query = (
        select(TASK.c.stratum, TASK.c.inclusion_prob)
        .join(QUEUE, QUEUE.c.id == TASK.c.queue_id)
        .where(QUEUE.c.project_id == project, TASK.c.session_id == session)
        .order_by(TASK.c.inclusion_prob.is_(None), QUEUE.c.id)
        .limit(1)
    )
    row = connection.execute(query).first()
    return dict(row._mapping) if row else {}  # noqa: SLF001  (as SQLAlchemy has it)
