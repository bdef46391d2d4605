from typing import Any

import pytest

from judging.importers.spans import Kind, Span
from judging.sessions import ToolCall
from tests.judging.importers.files import record


def span(kind: Kind, given: Any = "a", came: Any = "b", **fields: Any) -> Span:
    return Span(record({}), kind, "s", "t", given=given, came=came, **fields)


@pytest.mark.parametrize("kind", [Kind.MODEL, Kind.ROOT, Kind.TRACE])
def test_what_went_in_was_asked_and_what_came_out_answered(kind: Kind) -> None:
    told = span(kind).exchange()

    assert [(m.speaker, m.content) for m in told.messages] == [("user", "a"), ("assistant", "b")]
    assert told.rank == kind
    assert told.ran is None


def test_a_step_between_root_and_model_tells_nothing() -> None:
    assert span(Kind.INNER).exchange().messages == []


def test_a_tools_run_is_its_answer_and_the_call_it_answers() -> None:
    told = span(Kind.TOOL, '{"id": 1}', "42", name="running tool: find", call_id="c").exchange()

    (answer,) = told.messages
    assert (answer.content, answer.tool_name, answer.call_id) == ("42", "find", "c")
    assert told.ran == ToolCall("c", "find", {"id": 1})


def test_arguments_that_are_wrapped_once_more_are_the_same() -> None:
    told = span(Kind.TOOL, {"input": {"id": 1}}, name="find").exchange()

    assert told.ran == ToolCall("", "find", {"id": 1})


def test_a_run_without_an_answer_tells_nothing_unless_it_failed() -> None:
    assert span(Kind.TOOL, came=None).exchange().messages == []
    (answer,) = span(Kind.TOOL, came=None, is_error=True).exchange().messages
    assert (answer.content, answer.is_error) == ("", True)
