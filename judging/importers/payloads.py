"""What a traced call took in or gave out: messages in any known shape, or plain text."""

from collections.abc import Mapping
from typing import Any

from judging.importers.content import answer_in, as_json, kind_of, text_in
from judging.importers.fields import as_dict, first
from judging.importers.gemini_contents import contents_of, is_content
from judging.importers.json_values import container
from judging.importers.langchain_messages import entries_of, is_langchain
from judging.importers.message import Message
from judging.importers.messages import messages_of
from judging.importers.response_items import is_item, messages_in
from judging.importers.roles import role_of
from judging.importers.transcripts import is_transcript, spoken_in
from judging.importers.ui_parts import is_ui, ui_messages
from judging.sessions import Role

# What a model that only completes texts was given; of several, the first.
TEXTS = "prompts"
LISTS = ("messages", "contents", "choices", "generations", TEXTS)
SINGLES = (
    "message",
    "output",
    "input",
    "content",
    "text",
    "answer",
    "response",
    "result",
    "query",
    "question",
    "prompt",
)
SAID = ("content", "parts", "tool_calls", "refusal")
PROMPTS = ("system", "system_instruction", "systemInstruction", "instructions")
# A message in a choice in a generation, in its wrapping.
DEEPEST = 6


def spoken(value: Any, speaker: str) -> list[Message]:
    """
    Return the messages in `value`: a list of them, one, what holds them, or text by `speaker`.

    JSON as text is read where it holds messages; any other text stays as it is, also JSON.

    Raises:
        UnreadableError: At an entry of a list of messages that is none.
    """
    held = container(value)
    entries = _entries(held, speaker, 0)
    if entries is None:
        text = value if isinstance(value, str) else as_json(value)
        entries = [] if value in (None, "", [], {}) else _written(text, speaker)
    return [*_prompt(held, speaker), *_messages(entries, speaker)]


def has_typed_parts(entry: Any) -> bool:
    """Tell whether `entry` is a message of OpenTelemetry's parts."""
    parts = entry.get("parts") if isinstance(entry, dict) and "role" in entry else None
    return isinstance(parts, list) and bool(parts) and all(map(kind_of, parts)) and not is_ui(entry)


def answer(value: Any) -> str:
    """Return what a tool answered: the text of its blocks, if it has any, else all of it."""
    held = container(value)
    return value if isinstance(value, str) and _is_plain_json(held) else answer_in(held)


def _is_plain_json(value: Any) -> bool:
    """Tell whether a value has no blocks of text in it, so that its own spelling is the answer."""
    content = value.get("content") if isinstance(value, dict) else value
    return not (isinstance(content, list) and content and all(map(kind_of, content)))


def _messages(entries: list[Any], speaker: str) -> list[Message]:
    if any(map(is_item, entries)):
        return messages_in(entries)
    if any(map(is_ui, entries)):
        return ui_messages(entries)
    if entries and all(map(is_content, entries)):
        return list(contents_of({"role": speaker, **entry} for entry in entries))
    said = (entry for entry in entries_of(entries) if not _is_definition(entry))
    return messages_of(map(_plain, said))


def _is_definition(entry: Any) -> bool:
    """Tell whether it is the description of a tool, which some trackers put among the messages."""
    content = entry.get("content") if isinstance(entry, dict) else None
    if not isinstance(content, dict) or entry.get("role") != "tool":
        return False
    return "input_schema" in content or "parameters" in as_dict(content.get("function", content))


def _prompt(value: Any, speaker: str) -> list[Message]:
    """Return the prompt that stands beside the messages of a request, or in a response."""
    if not isinstance(value, dict) or (speaker != "user" and value.get("object") != "response"):
        return []
    beside = first(value, PROMPTS)
    if beside is None and isinstance(value.get("config"), dict):
        beside = first(value["config"], PROMPTS)
    if isinstance(beside, dict) and isinstance(beside.get("parts"), list):
        beside = beside["parts"]
    text = text_in(beside) if isinstance(beside, str | list) else None
    return [Message("system", text)] if text else []


def _entries(value: Any, speaker: str, depth: int) -> list[Any] | None:
    """Return the messages that `value` is or holds; None if there are none in it."""
    if isinstance(value, list) and depth <= DEEPEST:
        return _listed(value, speaker, depth)
    if not isinstance(value, dict) or depth > DEEPEST:
        return None
    if _is_message(value):
        return [value if value.get("role") or is_langchain(value) else {**value, "role": speaker}]
    held = (_held(value, name, speaker, depth) for name in (*LISTS, *SINGLES))
    return next(filter(None, held), None)


def _held(value: Mapping[str, Any], name: str, speaker: str, depth: int) -> list[Any] | None:
    inner = container(value.get(name))
    if name == TEXTS and isinstance(inner, list) and inner:
        inner = inner[0]
    if isinstance(inner, str) and inner and name in (*SINGLES, TEXTS):
        return _written(inner, speaker)
    return _entries(inner, speaker, depth + 1) if inner else None


def _written(text: str, speaker: str) -> list[Any]:
    """Return a text as a message; a prompt that is written as a transcript as its turns."""
    said = spoken_in(text) if speaker == "user" and is_transcript(text) else []
    turns = [{"role": message.speaker, "content": message.content} for message in said]
    if said and not said[-1].content:
        # The word after which the model is to go on.
        return turns[:-1]
    is_prompt = bool(said) and role_of(said[0].speaker)[0] is Role.SYSTEM
    return turns if is_prompt else [{"role": speaker, "content": text}]


def _listed(values: list[Any], speaker: str, depth: int) -> list[Any] | None:
    if any(_is_message(value) or is_item(value) for value in values):
        return values
    if values and all(map(_is_call, values)):
        return [{"role": speaker, "tool_calls": values}]
    if values and isinstance(values[0], dict | list):
        # Of several choices, the first is the one that was taken.
        return _entries(values[0], speaker, depth + 1)
    return None


def _is_call(value: Any) -> bool:
    """Tell whether it is a call without a message around it."""
    return isinstance(value, dict) and (
        ("toolCallId" in value and "toolName" in value)
        or (value.get("type") == "function" and isinstance(value.get("function"), dict))
    )


def _is_message(value: Any) -> bool:
    if is_langchain(value) or is_content(value):
        return True
    return isinstance(value, dict) and "role" in value and any(name in value for name in SAID)


def _plain(entry: Any) -> Any:
    """Return a message with content in blocks, where it has OpenTelemetry's parts."""
    parts = entry.get("parts") if isinstance(entry, dict) else None
    if not isinstance(parts, list):
        return entry
    rest = {name: value for name, value in entry.items() if name != "parts"}
    return {**rest, "content": list(map(_block, parts))}


def _block(part: Any) -> Any:
    if not isinstance(part, Mapping):
        return part
    kind = kind_of(part)
    if kind == "tool_call_response":
        answer = part.get("response") if part.get("response") is not None else part.get("result")
        return {"type": "tool_result", "tool_use_id": part.get("id"), "content": answer}
    if kind in ("blob", "uri", "file"):
        return {"type": part.get("modality") or "file"}
    if kind == "text" and "text" not in part:
        return {"type": "text", "text": part.get("content")}
    return part
