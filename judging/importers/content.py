"""What stands under `content`: text, or blocks of many kinds."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from judging.importers.fields import as_id, dicts_in, first
from judging.importers.keyed_blocks import typed
from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.importers.tool_calls import call_of
from judging.sessions import Role, ToolCall

CALLS = frozenset(
    ("tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "tool-call", "function_call")
)
RESULTS = ("tool_result", "tool-result", "function_call_output")
THOUGHTS = frozenset(("thinking", "reasoning", "redacted_thinking"))
ACTIONS = CALLS | THOUGHTS | frozenset(RESULTS)
CALL_IDS = ("tool_use_id", "tool_call_id", "toolCallId", "call_id")
OUTPUTS = ("content", "output", "result")
TEXTS = ("text", "refusal", "value", "transcript")
THOUGHT_TEXTS = ("thinking", "text", "reasoning", "content", "value")
FILE_NAMES = ("name", "filename", "file_name", "title", "path")
# How the AI SDK wraps what a tool gave: as text, as JSON, as blocks, or as what went wrong.
WRAPPED, FAILED = ("text", "json", "content"), ("error-text", "error-json")
ATTACHMENTS = ("image", "audio", "video", "file", "document")
MARK = re.compile(r"\[(?:image|audio|video|file)\b[^\]\n]*\]")


def is_result(kind: str) -> bool:
    """Tell whether a block of this type is a tool's answer (`web_search_tool_result` is)."""
    return kind.endswith(RESULTS)


def is_action(block: Any) -> bool:
    """Tell whether a block calls a tool, answers a call or thinks."""
    kind = kind_of(block)
    return kind in ACTIONS or is_result(kind)


def kind_of(block: Any) -> str:
    """Return a block's type, empty for plain text and what has none."""
    kind = block.get("type") if isinstance(block, dict) else None
    return kind if isinstance(kind, str) else ""


def text_in(content: Any) -> str | None:
    """
    Return the text of any content: of blocks a line each, of other values as JSON.

    Inline data is left out; `[image]`, `[audio]`, `[file name]` marks its place.
    """
    if content is None or isinstance(content, str):
        return content
    if isinstance(content, list):
        pieces = [piece for block in content if (piece := _piece(block)) is not None]
        return joined(pieces) if pieces else None
    if isinstance(content, dict) and (kind_of(content) or isinstance(content.get("text"), str)):
        return _piece(content)
    return as_json(content)


def answer_in(value: Any) -> str:
    """
    Return what a tool answered as text: of its blocks the text, of other values JSON.

    A value with a type of its own is data, no block, unless it is one that holds text.
    """
    if isinstance(value, dict):
        if kind_of(value) in (*WRAPPED, *FAILED) and "value" in value:
            return answer_in(value["value"])
        content = value.get("content")
        if isinstance(content, list) and content and all(map(_is_block, content)):
            return text_in(content) or ""
        return (text_in(value) or "") if _is_block(value) else as_json(value)
    if isinstance(value, list) and any(kind_of(item) and not _is_block(item) for item in value):
        return as_json(value)
    return text_in(value) or ""


def files_in(value: Any) -> list[str]:
    """Return a mark for each file in a list of what is attached to a message."""
    return [_mark("file", item) for item in dicts_in(value)]


def joined(pieces: Iterable[str]) -> str:
    """Return `pieces` a line each; a mark stays in the line of the text before it."""
    separated = (f"{' ' if MARK.fullmatch(piece) else chr(10)}{piece}" for piece in pieces)
    return "".join(separated)[1:]


def as_json(value: Any) -> str:
    """Return a value as compact JSON text."""
    return json.dumps(value, ensure_ascii=False)


def spread(message: Message, blocks: Iterable[Any]) -> list[Message]:
    """
    Return the messages that one with blocks stands for.

    A tool's answer becomes a message of its own: inside of an assistant's message where it
    stands, else before the rest, as a user's message begins with answers.
    """
    is_assistant = role_of(message.speaker)[0] is Role.ASSISTANT
    spreading = _Spreading(message)
    for block in map(typed, blocks):
        if not is_result(kind_of(block)):
            spreading.add(block)
        elif is_assistant:
            spreading.flush()
            spreading.done.append(_answer(message, block))
        else:
            spreading.answers.append(_answer(message, block))
    spreading.flush()
    return spreading.answers + spreading.done or [message]


@dataclass
class _Spreading:
    message: Message
    answers: list[Message] = field(default_factory=list)
    done: list[Message] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)

    def add(self, block: Any) -> None:
        kind = kind_of(block)
        if kind in CALLS:
            self.calls.append(call_of(block))
        elif kind in THOUGHTS:
            self.thoughts += _thoughts(block)
        elif (piece := _piece(block)) is not None:
            self.pieces.append(piece)

    def flush(self) -> None:
        if self.pieces or self.thoughts or self.calls:
            self.done.append(
                replace(
                    self.message,
                    content=joined(self.pieces) if self.pieces else None,
                    reasoning="\n".join(self.thoughts) or self.message.reasoning,
                    calls=(*self.calls, *self.message.calls),
                )
            )
        self.pieces, self.thoughts, self.calls = [], [], []


def _answer(message: Message, block: dict[str, Any]) -> Message:
    output = first(block, OUTPUTS)
    return Message(
        speaker=kind_of(block),
        content=answer_in(output),
        call_id=as_id(first(block, CALL_IDS)) or None,
        tool_name=as_id(first(block, ("name", "tool_name", "toolName"))) or None,
        is_error=block.get("is_error") is True or kind_of(output) in FAILED,
        timestamp=message.timestamp,
        external=message.external,
        role=Role.TOOL,
    )


def _is_block(block: Any) -> bool:
    """Tell whether it is a block of content that holds text or attaches something."""
    kind = kind_of(block)
    has_text = bool(kind) and any(isinstance(block.get(name), str) for name in ("text", "refusal"))
    return has_text or any(name in kind for name in ATTACHMENTS)


def _thoughts(block: dict[str, Any]) -> list[str]:
    text = text_in(first(block, THOUGHT_TEXTS))
    return [text] if text else []


def _piece(block: Any) -> str | None:
    """Return a block's part in the text: its own text, or a mark for what it attaches."""
    if isinstance(block, str):
        return block
    if not isinstance(block, dict):
        return None if block is None else as_json(block)
    kind = kind_of(block)
    if attached := next((name for name in ATTACHMENTS if name in kind), None):
        return _mark(attached, block)
    texts = (_valued(block.get(name)) for name in TEXTS)
    said = next((text for text in texts if isinstance(text, str)), None)
    if said is not None or is_action(block):
        return said
    return f"[{kind:.40}]" if kind else as_json(block)


def _valued(text: Any) -> Any:
    """Return a text that stands in an object of its own, beside its annotations."""
    return text.get("value") if isinstance(text, dict) else text


def _mark(attached: str, block: dict[str, Any]) -> str:
    if attached not in ("file", "document"):
        return f"[{attached}]"
    inner = block.get(attached) if isinstance(block.get(attached), dict) else block
    name = as_id(first(inner or block, FILE_NAMES))
    mark = f"[file {name:.200}]" if name else "[file]"
    content = block.get("content")
    return f"{mark}\n{content}" if isinstance(content, str) else mark
