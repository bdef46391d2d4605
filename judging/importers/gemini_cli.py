"""Gemini CLI's session files: each reply with the calls, answers and thoughts before it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from judging.importers.content import as_json, joined, text_in
from judging.importers.conversation import BY_PROGRAM, NO_MESSAGES, conversation, each, noted
from judging.importers.fields import as_id, as_list, as_text
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message
from judging.importers.times import instant
from judging.importers.tool_calls import call_of
from judging.sessions import Role

SPEAKERS = ("user", "gemini")


class GeminiCli:
    """Sessions as a `sessionId` and `messages` of `type` user and gemini."""

    name = "gemini_cli"
    title = "Gemini CLI sessions"

    def recognises(self, record: Record) -> bool:
        value = record.value
        messages = value.get("messages") if isinstance(value, dict) else None
        return (
            isinstance(messages, list)
            and "sessionId" in value
            and any(isinstance(m, dict) and m.get("type") in SPEAKERS for m in messages)
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        if not self.recognises(record):
            raise UnreadableError(NO_MESSAGES)
        messages: list[Message] = []
        notes = 0
        for place, entry in enumerate(record.value["messages"], 1):
            if not isinstance(entry, dict):
                raise UnreadableError(
                    f"Here stands {entry!r:.40}, not a message.", f"message {place}"
                )
            is_said = entry.get("type") in SPEAKERS
            messages += _messages(entry) if is_said else ()
            notes += not is_said
        return conversation(noted(record, BY_PROGRAM, notes), messages, self.name)


def _messages(entry: dict[str, Any]) -> Iterator[Message]:
    """Yield the calls with the thoughts before them, their answers and the text."""
    said = Message(
        entry["type"],
        _text(entry.get("content")),
        reasoning=_thoughts(entry.get("thoughts")),
        model=as_text(entry.get("model")),
        timestamp=instant(entry.get("timestamp")),
        external=as_id(entry.get("id")) or None,
    )
    calls = [call for call in as_list(entry.get("toolCalls")) if isinstance(call, dict)]
    if calls:
        yield replace(said, content=None, calls=tuple(map(call_of, calls)))
        yield from (answer for call in calls if (answer := _answer(call)))
        said.reasoning = None
    if said.content or not calls:
        yield said


def _text(content: Any) -> str | None:
    if not isinstance(content, list):
        return text_in(content)
    pieces = [text for part in content if (text := text_in(part)) is not None]
    return joined(pieces) if pieces else None


def _thoughts(thoughts: Any) -> str | None:
    told = [
        ": ".join(filter(None, (as_text(t.get("subject")), as_text(t.get("description")))))
        for t in as_list(thoughts)
        if isinstance(t, dict)
    ]
    return "\n".join(filter(None, told)) or None


def _answer(call: dict[str, Any]) -> Message | None:
    result = call.get("result")
    if result is None:
        return None
    return Message(
        "function",
        "\n".join(map(_result, result)) if isinstance(result, list) else text_in(result),
        call_id=as_id(call.get("id")) or None,
        tool_name=as_id(call.get("name")) or None,
        is_error=call.get("status") == "error",
        role=Role.TOOL,
    )


def _result(part: Any) -> str:
    """Return what a part answers: its output alone, where that is all."""
    answer = part.get("functionResponse") if isinstance(part, dict) else None
    told = answer.get("response") if isinstance(answer, dict) else None
    if (
        isinstance(told, dict)
        and len(told) == 1
        and isinstance(text := next(iter(told.values())), str)
    ):
        return text
    return text_in(part if told is None else as_json(told)) or ""
