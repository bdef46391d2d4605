from typing import Any

from judging.sessions import Role, ToolCall
from tests.judging.importers.files import items, left_out, lines, sessions


def trace(second: int = 0, **fields: Any) -> dict[str, Any]:
    started = str(1_790_845_200_000_000_000 + second * 1_000_000_000)
    return {"started_at_unix_nano": started, "span_id": str(second), "session_id": "s", **fields}


def test_the_tools_of_a_trace_come_before_its_output() -> None:
    tool = {"name": "find", "input": "55", "output": "none", "success": False}

    (found,) = sessions(lines(trace(input="a", output="b", tool_calls=[tool])))

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)
    assert found.turns[1].tool_calls == (ToolCall("", "find", 55),)
    assert (found.turns[2].content, found.turns[2].is_error) == ("none", True)
    assert found.turns[3].content == "b"


def test_traces_of_a_session_are_in_order_of_time_without_their_steps() -> None:
    step = trace(3, input="x", output="y", parent_span_id="2")

    (found,) = sessions(lines(trace(2, input="c", output="d"), step, trace(input="a", output="b")))

    assert [turn.content for turn in found.turns] == ["a", "b", "c", "d"]


def test_steps_alone_say_what_to_export() -> None:
    ((_, reason),) = left_out(items(lines(trace(input="x", parent_span_id="2"))))

    assert "Only steps" in reason
