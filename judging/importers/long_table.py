"""Tables and JSON Lines with a message a row."""

from collections.abc import Iterator
from typing import Any

from judging.importers.columns import fields_of
from judging.importers.fields import as_id
from judging.importers.importer import Item, Record
from judging.importers.message import Message
from judging.importers.messages import messages_of
from judging.importers.rows import Row, RowReader
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


class LongTable:
    """Sessions as rows of session, turn, role and content, in any order."""

    name = "long_table"
    title = "A message a row (CSV, TSV, JSONL)"

    def recognises(self, record: Record) -> bool:
        return (
            isinstance(record.value, dict) and {"role", "content"} <= fields_of(record.value).keys()
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return RowReader(self.name, self.recognises, ids, messages).sessions(records)


def ids(rows: list[Row]) -> list[str]:
    """Return each row's session: as stated, by an id that rows share, or by file or block."""
    stated = [row.session for row in rows]
    if any(stated):
        return stated
    own = [as_id(row.get("id")) for row in rows]
    if all(own) and len(set(own)) < len(own):
        return own
    blocks = [row.record.value.get(BLOCK, "1") for row in rows]
    stems = [row.record.source.stem for row in rows]
    if len(set(blocks)) == 1:
        return stems
    return [f"{stem}#{block}" for stem, block in zip(stems, blocks, strict=True)]


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
