"""Messages of the AI SDK's user interface: parts, with each tool's call and answer in one."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from judging.importers.content import answer_in, kind_of, spread
from judging.importers.fields import as_id, as_text, first
from judging.importers.importer import UnreadableError
from judging.importers.message import Message
from judging.importers.messages import messages_of
from judging.importers.times import instant

STEP = "step-start"
TOOL, DYNAMIC, INVOCATION = "tool-", "dynamic-tool", "tool-invocation"
# What tells of the answer, or carries the program's own data.
SILENT = ("source", "data-", STEP)
OLD_CALLS = "toolInvocations"
MODELS = ("model", "modelId")
Block = dict[str, Any]


def is_ui(entry: Any) -> bool:
    """Tell whether `entry` is such a message: OpenTelemetry's parts have no `text`."""
    if type(entry) is not dict or not ("parts" in entry or OLD_CALLS in entry):
        return False
    if "role" not in entry:
        return False
    if isinstance(entry.get(OLD_CALLS), list):
        return True
    parts = entry.get("parts")
    return isinstance(parts, list) and any(map(_is_part, parts))


def ui_messages(entries: Iterable[Any]) -> list[Message]:
    """
    Return the messages that `entries` are: of each step its text and calls, then the answers.

    Raises:
        UnreadableError: At an entry that is no message, naming its place.
    """
    messages: list[Message] = []
    for place, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise UnreadableError(f"Here stands {entry!r:.40}, not a message.", f"message {place}")
        parts = _parts(entry)
        messages += messages_of([entry]) if parts is None else _spread(entry, parts)
    return messages


def _is_part(part: Any) -> bool:
    kind = kind_of(part)
    if kind in (STEP, DYNAMIC, INVOCATION) or kind.startswith(TOOL):
        return True
    return kind in ("text", "reasoning") and "content" not in part


def _parts(entry: Mapping[str, Any]) -> list[Any] | None:
    """Return a message's parts; of an old one, its calls and the text after them."""
    parts, calls = entry.get("parts"), entry.get(OLD_CALLS)
    if isinstance(parts, list) and parts:
        return parts
    if not isinstance(calls, list):
        return None
    made = [{"type": INVOCATION, "toolInvocation": call} for call in calls]
    return [*made, {"type": "text", "text": entry.get("content")}] if entry.get("content") else made


def _spread(entry: Mapping[str, Any], parts: list[Any]) -> Iterator[Message]:
    about = entry.get("metadata")
    known = {**about, **entry} if isinstance(about, dict) else entry
    said = Message(
        as_id(entry.get("role")),
        timestamp=instant(first(known, ("createdAt", "created_at", "timestamp"))),
        model=as_text(first(known, MODELS)),
        external=as_id(entry.get("id")) or None,
    )
    for is_step, step in groupby(parts, lambda part: kind_of(part) == STEP):
        blocks = [] if is_step else list(_blocks(step))
        if blocks:
            yield from spread(said, blocks)


def _blocks(parts: Iterable[Any]) -> Iterator[Any]:
    """Yield the blocks of a step, of tools that stand together all calls before the answers."""
    for is_tool, group in groupby(parts, lambda part: _tool(part) is not None):
        if is_tool:
            tools = [_tool(part) or {} for part in group]
            yield from map(_call, tools)
            yield from (answer for tool in tools if (answer := _answer(tool)))
        else:
            yield from (_block(part) for part in group if not kind_of(part).startswith(SILENT))


def _block(part: Any) -> Any:
    kind = as_id(first(part, ("mediaType", "mimeType"))) if kind_of(part) == "file" else ""
    return {**part, "type": "image"} if kind.startswith("image/") else part


def _tool(part: Any) -> Block | None:
    """Return a tool's part with its name, or None if it is none."""
    kind = kind_of(part)
    if kind == INVOCATION:
        inner = part.get("toolInvocation")
        return inner if isinstance(inner, dict) else {}
    if kind == DYNAMIC:
        return dict(part)
    # The name begins after the first dash, and may have others.
    return {**part, "toolName": kind[len(TOOL) :]} if _is_static(kind) else None


def _is_static(kind: str) -> bool:
    return kind.startswith(TOOL) and kind not in ("tool-call", "tool-result")


def _call(tool: Block) -> Block:
    return {
        "type": "tool_use",
        "id": tool.get("toolCallId"),
        "name": tool.get("toolName"),
        "input": first(tool, ("input", "args", "rawInput")),
    }


def _answer(tool: Block) -> Block | None:
    failed = as_text(tool.get("errorText"))
    output = first(tool, ("output", "result"))
    is_over = tool.get("state") in ("output-available", "result")
    if output is None and failed is None and not is_over:
        return None
    return {
        "type": "tool_result",
        "tool_use_id": tool.get("toolCallId"),
        "content": failed if output is None else answer_in(output),
        "is_error": failed is not None,
    }
