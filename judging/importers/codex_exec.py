"""What `codex exec --json` prints: an event a line, whose items are messages and steps."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judging.importers.content import answer_in
from judging.importers.fields import as_dict, as_id, as_text, first
from judging.importers.message import Message
from judging.importers.tool_calls import arguments_of
from judging.sessions import Role, ToolCall

STARTED = "thread.started"
ITEMS = ("item.started", "item.updated", "item.completed")
SILENT = frozenset((STARTED, "thread.resumed", "turn.started", "turn.completed", "turn.failed"))
KINDS = SILENT.union(ITEMS)
TYPES = ("type", "item_type")
SPOKEN = {"agent_message": "assistant", "assistant_message": "assistant", "user_message": "user"}
THOUGHTS = "reasoning"
# What a step was given, and what came of it.
GIVEN = ("command", "arguments", "changes", "query")
CAME = ("aggregated_output", "result", "error")
FAILED = ("failed", "declined")
# Notes of the program, and its plan.
ASIDE = frozenset(("todo_list", "error"))


def thread_of(events: Iterable[Mapping[str, Any]]) -> str:
    """Return the id of the thread that the events name, empty if none."""
    named = (as_id(event.get("thread_id")) for event in events if event.get("type") == STARTED)
    return next(filter(None, named), "")


def messages_in(events: Iterable[Mapping[str, Any]]) -> Iterator[Message]:
    """Yield what is said and done: each item once, in its last state, where it first stands."""
    items: dict[str, dict[str, Any]] = {}
    for place, event in enumerate(events):
        if event.get("type") in ITEMS:
            item = as_dict(event.get("item"))
            items[as_id(item.get("id")) or f"event {place}"] = item
    for name, item in items.items():
        yield from _messages(name, item)


def _messages(name: str, item: Mapping[str, Any]) -> Iterator[Message]:
    kind = as_id(first(item, TYPES))
    text = as_text(item.get("text"))
    if kind in SPOKEN:
        yield Message(SPOKEN[kind], text, external=name)
    elif kind == THOUGHTS:
        yield Message("assistant", reasoning=text, external=name)
    elif kind and kind not in ASIDE:
        yield from _step(name, kind, item)


def _step(name: str, kind: str, item: Mapping[str, Any]) -> Iterator[Message]:
    tool = as_id(item.get("tool")) or kind
    given, came = first(item, GIVEN), first(item, CAME)
    yield Message("assistant", calls=(ToolCall(name, tool, arguments_of(given)),), external=name)
    if came is not None or as_id(item.get("status")) in ("completed", *FAILED):
        yield Message(
            "tool",
            answer_in(came),
            call_id=name,
            tool_name=tool,
            is_error=item.get("status") in FAILED or item.get("exit_code") not in (None, 0),
            role=Role.TOOL,
        )
