"""Tables and JSON Lines with an exchange a row."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from judging.importers.columns import fields_of, is_trace, plain
from judging.importers.content import text_in
from judging.importers.date_orders import DateOrder
from judging.importers.fields import as_id
from judging.importers.history import extend
from judging.importers.importer import Item, Record, Unit
from judging.importers.json_values import container
from judging.importers.message import Message
from judging.importers.messages import messages_of
from judging.importers.row import Row
from judging.importers.row_shelf import RowShelf
from judging.importers.rows import RowReader

HALVES = (("user", "input"), ("assistant", "output"))


@dataclass(frozen=True)
class PairTable:
    """
    Sessions as rows of session, user and assistant; an empty half is no turn.

    Attributes:
        dates: The order of days and months, where the table leaves it open.
    """

    dates: DateOrder | None = None
    name = "pair_table"
    title = "An exchange a row (CSV, TSV, JSONL)"

    def recognises(self, record: Record) -> bool:
        if not isinstance(record.value, dict):
            return False
        fields = fields_of(record.value)
        if {"role", "content"} <= fields.keys() or not _has_text(record, fields):
            return False
        return {"user", "assistant"} <= fields.keys() or (
            {"input", "output"} <= fields.keys() and not is_trace(record.value)
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = RowReader(self.name, self.recognises, names, choice, messages, self.dates)
        return reader.sessions(records)


def _has_text(record: Record, fields: dict[str, str]) -> bool:
    """Tell whether only the input and output of a JSON object are more than a word or number."""
    inner = [fields.get("input"), fields.get("output")]
    return record.unit is Unit.ROW or not any(
        isinstance(value, list | dict) for name, value in record.value.items() if name not in inner
    )


def names(row: Row, number: int) -> tuple[str, ...]:
    """Return a row's session as stated, its file, its file and number, and its turn."""
    stem = row.record.source.stem
    return row.session or as_id(row.get("id")), stem, f"{stem}#{number}", row.turn


def choice(shelf: RowShelf) -> int:
    """Return the place of what is stated, else of the file where turns are, else of the row."""
    stated, file, own, turn = range(4)
    if shelf.has_any(stated):
        return stated
    return file if shelf.has_all(turn) else own


def messages(rows: list[Row]) -> list[Message]:
    """Return what the rows of one session say, in their order, the user's half first."""
    said: list[Message] = []
    for row in rows:
        halves = [message for names in HALVES for message in _half(row, *names)]
        if any(isinstance(_inner(row, "input"), list) for _ in halves[:1]):
            extend(said, halves)
        else:
            said += halves
    return said


def _half(row: Row, speaker: str, payload: str) -> list[Message]:
    if (text := row.get(speaker)) is not None:
        messages = [Message(speaker, text_in(text))]
    else:
        inner = _inner(row, payload)
        if isinstance(inner, list):
            messages = list(messages_of(inner))
        else:
            messages = [Message(speaker, text_in(inner))] if inner is not None else []
    for message in messages:
        message.external = row.turn or None
        message.timestamp = row.time
    return messages


def _inner(row: Row, payload: str) -> Any:
    """Return what an input or output holds: a list of messages where it is one, else the text."""
    value = row.get(payload)
    inner = container(value)
    if isinstance(inner, dict) and [plain(str(name)) for name in inner] == [payload]:
        inner = next(iter(inner.values()))
    if isinstance(inner, dict) and isinstance(inner.get("messages"), list):
        inner = inner["messages"]
    if isinstance(inner, dict) and "role" in inner:
        inner = [inner]
    is_list = (
        isinstance(inner, list) and inner and isinstance(inner[0], dict) and "role" in inner[0]
    )
    return inner if is_list or isinstance(inner, str) else value
