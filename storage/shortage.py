"""The next best session of a queue: from the stratum whose labels are furthest from their goal."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, case, func, select
from sqlalchemy.sql.elements import ColumnElement

from judging.ratings import Maker
from storage.tables import GoldRow, TaskRow, table

GOLD, TASK = table(GoldRow), table(TaskRow)
# So often the next in the order of chance is taken: an order that only followed the shortage
# would let a reviewer guess what the judge said.
BLIND_EVERY = 3


def order(
    connection: Connection, queue: int, settings: Mapping[str, Any]
) -> list[ColumnElement[int]]:
    """
    Return what to order the free slots of a queue by: the stratum that lacks most comes first.

    Within a stratum the order stays one of chance. Empty where no stratum lacks more than
    another, and at every third slot.

    Args:
        connection: To read what is labelled.

        queue: Its number.

        settings: Of the queue. `classes` names for each stratum the answers that it is likely
            to bring, [criterion, outcome] each, and `target` how many labels of each are
            wanted. A stratum without classes lacks what is not done of it.
    """
    taken = select(func.count()).where(TASK.c.queue_id == queue, TASK.c.reviewer_id.is_not(None))
    if (connection.scalar(taken) or 0) % BLIND_EVERY == BLIND_EVERY - 1:
        return []
    classes: Mapping[str, list[list[str]]] = settings.get("classes") or {}
    found = _undone(connection, queue)
    if classes:
        given, target = _given(connection, queue), max(1, int(settings.get("target") or 1))
        found |= {
            stratum: max((1 - given.get((c, o), 0) / target for c, o in wanted), default=0.0)
            for stratum, wanted in classes.items()
        }
    lacks = {stratum: max(0.0, share) for stratum, share in found.items()}
    if len(set(lacks.values())) < 2:
        return []
    ranks = sorted(set(lacks.values()), reverse=True)
    return [case({s: ranks.index(n) for s, n in lacks.items()}, value=TASK.c.stratum, else_=0)]


def _undone(connection: Connection, queue: int) -> dict[str, float]:
    """Return the share of each stratum that is not labelled."""
    done = func.count(TASK.c.done_at)
    query = select(TASK.c.stratum, func.count(), done).where(TASK.c.queue_id == queue)
    rows = connection.execute(query.group_by(TASK.c.stratum))
    return {stratum or "": 1 - labelled / slots for stratum, slots, labelled in rows}


def _given(connection: Connection, queue: int) -> dict[tuple[str, str], int]:
    """Return on how many sessions of a queue people give each answer, by criterion."""
    mine = select(TASK.c.session_id).where(TASK.c.queue_id == queue)
    query = (
        select(GOLD.c.criterion, GOLD.c.outcome, func.count(GOLD.c.session_id.distinct()))
        .where(GOLD.c.session_id.in_(mine), GOLD.c.made_by == Maker.PERSON)
        .group_by(GOLD.c.criterion, GOLD.c.outcome)
    )
    return {(c, str(outcome)): n for c, outcome, n in connection.execute(query)}
