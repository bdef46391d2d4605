from typing import Any

import pytest

from judging.importers.tool_calls import call_of, calls_of
from judging.sessions import ToolCall

CALL = ToolCall("c", "f", {"x": 1})


@pytest.mark.parametrize(
    "value",
    [
        {"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"x": 1}'}},
        {"id": "c", "function": {"name": "f", "arguments": {"x": 1}}},
        {"id": "c", "name": "f", "args": {"x": 1}},
        {"id": "c", "function": "f", "arguments": {"x": 1}},
        {"type": "tool_use", "id": "c", "name": "f", "input": {"x": 1}},
        {"type": "tool-call", "toolCallId": "c", "toolName": "f", "input": {"x": 1}},
        {"id": "c", "type": "custom", "custom": {"name": "f", "input": '{"x": 1}'}},
    ],
)
def test_every_usual_shape_is_one_call(value: dict[str, Any]) -> None:
    assert call_of(value) == CALL


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ('{"x": 1}', {"x": 1}),
        ("42", 42),
        ("not json {", "not json {"),
        (r'{"x": "\u0000"}', {"x": "\ufffd"}),
        ([1], [1]),
        (None, None),
        ("", None),
    ],
)
def test_arguments_are_a_value_where_they_are_json(arguments: Any, read: Any) -> None:
    assert call_of({"name": "f", "arguments": arguments}).arguments == read


@pytest.mark.parametrize(
    ("value", "calls"),
    [
        ([{"name": "f"}, None, "g"], (ToolCall("", "f"), ToolCall("", "g"))),
        ({"name": "f"}, (ToolCall("", "f"),)),
        ([], ()),
        (None, ()),
        (7, (ToolCall("", "7"),)),
    ],
)
def test_a_list_and_a_single_one_are_calls(value: Any, calls: tuple[ToolCall, ...]) -> None:
    assert calls_of(value) == calls
