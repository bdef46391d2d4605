"""Mastra's threads: messages as its storage keeps them, a file a thread or a row a message."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_id, as_text, first, started_at
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.json_values import container
from judging.importers.message import Message
from judging.importers.row import Row
from judging.importers.rows import RowReader
from judging.importers.ui_parts import ui_messages

THREADS = ("threadId", "thread_id")
RESOURCES = ("resourceId", "resource_id")


class MastraMessages:
    """Sessions as `messages` with `threadId` and `resourceId`, or as rows with both."""

    name = "mastra_messages"
    title = "Mastra threads"

    def recognises(self, record: Record) -> bool:
        return _is_row(record.value) or any(map(_is_row, _listed(record.value)[:1]))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        rows = RowReader(self.name, _is_message, _names, lambda _: 0, _said_in)
        for is_row, group in groupby(records, _is_message):
            if is_row:
                yield from rows.sessions(group)
            else:
                yield from each(group, self._session)

    def _session(self, record: Record) -> Found:
        entries = _listed(record.value)
        if not entries:
            raise UnreadableError(NO_MESSAGES)
        thread = record.value.get("thread")
        about = thread if isinstance(thread, dict) else {}
        named = (as_id(first(entry, THREADS)) for entry in entries if isinstance(entry, dict))
        return conversation(
            record,
            _messages(entries),
            self.name,
            external_id=as_id(about.get("id")) or next(filter(None, named), ""),
            title=as_text(about.get("title")),
            started_at=started_at(about),
        )


def _is_message(record: Record) -> bool:
    return _is_row(record.value)


def _is_row(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and {"role", "content"} <= value.keys()
        and any(name in value for name in THREADS)
        and any(name in value for name in RESOURCES)
    )


def _listed(value: Any) -> list[Any]:
    entries = container(value.get("messages")) if isinstance(value, dict) else None
    return entries if isinstance(entries, list) else []


def _names(row: Row, _: int) -> tuple[str]:
    return (as_id(first(row.record.value, THREADS)),)


def _said_in(rows: list[Row]) -> list[Message]:
    return _messages(row.record.value for row in rows)


def _messages(entries: Iterable[Any]) -> list[Message]:
    return ui_messages(map(_entry, entries))


def _entry(entry: Any) -> Any:
    """Return a message with its parts beside the role; an old one has only its content."""
    if not isinstance(entry, dict):
        return entry
    content = container(entry.get("content"))
    if isinstance(content, Mapping):
        return {**entry, "content": None, **content}
    return {name: v for name, v in entry.items() if name != "type"} | {"content": content}
