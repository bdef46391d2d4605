"""Rows of a table that belong to one session, wherever they stand."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from judging.importers.columns import fields_of
from judging.importers.conversation import conversation, refused
from judging.importers.fields import as_id, as_text
from judging.importers.importer import Item, Record, Rejected, UnreadableError
from judging.importers.message import Message
from judging.importers.tables import BLOCK
from judging.importers.times import instant

NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,9})?")
NO_ROW = "It has not the columns of this format. Name them as docs/formats.md does."
NO_SESSION = "The row names no session. Fill in its id."
UNCLEAR_TIMES = "Times that can be read in two ways, or in none, were left out."


@dataclass(frozen=True, slots=True)
class Row:
    """
    A record, and which of its columns are which fields.

    Attributes:
        turn: The source's number of the turn, empty without one.

        time: When, in UTC; None where it is not stated, or could be read in two ways.
    """

    record: Record
    fields: dict[str, str]
    turn: str
    time: datetime | None

    @classmethod
    def of(cls, record: Record) -> "Row":
        """Return the row that `record` is, its columns known by their names."""
        fields, value = fields_of(record.value), record.value
        turn = as_id(value[fields["turn"]]) if "turn" in fields else ""
        time = instant(value[fields["time"]]) if "time" in fields else None
        return cls(record, fields, turn, time)

    def get(self, field: str) -> Any:
        """Return the value of `field`, or None without the column or with an empty cell."""
        value = self.record.value.get(self.fields.get(field, ""))
        return None if value == "" else value

    @property
    def session(self) -> str:
        """The session's id, empty without one."""
        return as_id(self.get("session")) or as_id(self.get("trace"))


@dataclass(frozen=True, slots=True)
class RowReader:
    """
    How an importer reads rows.

    Attributes:
        name: The importer's.

        recognises: Whether a record is such a row.

        ids: The session of each row, in order; empty where a row names none.

        messages: What the rows of one session say.
    """

    name: str
    recognises: Callable[[Record], bool]
    ids: Callable[[list[Row]], list[str]]
    messages: Callable[[list[Row]], list[Message]]

    def sessions(self, records: Iterable[Record]) -> Iterator[Item]:
        """Yield the sessions in the order in which they begin, having read all rows."""
        rows: list[Row] = []
        for record in records:
            if self.recognises(record):
                rows.append(Row.of(record))
            else:
                yield Rejected(record.where, NO_ROW)
        ids = self.ids(rows)
        names = {id(row): name for row, name in zip(rows, ids, strict=True)}
        for group in _by_session(rows, ids):
            if isinstance(group, Rejected):
                yield group
            else:
                yield self._session(group, names[id(group[0])])

    def _session(self, rows: list[Row], external_id: str) -> Item:
        record = replace(rows[0].record, notes=_notes(rows))
        goals = (as_text(row.get("goal")) for row in rows)
        try:
            return conversation(
                record,
                self.messages(rows),
                self.name,
                external_id=external_id,
                goal=next(filter(None, goals), None),
                metadata=_constant(rows),
            )
        except UnreadableError as problem:
            return refused(record, problem)


def _by_session(rows: Iterable[Row], ids: Iterable[str]) -> Iterator[Rejected | list[Row]]:
    """
    Yield the rows of each of `ids` together, as the sessions begin, or that a row has none.

    A session's rows are in order: by number of turn if all rows have one, else by time if all
    do, else the file's.
    """
    sessions: dict[str, list[Row]] = {}
    for row, external_id in zip(rows, ids, strict=True):
        if external_id:
            sessions.setdefault(external_id, []).append(row)
        else:
            yield Rejected(row.record.where, NO_SESSION)
    yield from map(_ordered, sessions.values())


def _notes(rows: list[Row]) -> tuple[str, ...]:
    notes = dict.fromkeys(note for row in rows for note in row.record.notes)
    unclear = any(row.get("time") is not None and row.time is None for row in rows)
    return (*notes, UNCLEAR_TIMES) if unclear else tuple(notes)


def _ordered(rows: list[Row]) -> list[Row]:
    if all(NUMBER.fullmatch(row.turn) for row in rows):
        return sorted(rows, key=lambda row: float(row.turn))
    timed = [(time, row) for row in rows if (time := row.time)]
    if len(timed) < len(rows):
        return rows
    return [row for _, row in sorted(timed, key=lambda pair: pair[0])]


def _constant(rows: list[Row]) -> dict[str, Any]:
    """Return what no field takes and all rows say alike: it is the session's."""
    first, taken = rows[0].record.value, set(rows[0].fields.values())
    return {
        column: value
        for column, value in first.items()
        if column not in taken
        and column != BLOCK
        and isinstance(value, str | int | float)
        and value != ""
        and all(row.record.value.get(column) == value for row in rows)
    }
