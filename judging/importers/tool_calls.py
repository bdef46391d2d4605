"""Calls of tools, in the shapes that sources give them."""

from typing import Any

from judging.importers.fields import as_id, first
from judging.importers.importer import UnreadableError
from judging.importers.json_values import held
from judging.sessions import ToolCall

INNER = ("function", "custom", "tool_call", "functionCall")
NAMES = ("name", "tool_name", "toolName", "tool", "function")
ARGUMENTS = ("arguments", "args", "input", "input_parameters", "inputParameters", "kwargs")
IDS = ("id", "call_id", "tool_call_id", "toolCallId")


def call_of(value: Any) -> ToolCall:
    """Return the call that `value` describes: nested under `function`, or flat, or only a name."""
    if not isinstance(value, dict):
        return ToolCall("", as_id(value))
    inner = value
    for name in INNER:
        if isinstance(value.get(name), dict):
            inner = value[name]
            break
    return ToolCall(
        as_id(first(value, IDS)),
        as_id(first(inner, NAMES)),
        arguments_of(first(inner, ARGUMENTS)),
    )


def calls_of(value: Any) -> tuple[ToolCall, ...]:
    """Return the calls in a list of them, or in a single one; none where there is nothing."""
    if isinstance(value, list):
        return tuple(call_of(item) for item in value if item)
    return (call_of(value),) if value else ()


def arguments_of(value: Any) -> Any:
    """Return arguments as a JSON value, or as the text that they are if it is no JSON."""
    if not isinstance(value, str):
        return value
    try:
        return held(value)
    except UnreadableError:
        return value
