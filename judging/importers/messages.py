"""Messages in the shapes that chat formats share: OpenAI, Anthropic and their kin."""

from collections.abc import Iterable, Mapping
from typing import Any

from judging.importers.content import is_action, spread, text_in
from judging.importers.fields import as_id, first
from judging.importers.importer import UnreadableError
from judging.importers.json_values import container
from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.importers.times import instant
from judging.importers.tool_calls import calls_of
from judging.sessions import ToolCall

PLAIN = frozenset(("role", "content", "weight", "refusal", "annotations"))
SPEAKERS = ("role", "speaker", "sender", "author", "from")
CONTENTS = ("content", "text", "message", "value", "refusal", "blocks", "audio")
CALLS = ("tool_calls", "toolCalls", "tools_called", "toolsCalled", "function_call")
CALL_IDS = ("tool_call_id", "toolCallId", "tool_use_id")
THOUGHTS = ("reasoning_content", "reasoning", "thinking")
TURNS = (
    "external_turn",
    "turn",
    "turn_idx",
    "turn_index",
    "turn_number",
    "turn_id",
    "index",
    "number",
)
OWN_IDS = ("id", "message_id", "uuid")
TIMES = ("timestamp", "created_at", "createdAt", "ts", "time", "date")
MODELS = ("model", "model_name")
# What few messages have: looked for only where one of them is there.
DETAILS = frozenset(
    (*THOUGHTS, *TURNS, *OWN_IDS, *TIMES, *MODELS, "modelInfo", "is_error", "error", "speaker")
)


def messages_of(entries: Iterable[Any]) -> list[Message]:
    """
    Return the messages that `entries` are: one each, or several where answers stand in between.

    Besides objects reads `["human", "hi"]` pairs, and a bare string as the user's.

    Raises:
        UnreadableError: At an entry that is no message, naming its place.
    """
    messages: list[Message] = []
    for place, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            messages.append(_shorthand(entry, place))
        elif _is_plain(entry):
            messages.append(Message(entry["role"], entry["content"]))
        else:
            messages += _messages(entry)
    return messages


def has_actions(entries: Iterable[Any]) -> bool:
    """Tell whether a message has a block that calls, answers or thinks."""
    for entry in entries:
        content = entry.get("content") if type(entry) is dict else None
        if type(content) is list and any(map(is_action, content)):
            return True
    return False


def _is_plain(entry: dict[str, Any]) -> bool:
    """Tell whether there is nothing but role and text: most messages, read the short way."""
    return (
        type(entry.get("content")) is str
        and type(entry.get("role")) is str
        and (len(entry) == 2 or entry.keys() <= PLAIN)
    )


def _messages(entry: Mapping[str, Any]) -> list[Message]:
    message = Message(_speaker(entry), calls=_calls(entry))
    if call_id := first(entry, CALL_IDS):
        message.call_id = as_id(call_id) or None
    if message.call_id or message.speaker in ("tool", "function"):
        message.tool_name = as_id(first(entry, ("name", "tool_name"))) or None
    if not entry.keys().isdisjoint(DETAILS):
        _add_details(message, entry)
    content = first(entry, CONTENTS) if entry.get("content") is None else entry["content"]
    if isinstance(content, list):
        messages = spread(message, content)
    else:
        message.content = _text(content)
        messages = [message]
    return _with_outputs(messages, entry) if message.calls else messages


def _text(content: Any) -> str | None:
    """Return content as text; of what was spoken, how it was written down."""
    is_spoken = isinstance(content, dict) and isinstance(content.get("transcript"), str)
    return str(content["transcript"]) if is_spoken else text_in(content)


def _add_details(message: Message, entry: Mapping[str, Any]) -> None:
    message.reasoning = text_in(first(entry, THOUGHTS))
    message.is_error = entry.get("is_error") is True or entry.get("error") is True
    message.model = _model(entry)
    message.timestamp = instant(first(entry, TIMES))
    if isinstance(speaker := entry.get("speaker"), str) and entry.get("role"):
        message.role, message.speaker = role_of(message.speaker)[0], speaker
    message.external = as_id(first(entry, TURNS)) or as_id(first(entry, OWN_IDS)) or None


def _speaker(entry: Mapping[str, Any]) -> str:
    speaker = entry.get("role")
    if type(speaker) is str:
        return speaker
    speaker = first(entry, SPEAKERS)
    if isinstance(speaker, dict):
        speaker = first(speaker, ("role", "name", "type"))
    return as_id(speaker) or ("tool" if first(entry, CALL_IDS) else "")


def _calls(entry: Mapping[str, Any]) -> tuple[ToolCall, ...]:
    value = first(entry, CALLS)
    return calls_of(container(value)) if value is not None else ()


def _model(entry: Mapping[str, Any]) -> str | None:
    info = entry.get("modelInfo")
    model = info.get("id") if isinstance(info, dict) else first(entry, MODELS)
    return model if isinstance(model, str) else None


def _with_outputs(messages: list[Message], entry: Mapping[str, Any]) -> list[Message]:
    """Return calls, answers, text where the calls carry their answers with them."""
    called = first(entry, CALLS)
    if not isinstance(called, list) or not any(_output(call) is not None for call in called):
        return messages
    *before, last = messages
    answers = [
        Message(
            "tool",
            output,
            call_id=call.id or None,
            tool_name=call.name or None,
            is_error=_failed(value),
        )
        for call, value in zip(last.calls, (v for v in called if v), strict=False)
        if (output := _output(value)) is not None
    ]
    calling = Message(last.speaker, calls=last.calls, model=last.model, external=last.external)
    last.calls = ()
    return [*before, calling, *answers, *([] if last.is_silent else [last])]


def _failed(call: Any) -> bool:
    return isinstance(call, dict) and (call.get("success") is False or call.get("is_error") is True)


def _output(call: Any) -> str | None:
    return text_in(first(call, ("output", "result"))) if isinstance(call, dict) else None


def _shorthand(entry: Any, place: int) -> Message:
    if isinstance(entry, str):
        return Message("user", entry)
    if isinstance(entry, list) and len(entry) == 2 and all(isinstance(x, str) for x in entry):
        return Message(*entry)
    raise UnreadableError(
        f"Here stands {entry!r:.40}, not a message. A message is an object with role and content.",
        f"message {place}",
    )
