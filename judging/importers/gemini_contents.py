"""Gemini's contents: messages of parts, the model's role being `model`."""

from collections.abc import Iterable, Iterator
from typing import Any

from judging.importers.content import as_json, joined
from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_id, first
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message
from judging.sessions import Role, ToolCall

LISTS = ("contents", "messages", "history", "events")
CALLS = ("functionCall", "function_call")
ANSWERS = ("functionResponse", "function_response")
DATA = ("inlineData", "inline_data", "fileData", "file_data")
MIME_TYPES = ("mimeType", "mime_type")


class GeminiContents:
    """Sessions as `contents` (or messages) whose parts are text, calls, answers and thoughts."""

    name = "gemini_contents"
    title = "Gemini contents"

    def recognises(self, record: Record) -> bool:
        entries = _listed(record.value)
        return all(map(is_content, entries[:2])) if entries else False

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        entries = _listed(record.value)
        if not entries:
            raise UnreadableError(NO_MESSAGES)
        return conversation(record, contents_of(entries), self.name)


def _listed(value: Any) -> list[Any] | None:
    held = (value.get(name) for name in LISTS) if isinstance(value, dict) else (value,)
    entries = next((entries for entries in held if isinstance(entries, list)), None)
    return entries and [_content(entry) for entry in entries]


def _content(entry: Any) -> Any:
    """Return the content of an event of the Agent Development Kit; another entry as it is."""
    inner = entry.get("content") if isinstance(entry, dict) and "author" in entry else None
    return inner if isinstance(inner, dict) and "parts" in inner else entry


def is_content(entry: Any) -> bool:
    """Tell whether `entry` is a message of parts without types."""
    parts = entry.get("parts") if isinstance(entry, dict) else None
    return isinstance(parts, list) and not any(
        isinstance(part, dict) and ("type" in part or "part_kind" in part) for part in parts
    )


def contents_of(entries: Iterable[Any]) -> Iterator[Message]:
    """
    Yield the messages in `entries`: answers of functions each for itself, before the rest.

    Raises:
        UnreadableError: At an entry that has no parts, naming its place.
    """
    for place, entry in enumerate(entries, 1):
        if not is_content(entry):
            raise UnreadableError(
                f"Here stands {entry!r:.40}, not a message with parts.", f"message {place}"
            )
        parts = [part if isinstance(part, dict) else {"text": part} for part in entry["parts"]]
        yield from (_answer(part) for part in parts if first(part, ANSWERS))
        if rest := [part for part in parts if not first(part, ANSWERS)]:
            yield _said(as_id(entry.get("role")) or "user", rest)


def _said(speaker: str, parts: list[dict[str, Any]]) -> Message:
    texts = [
        text for part in parts if not part.get("thought") and (text := _text(part)) is not None
    ]
    thoughts = [text for part in parts if part.get("thought") and (text := _text(part))]
    return Message(
        speaker,
        joined(texts) if texts else None,
        "\n".join(thoughts) or None,
        tuple(_call(called) for part in parts if (called := first(part, CALLS))),
    )


def _text(part: dict[str, Any]) -> str | None:
    if isinstance(part.get("text"), str):
        return str(part["text"])
    if first(part, CALLS):
        return None
    if data := first(part, DATA):
        kind = as_id(first(data, MIME_TYPES)).split("/")[0] if isinstance(data, dict) else ""
        return f"[{kind}]" if kind in ("image", "audio", "video") else "[file]"
    return as_json(part) if part else None


def _call(called: Any) -> ToolCall:
    if not isinstance(called, dict):
        return ToolCall("", as_id(called))
    return ToolCall(as_id(called.get("id")), as_id(called.get("name")), called.get("args"))


def _answer(part: dict[str, Any]) -> Message:
    answer = first(part, ANSWERS)
    if not isinstance(answer, dict):
        return Message("function", as_json(answer), role=Role.TOOL)
    return Message(
        "function",
        as_json(answer.get("response")),
        call_id=as_id(answer.get("id")) or None,
        tool_name=as_id(answer.get("name")) or None,
        role=Role.TOOL,
    )
