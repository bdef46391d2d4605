from typing import Any

from judging.sessions import Session
from tests.judging.importers.files import file, items, left_out, lines, session, sessions

OP = "weave:///team/project/op/"
ASKED = {"model": "m", "messages": [{"role": "user", "content": "a"}]}
CALLS = [{"id": "k", "type": "function", "function": {"name": "get_user", "arguments": "{}"}}]
CALLED = {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": CALLS}}]}


def call(name: str, inputs: Any, output: Any, **fields: Any) -> dict[str, Any]:
    return {
        "id": name,
        "trace_id": "t",
        "op_name": f"{OP}{name}:v1",
        "started_at": "2026-10-01T09:00:00Z",
        "inputs": inputs,
        "output": output,
        **fields,
    }


def read(*calls: dict[str, Any]) -> Session:
    (found,) = sessions(lines(*calls))
    return found


def test_a_model_tells_and_the_function_around_it_does_not() -> None:
    outer = call("answer", {"question": "a"}, "all")

    found = read(outer, call("create", ASKED, "b", parent_id="answer"))

    assert [turn.content for turn in found.turns] == ["a", "b"]
    assert found.agent_model == "m"


def test_a_function_without_a_model_inside_is_an_exchange() -> None:
    found = read(call("answer", {"question": "a"}, "b"), call("x", {}, "c", parent_id="answer"))

    assert [turn.content for turn in found.turns] == ["a", "b"]


def test_a_function_answers_the_call_of_its_name() -> None:
    ran = call("get_user", {"id": "u"}, None, parent_id="create", exception="gone")

    found = read(call("create", ASKED, CALLED), ran)

    assert (found.turns[2].tool_name, found.turns[2].is_error) == ("get_user", True)


def test_a_session_is_the_thread_or_the_trace() -> None:
    asked = call("create", ASKED, "b")

    assert session({"calls": [{**asked, "thread_id": "s"}]}).external_id == "s"
    assert read({**asked, "attributes": {"thread_id": "s"}}).external_id == "s"
    assert read(asked).external_id == "t"


def test_columns_that_are_spread_over_dots_are_read() -> None:
    said = '"[{""role"": ""user"", ""content"": ""a""}]"'
    table = f"id,trace_id,op_name,inputs.messages,output\n1,t,weave:///o,{said},b\n"

    (found,) = sessions(file(table, "calls.csv"))

    assert [turn.content for turn in found.turns] == ["a", "b"]


def test_calls_that_say_nothing_say_what_to_export() -> None:
    ((_, reason),) = left_out(items(lines(call("x", {}, None))))

    assert "inputs or output" in reason
