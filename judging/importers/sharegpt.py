"""ShareGPT: conversations of from and value, with calls and observations as JSON text."""

from collections.abc import Iterable, Iterator
from typing import Any

from judging.importers.content import spread, text_in
from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_id, session_id
from judging.importers.importer import Found, Item, Record, Unit, UnreadableError
from judging.importers.json_values import container
from judging.importers.message import Message
from judging.importers.messages import messages_of
from judging.importers.tool_calls import calls_of


class ShareGPT:
    """Sessions as `conversations`, each message `from` someone with a `value`."""

    name = "sharegpt"
    title = "ShareGPT"

    def recognises(self, record: Record) -> bool:
        entries = _listed(record.value)
        return _is_message(entries[0]) if entries else False

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        entries = _listed(record.value)
        if not entries:
            raise UnreadableError(NO_MESSAGES)
        stated = session_id(record.value)
        item = f"item-{record.number}" if record.unit is Unit.ITEM else ""
        return conversation(record, _messages(entries), self.name, external_id=stated or item)


def _listed(value: Any) -> list[Any] | None:
    entries = container(value.get("conversations")) if isinstance(value, dict) else None
    return entries if isinstance(entries, list) else None


def _is_message(entry: Any) -> bool:
    return isinstance(entry, dict) and (
        ("from" in entry and "value" in entry) or ("role" in entry and "content" in entry)
    )


def _messages(entries: Iterable[Any]) -> Iterator[Message]:
    for place, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise UnreadableError(
                f"Here stands {entry!r:.40}, not a message with from and value.",
                f"message {place}",
            )
        if "from" not in entry:
            yield from messages_of([entry])
        elif isinstance(entry.get("value"), list):
            yield from spread(Message(as_id(entry["from"])), entry["value"])
        else:
            yield _message(as_id(entry["from"]), entry.get("value"))


def _message(speaker: str, value: Any) -> Message:
    called = container(value) if speaker == "function_call" else None
    if isinstance(called, list | dict):
        return Message("assistant", calls=calls_of(called))
    if speaker == "function_call":
        speaker = "assistant"
    return Message(speaker, text_in(value))
