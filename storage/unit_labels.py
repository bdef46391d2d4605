"""The labels behind what the reference says of each unit."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, select

from storage.kept_labels import that_counts
from storage.references import Compared, given_by
from storage.tables import LabelRow, table

LABEL = table(LabelRow)
Unit = tuple[int, int]


def of(
    connection: Connection, sessions: Sequence[int], compared: Compared
) -> Mapping[Unit, list[RowMapping]]:
    """Return each unit's labels that count: `outcome`, whether `blind`, and `citations`."""
    found: dict[Unit, list[RowMapping]] = defaultdict(list)
    rows = connection.execute(_histories(sessions, compared)).mappings()
    for (session, turn, _), history in groupby(rows, itemgetter("session_id", "turn", "reviewer")):
        label = that_counts(history)
        if label and (label["blind"] is True or not compared.reference.blind_only):
            found[session, turn].append(label)
    return found


def _histories(sessions: Sequence[int], compared: Compared) -> Select[Any]:
    unit = (LABEL.c.session_id, LABEL.c.turn, LABEL.c.reviewer_id)
    said = (LABEL.c.outcome, LABEL.c.blind, LABEL.c.citations)
    # By session alone, which has one project: SQLite would go through all of a project's labels.
    query = select(*unit[:2], LABEL.c.reviewer_id.label("reviewer"), *said).where(
        LABEL.c.session_id.in_(sessions),
        LABEL.c.criterion == compared.criterion,
        LABEL.c.meaning == compared.meaning,
    )
    return given_by(compared.reference, query).order_by(*unit, LABEL.c.seq)
