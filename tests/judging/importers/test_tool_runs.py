from judging.importers.exchange import Exchange
from judging.importers.message import Message
from judging.importers.tool_runs import answered
from judging.sessions import ToolCall
from tests.judging.importers.files import record


def run(name: str, output: str, arguments: object = None, call_id: str = "") -> Exchange:
    call = ToolCall(call_id, name, arguments)
    return Exchange(record({}), "s", [Message("tool", output)], ran=call)


def asked(*calls: ToolCall) -> Message:
    return Message("assistant", calls=calls)


def test_an_answer_comes_right_behind_its_call_with_the_calls_name() -> None:
    call = ToolCall("c", "find", {"id": 1})

    found = answered([asked(call), Message("assistant", "b")], [run("execute_tool find", "42")])

    assert [(m.content, m.tool_name, m.call_id) for m in found[1:2]] == [("42", "find", "c")]
    assert found[2].content == "b"


def test_a_call_takes_the_run_of_its_id_then_of_its_arguments_then_the_next() -> None:
    calls = ToolCall("1", "f", {"x": 1}), ToolCall("2", "f", {"x": 2}), ToolCall("3", "f", None)
    runs = run("f", "third"), run("f", "second", {"x": 2}), run("f", "first", call_id="1")

    found = answered([asked(*calls)], runs)

    assert [message.content for message in found[1:]] == ["first", "second", "third"]


def test_a_call_that_is_answered_keeps_its_answer_and_takes_its_run() -> None:
    one, two = ToolCall("1", "f", None), ToolCall("2", "f", None)
    answer = Message("tool", "in place", call_id="1")

    found = answered([asked(one), answer, asked(two)], [run("f", "again"), run("f", "second")])

    assert [message.content for message in found if message.content] == ["in place", "second"]


def test_answers_without_ids_belong_to_the_first_calls() -> None:
    call = ToolCall("", "f", None)

    found = answered([asked(call), Message("function", "in place")], [run("f", "again")])

    assert [message.content for message in found[1:]] == ["in place"]


def test_a_run_that_no_call_asked_for_is_left_out() -> None:
    assert len(answered([Message("assistant", "b")], [run("f", "x")])) == 1
