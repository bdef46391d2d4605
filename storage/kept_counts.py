"""Counts that took long, kept beside what they are counts of."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from storage.engine import writing
from storage.references import Compared
from storage.revision import Revision
from storage.tables import KeptCountRow, table

KEPT = table(KeptCountRow)
# Counting fewer units takes no longer than a page takes to be drawn.
WORTH_KEEPING = 5_000


@dataclass(frozen=True, slots=True)
class Kept:
    """Counts as JSON, and the state of the database that they are counts of."""

    revision: Revision
    counts: Mapping[str, Any]


def read(connection: Connection, compared: Compared, key: str) -> Kept | None:
    """Return what is kept under `key` of one criterion, judge and rubric version."""
    query = select(KEPT.c.revision, KEPT.c.counts).where(*_of(compared, key))
    row = connection.execute(query).first()
    return Kept(Revision.of_text(row.revision), row.counts) if row else None


def write(engine: Engine, compared: Compared, key: str, kept: Kept) -> None:
    """Keep counts in place of those before; where that cannot be, they are counted again."""
    row = {
        "rubric_version_id": compared.rubric_version,
        "judge_id": compared.judge,
        "criterion": compared.criterion,
        "held_against": key,
        "revision": str(kept.revision),
        "counts": kept.counts,
    }
    # Whoever counts at the same time keeps the same.
    with (
        suppress(IntegrityError, OperationalError),
        writing(engine, durable=False) as connection,
    ):
        connection.execute(delete(KEPT).where(*_of(compared, key)))
        connection.execute(insert(KEPT), row)


def _of(compared: Compared, key: str) -> tuple[ColumnElement[bool], ...]:
    return (
        KEPT.c.rubric_version_id == compared.rubric_version,
        KEPT.c.judge_id == compared.judge,
        KEPT.c.criterion == compared.criterion,
        KEPT.c.held_against == key,
    )
