"""Items of OpenAI's Responses: messages, calls, answers and thoughts, each for itself."""

from collections.abc import Iterable, Mapping
from typing import Any

from judging.importers.content import kind_of, text_in
from judging.importers.fields import as_id, first
from judging.importers.importer import UnreadableError
from judging.importers.message import Message
from judging.importers.messages import messages_of
from judging.importers.tool_calls import arguments_of
from judging.sessions import Role, ToolCall

CALL, OUTPUT = "_call", "_call_output"
# Calls of other formats.
FOREIGN = frozenset(("tool_call",))
# What is no part of the conversation.
SILENT = frozenset(
    (
        "compaction",
        "item_reference",
        "mcp_list_tools",
        "mcp_approval_request",
        "mcp_approval_response",
    )
)
ARGUMENTS = ("arguments", "input", "action", "code", "queries", "query")
RESULTS = ("output", "outputs", "results", "error")
IDS = ("call_id", "id")


def is_item(entry: Any) -> bool:
    """Tell by its type; a message needs its role besides."""
    kind = entry.get("type") if isinstance(entry, dict) else None
    if not isinstance(kind, str) or "lc" in entry:
        return False
    if kind == "message":
        return "role" in entry and "content" in entry
    if kind == "reasoning":
        return "summary" in entry
    return kind in SILENT or (kind.endswith((CALL, OUTPUT)) and kind not in FOREIGN)


def messages_in(items: Iterable[Any]) -> list[Message]:
    """
    Return the messages that `items` are; a call joins the assistant's message right before it.

    Raises:
        UnreadableError: At an item that is neither of these nor a message, naming its place.
    """
    messages: list[Message] = []
    for place, item in enumerate(items, 1):
        if kind_of(item) in SILENT:
            continue
        if is_item(item) and item["type"] != "message":
            _add(messages, item)
        elif isinstance(item, str) or (isinstance(item, dict) and "role" in item):
            messages += messages_of([item])
        else:
            raise UnreadableError(f"Here stands {item!r:.40}, not a message.", f"item {place}")
    return messages


def _add(messages: list[Message], item: Mapping[str, Any]) -> None:
    kind = item["type"]
    if kind == "reasoning":
        thoughts = text_in(item.get("summary") or item.get("content"))
        if thoughts:
            messages.append(Message("assistant", reasoning=thoughts))
    elif kind.endswith(OUTPUT):
        messages.append(_answer(item, item.get("output")))
    else:
        _call(messages, item)
        answer = first(item, RESULTS)
        if answer is not None:
            messages.append(_answer(item, answer))


def _call(messages: list[Message], item: Mapping[str, Any]) -> None:
    name = as_id(item.get("name")) or item["type"].removesuffix(CALL)
    call = ToolCall(as_id(first(item, IDS)), name, arguments_of(first(item, ARGUMENTS)))
    if messages and messages[-1].speaker == "assistant":
        messages[-1].calls += (call,)
    else:
        messages.append(Message("assistant", calls=(call,)))


def _answer(item: Mapping[str, Any], answer: Any) -> Message:
    return Message(
        "tool",
        text_in(answer) or "",
        call_id=as_id(first(item, IDS)) or None,
        is_error=bool(item.get("error")) or item.get("status") == "failed",
        role=Role.TOOL,
    )
