"""OpenAI's Responses, one or chained, and the item lists of its Agents SDK."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.fields import as_id, as_text
from judging.importers.importer import Item, Record
from judging.importers.json_values import container
from judging.importers.message import Message
from judging.importers.response_items import is_item, messages_in
from judging.importers.times import instant
from judging.importers.traces import TraceReader

NO_RESPONSE = "It is no response, which has input or output items."
NO_ITEMS = "The responses have no items. Export them with their input and output."
LISTS = ("items", "input", "output")


class OpenAIResponses:
    """Sessions as responses of one conversation or chain, or as a list of items."""

    name = "openai_responses"
    title = "OpenAI Responses, Agents SDK"

    def recognises(self, record: Record) -> bool:
        value = record.value
        if isinstance(value, list):
            return any(map(is_item, value))
        if not isinstance(value, dict) or "type" in value:
            return False
        held = [value.get(name) for name in LISTS]
        is_response = value.get("object") == "response" and isinstance(value.get("output"), list)
        return is_response or any(isinstance(h, list) and any(map(is_item, h)) for h in held)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        chain = _Chain()
        reader = TraceReader(self.name, self.recognises, chain.exchanges, NO_RESPONSE, NO_ITEMS)
        return reader.sessions(records)


class _Chain:
    """Which session a response belongs to: that of the one before it, where it names one."""

    def __init__(self) -> None:
        self._sessions: dict[str, str] = {}

    def exchanges(self, record: Record) -> Iterator[Exchange]:
        value = record.value if isinstance(record.value, dict) else {"items": record.value}
        before = as_id(value.get("previous_response_id"))
        messages = [message for name in LISTS for message in _said(value.get(name))]
        prompt = as_text(value.get("instructions"))
        if prompt and not before:
            messages.insert(0, Message("system", prompt))
        if not messages:
            return
        session = _conversation(value) or self._sessions.get(before) or as_id(value.get("id"))
        session = session or record.stand_in
        self._sessions[as_id(value.get("id"))] = session
        model = as_text(value.get("model"))
        yield Exchange(record, session, messages, instant(value.get("created_at")), model)


def _conversation(value: Mapping[str, Any]) -> str:
    stated = value.get("conversation")
    named = stated.get("id") if isinstance(stated, dict) else stated
    return as_id(named) or as_id(value.get("session_id")) or as_id(value.get("conversation_id"))


def _said(value: Any) -> list[Message]:
    items = container(value)
    if isinstance(items, str):
        return [Message("user", items)]
    return messages_in(items) if isinstance(items, list) else []
