"""Tables and JSON Lines with a message a row."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from judging.importers.columns import fields_of
from judging.importers.date_orders import DateOrder
from judging.importers.fields import as_id
from judging.importers.importer import Item, Record
from judging.importers.message import Message
from judging.importers.messages import messages_of
from judging.importers.row import Row
from judging.importers.row_shelf import RowShelf
from judging.importers.rows import RowReader
from judging.importers.tables import BLOCK

# Fields of chat messages that stand in a row under their own names.
PASSED = (
    "tool_calls",
    "function_call",
    "tool_call_id",
    "tool_name",
    "name",
    "reasoning",
    "reasoning_content",
    "is_error",
)


@dataclass(frozen=True)
class LongTable:
    """
    Sessions as rows of session, turn, role and content, in any order.

    Attributes:
        dates: The order of days and months, where the table leaves it open.
    """

    dates: DateOrder | None = None
    name = "long_table"
    title = "A message a row (CSV, TSV, JSONL)"

    def recognises(self, record: Record) -> bool:
        return (
            isinstance(record.value, dict) and {"role", "content"} <= fields_of(record.value).keys()
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = RowReader(self.name, self.recognises, names, choice, messages, self.dates)
        return reader.sessions(records)


def names(row: Row, _: int) -> tuple[str, ...]:
    """Return a row's session as stated, its own id, and its file without and with its block."""
    stem = row.record.source.stem
    block = row.record.value.get(BLOCK, "1")
    return row.session, as_id(row.get("id")), stem, f"{stem}#{block}"


def choice(shelf: RowShelf) -> int:
    """Return the place of what is stated, else of an id that rows share, else of file or block."""
    stated, own, file, block = range(4)
    if shelf.has_any(stated):
        return stated
    if shelf.has_all(own) and shelf.different(own) < shelf.count:
        return own
    return file if shelf.different(block) == 1 else block


def messages(rows: list[Row]) -> list[Message]:
    """Return what the rows of one session say, in their order."""
    return messages_of(_entry(row) for row in rows)


def _entry(row: Row) -> dict[str, Any]:
    passed = {name: row.record.value[name] for name in PASSED if name in row.record.value}
    return passed | {
        "role": row.get("role"),
        "content": row.get("content"),
        "turn": row.turn or as_id(row.get("id")),
        "timestamp": row.time,
        "model": row.get("model"),
    }
