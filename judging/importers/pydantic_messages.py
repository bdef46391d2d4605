"""Pydantic AI's messages: requests and responses, in parts of a kind each."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judging.importers.content import answer_in, text_in
from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_id, as_text, dicts_in
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message
from judging.importers.times import instant
from judging.importers.tool_calls import arguments_of
from judging.sessions import Role, ToolCall

LISTS = ("messages", "all_messages", "message_history", "history")
SPEAKERS = {"system-prompt": "system", "user-prompt": "user"}
KINDS = ("request", "response")
RETRY, CALL, THOUGHT = "retry-prompt", "tool-call", "thinking"
# Of a response, what is read of it.
SAID = ("text", THOUGHT, CALL)


class PydanticMessages:
    """Sessions as a list of messages of `kind` request and response, with `part_kind` in each."""

    name = "pydantic_messages"
    title = "Pydantic AI messages"

    def recognises(self, record: Record) -> bool:
        entries = _listed(record.value)
        return bool(entries) and _is_message(entries[0])

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        entries = _listed(record.value)
        if not entries:
            raise UnreadableError(NO_MESSAGES)
        return conversation(record, list(_messages(entries)), self.name)


def _listed(value: Any) -> list[Any]:
    held = (value.get(name) for name in LISTS) if isinstance(value, dict) else (value,)
    return next((entries for entries in held if isinstance(entries, list)), [])


def _is_message(entry: Any) -> bool:
    if not isinstance(entry, dict) or entry.get("kind") not in KINDS:
        return False
    return any("part_kind" in part for part in dicts_in(entry.get("parts")))


def _messages(entries: Iterable[Any]) -> Iterator[Message]:
    for place, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or entry.get("kind") not in KINDS:
            raise UnreadableError(
                f"Here stands {entry!r:.40}, not a request or response.", f"message {place}"
            )
        parts = dicts_in(entry.get("parts"))
        if entry["kind"] == "request":
            yield from map(_asked, parts)
        else:
            yield _answered(entry, parts)


def _asked(part: Mapping[str, Any]) -> Message:
    kind, content = as_id(part.get("part_kind")), part.get("content")
    if kind in SPEAKERS:
        return Message(SPEAKERS[kind], text_in(content), timestamp=instant(part.get("timestamp")))
    tool = as_id(part.get("tool_name"))
    if kind == RETRY and not tool:
        return Message("user", text_in(content), timestamp=instant(part.get("timestamp")))
    return Message(
        kind or "tool",
        answer_in(content),
        call_id=as_id(part.get("tool_call_id")) or None,
        tool_name=tool or None,
        is_error=kind == RETRY,
        timestamp=instant(part.get("timestamp")),
        role=Role.TOOL,
    )


def _answered(entry: Mapping[str, Any], parts: list[dict[str, Any]]) -> Message:
    said = {kind: [part for part in parts if part.get("part_kind") == kind] for kind in SAID}
    texts, thoughts = (
        [text for part in said[kind] if (text := text_in(part.get("content")))]
        for kind in ("text", THOUGHT)
    )
    return Message(
        "assistant",
        "\n".join(texts) or None,
        "\n".join(thoughts) or None,
        tuple(map(_call, said[CALL])),
        model=as_text(entry.get("model_name")),
        timestamp=instant(entry.get("timestamp")),
    )


def _call(part: Mapping[str, Any]) -> ToolCall:
    called = as_id(part.get("tool_call_id")), as_id(part.get("tool_name"))
    return ToolCall(*called, arguments_of(part.get("args")))
