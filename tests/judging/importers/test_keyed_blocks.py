from typing import Any

import pytest

from judging.sessions import Role, ToolCall
from tests.judging.importers.files import session


def said(*messages: tuple[str, list[Any]]) -> Any:
    return session({"messages": [{"role": role, "content": blocks} for role, blocks in messages]})


def test_converses_calls_and_answers_are_turns_of_their_own() -> None:
    used = {"toolUse": {"toolUseId": "c", "name": "find", "input": {"a": 1}}}
    answer = {"toolUseId": "c", "content": [{"json": {"b": 2}}, {"text": "found"}]}

    found = said(
        ("user", [{"text": "Where?"}]),
        ("assistant", [{"text": "I look."}, used]),
        ("user", [{"toolResult": answer}]),
        ("assistant", [{"reasoningContent": {"reasoningText": {"text": "hm"}}}, {"text": "Here."}]),
    )

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)
    assert [turn.content for turn in found.turns] == [
        "Where?",
        "I look.",
        '{"b": 2}\nfound',
        "Here.",
    ]
    assert found.turns[1].tool_calls == (ToolCall("c", "find", {"a": 1}),)
    assert (found.turns[2].tool_name, found.turns[3].reasoning) == ("find", "hm")


def test_haystacks_calls_and_answers_are_turns_of_their_own() -> None:
    call = {"id": "c", "tool_name": "find", "arguments": {"a": 1}}
    answer = {"result": "found", "origin": call, "error": True}

    found = said(
        ("user", [{"text": "Where?"}]),
        ("assistant", [{"tool_call": call}]),
        ("tool", [{"tool_call_result": answer}]),
    )

    assert found.turns[1].tool_calls == (ToolCall("c", "find", {"a": 1}),)
    assert (found.turns[2].content, found.turns[2].tool_name) == ("found", "find")
    assert found.turns[2].is_error


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ({"image": {"format": "png", "source": {"bytes": "AAAA"}}}, "[image]"),
        ({"document": {"name": "a.pdf", "format": "pdf"}}, "[file a.pdf]"),
        ({"toolUse": "no object"}, '{"toolUse": "no object"}'),
        ({"unknown": {"a": 1}}, '{"unknown": {"a": 1}}'),
    ],
)
def test_what_is_attached_is_marked_and_what_is_unknown_stays(block: Any, text: str) -> None:
    assert said(("user", [block])).turns[0].content == text
