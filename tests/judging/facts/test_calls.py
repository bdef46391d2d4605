"""Calls and their answers."""

import pytest

from judging.facts.calls import Effect, effect, is_error, paired
from judging.sessions import Role, Session, ToolCall, Turn
from tests.judging.said import calls, session


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("get_order_details", Effect.READS),
        ("searchFlights", Effect.READS),
        ("get_update", Effect.READS),
        ("cancel_order", Effect.CHANGES),
        ("cancelOrder", Effect.CHANGES),
        ("order.modify", Effect.CHANGES),
        ("order_status", Effect.READS),
        ("bash", Effect.UNKNOWN),
        ("", Effect.UNKNOWN),
    ],
)
def test_a_tools_name_says_whether_it_reads_or_changes(name: str, expected: Effect) -> None:
    assert effect(name) is expected


@pytest.mark.parametrize(
    "answer",
    [
        "Error: not enough seats",
        '{"error": "no such order"}',
        '{"status": 404, "body": ""}',
        '{"success": false}',
        "Traceback (most recent call last):",
        "HTTP/1.1 503 Service Unavailable",
        "[ERROR] cannot connect",
    ],
)
def test_answers_worded_as_errors_are_errors(answer: str) -> None:
    assert is_error(Turn(1, Role.TOOL, answer))


@pytest.mark.parametrize(
    "answer",
    [
        "No error was found.",
        '{"error": null, "order": 17}',
        '{"errors":   [], "ok": true}',
        "Errors: 0",
        "error: none",
        '{"status": 200}',
        '{"status": "delivered", "note": "failed once"}',
        " " * 400 + "Error: beyond what is read",
        "",
    ],
)
def test_answers_that_speak_of_errors_without_being_one_are_none(answer: str) -> None:
    assert not is_error(Turn(1, Role.TOOL, answer))


def test_the_sources_own_mark_makes_an_error_of_any_answer() -> None:
    assert is_error(Turn(1, Role.TOOL, "done", is_error=True))


def test_answers_find_their_call_by_id_whatever_their_order() -> None:
    both = (ToolCall("a", "get_x"), ToolCall("b", "get_x"))
    told = Session(
        "s",
        (
            Turn(1, Role.ASSISTANT, tool_calls=both),
            Turn(2, Role.TOOL, "second", tool_call_id="b"),
            Turn(3, Role.TOOL, "Error: first", tool_call_id="a"),
        ),
    )

    assert [(call.answer, call.failed) for call in paired(told)] == [(3, True), (2, False)]


def test_answers_without_an_id_go_to_the_oldest_open_call() -> None:
    told = session(calls("get_x"), calls("get_y"), "tool: one", "tool: two")

    assert [call.answer for call in paired(told)] == [3, 4]


def test_an_answer_of_a_tool_that_was_never_called_answers_nothing() -> None:
    stray = Turn(0, Role.TOOL, "hello", tool_name="get_z")

    assert [call.answer for call in paired(session(calls("get_x"), stray))] == [None]


def test_the_order_of_arguments_makes_no_other_call() -> None:
    first, second = paired(session(calls("get_x", a=1, b=2), calls("get_x", b=2, a=1)))

    assert first.key == second.key


def test_a_call_answered_by_its_id_is_not_answered_again_by_its_name() -> None:
    both = (ToolCall("a", "get_x"), ToolCall("b", "get_x"))
    told = Session(
        "s",
        (
            Turn(1, Role.ASSISTANT, tool_calls=both),
            Turn(2, Role.TOOL, "first", tool_call_id="a", tool_name="get_x"),
            Turn(3, Role.TOOL, "second", tool_name="get_x"),
        ),
    )

    assert [call.answer for call in paired(told)] == [2, 3]


def test_only_the_assistant_makes_calls() -> None:
    told = Session("s", (Turn(1, Role.TOOL, "x", tool_calls=(ToolCall("a", "get_x"),)),))

    assert paired(told) == ()
