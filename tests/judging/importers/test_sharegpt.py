from typing import Any

import pytest

from judging.sessions import Role, ToolCall
from tests.judging.importers.files import session


def read(*pairs: tuple[str, Any]) -> Any:
    return session({"conversations": [{"from": one, "value": value} for one, value in pairs]})


@pytest.mark.parametrize(
    ("value", "calls"),
    [
        ('{"name": "f", "arguments": {"x": 1}}', (ToolCall("", "f", {"x": 1}),)),
        ("[{'name': 'f'}, {'name': 'g'}]", (ToolCall("", "f"), ToolCall("", "g"))),
    ],
)
def test_a_function_call_is_the_assistants(value: str, calls: tuple[ToolCall, ...]) -> None:
    found = read(("human", "a"), ("function_call", value), ("observation", "x"))

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.TOOL)
    assert found.turns[1].tool_calls == calls


def test_a_function_call_that_is_no_json_is_kept_as_text() -> None:
    found = read(("human", "a"), ("function_call", "look it up"))

    assert (found.turns[1].content, found.turns[1].tool_calls) == ("look it up", ())


def test_a_value_in_parts_is_read_as_blocks() -> None:
    found = read(
        ("human", "a"),
        ("gpt", [{"type": "reasoning", "value": "hm"}, {"type": "text", "value": "b"}]),
    )

    assert (found.turns[1].content, found.turns[1].reasoning) == ("b", "hm")


def test_role_and_content_are_read_too() -> None:
    found = session(
        {"conversations": [{"role": "user", "content": "a"}, {"role": "ai", "content": "b"}]}
    )

    assert found.source_format == "sharegpt"
    assert found.roles == (Role.USER, Role.ASSISTANT)
