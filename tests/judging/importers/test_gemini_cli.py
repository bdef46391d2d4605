from typing import Any

import pytest

from judging.sessions import Role, Session
from tests.judging.importers.files import items, left_out, lines, session

ASKED = {"type": "user", "content": "a"}


def said(content: Any = "b", **fields: Any) -> dict[str, Any]:
    return {"type": "gemini", "content": content, **fields}


def read(*messages: dict[str, Any]) -> Session:
    return session({"sessionId": "s", "messages": [ASKED, *messages]})


def call(result: Any = "x", **fields: Any) -> dict[str, Any]:
    return {"id": "c", "name": "f", "args": {"x": 1}, "result": result, **fields}


def test_a_reply_with_calls_is_the_calls_the_answers_and_the_text() -> None:
    found = read(said(toolCalls=[call(), call(id="d", name="g")]))

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.TOOL, Role.TOOL, Role.ASSISTANT)
    assert [c.name for c in found.turns[1].tool_calls] == ["f", "g"]
    assert [turn.tool_name for turn in found.turns[2:4]] == ["f", "g"]


def test_calls_without_a_text_end_on_the_answer() -> None:
    assert read(said("", toolCalls=[call()])).roles[-1] is Role.TOOL


def test_a_call_without_a_result_has_no_answer() -> None:
    assert Role.TOOL not in read(said(toolCalls=[call(None)])).roles


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ("x", "x"),
        ([{"functionResponse": {"response": {"output": "x"}}}], "x"),
        ([{"functionResponse": {"response": {"a": 1, "b": 2}}}], '{"a": 1, "b": 2}'),
        ([{"text": "x"}, "y"], "x\ny"),
    ],
)
def test_a_result_is_told_by_its_text(result: Any, text: str) -> None:
    assert read(said(toolCalls=[call(result)])).turns[2].content == text


def test_a_call_that_failed_is_an_error() -> None:
    assert read(said(toolCalls=[call(status="error")])).turns[2].is_error


def test_thoughts_stand_with_the_calls_that_they_led_to() -> None:
    thought = {"subject": "One", "description": "two"}

    found = read(said(thoughts=[thought, {}, 7], toolCalls=[call()], model="m"))

    assert [turn.reasoning for turn in found.turns] == [None, "One: two", None, None]
    assert found.agent_model == "m"


def test_content_in_parts_is_its_text() -> None:
    assert read(said([{"text": "b"}, {"text": "c"}])).turns[1].content == "b\nc"


def test_notes_of_the_program_are_left_out_with_their_number() -> None:
    found = read({"type": "info", "content": "x"}, said())

    assert len(found.turns) == 2
    assert "Left out: 1 notes by the program." in found.warnings


def test_what_is_no_message_is_rejected_with_its_place() -> None:
    ((where, _),) = left_out(items(lines({"sessionId": "s", "messages": [ASKED, 7]})))

    assert where == "file.jsonl, line 1, message 2"
