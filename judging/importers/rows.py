"""Rows of a table that belong to one session, wherever they stand."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from judging.importers.conversation import conversation, refused
from judging.importers.date_orders import UNCLEAR, UNREADABLE, DateOrder, Dates
from judging.importers.fields import as_text
from judging.importers.importer import Item, Record, Rejected, UnreadableError
from judging.importers.message import Message
from judging.importers.row import Row
from judging.importers.row_shelf import RowShelf
from judging.importers.tables import BLOCK

NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,9})?")
NO_ROW = "It has not the columns of this format. Name them as docs/formats.md does."
NO_SESSION = "The row names no session. Fill in its id."


@dataclass(frozen=True, slots=True)
class RowReader:
    """
    How an importer reads rows.

    Attributes:
        name: The importer's.

        recognises: Whether a record is such a row.

        names: What may be the id of a row's session, given the row and its number from 1;
            empty where a row has no such name.

        choice: Which of these names is, by all rows: its place among them.

        messages: What the rows of one session say.

        dates: The order of days and months, where the rows leave it open.
    """

    name: str
    recognises: Callable[[Record], bool]
    names: Callable[[Row, int], tuple[str, ...]]
    choice: Callable[[RowShelf], int]
    messages: Callable[[list[Row]], list[Message]]
    dates: DateOrder | None = None

    def sessions(self, records: Iterable[Record | Rejected]) -> Iterator[Item]:
        """Yield the sessions in the order in which they begin, having read all rows."""
        with RowShelf() as shelf:
            rows, dates = 0, Dates(self.dates)
            for record in records:
                if isinstance(record, Rejected):
                    yield record
                elif self.recognises(record):
                    rows += 1
                    row = Row.of(record)
                    if row.time is None and "time" in row.fields:
                        dates.note(row.get("time"))
                    shelf.put(row, self.names(row, rows))
                else:
                    yield Rejected(record.where, NO_ROW)
            kind = self.choice(shelf)
            for row in shelf.nameless(kind):
                yield Rejected(row.record.where, NO_SESSION)
            for name, own in shelf.by_name(kind):
                yield self._session(_ordered(_timed(own, dates)), name, dates)

    def _session(self, rows: list[Row], external_id: str, dates: Dates) -> Item:
        untimed = any(row.time is None and row.get("time") is not None for row in rows)
        unclear = dates.unclear if untimed else ""
        record = replace(rows[0].record, notes=_notes(rows, unclear, untimed=untimed))
        goals = (as_text(row.get("goal")) for row in rows)
        try:
            found = conversation(
                record,
                self.messages(rows),
                self.name,
                external_id=external_id,
                goal=next(filter(None, goals), None),
                metadata=_constant(rows),
            )
            return replace(found, unclear_date=unclear)
        except UnreadableError as problem:
            return refused(record, problem)


def _notes(rows: list[Row], unclear: str, *, untimed: bool) -> tuple[str, ...]:
    notes = dict.fromkeys(note for row in rows for note in row.record.notes)
    return (*notes, UNCLEAR if unclear else UNREADABLE) if untimed else tuple(notes)


def _timed(rows: list[Row], dates: Dates) -> list[Row]:
    """Return rows with the times that are told by the order of all dates."""
    if dates.order is None or all(row.time for row in rows):
        return rows
    return [row if row.time else replace(row, time=dates.read(row.get("time"))) for row in rows]


def _ordered(rows: list[Row]) -> list[Row]:
    """Return rows by number of turn if all have one, else by time if all do, else as they are."""
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
