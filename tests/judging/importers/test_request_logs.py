from typing import Any

import pytest

from judging.importers import Found
from tests.judging.importers.files import items, lines, session, sessions

ASKED = [{"role": "user", "content": "a"}]


def said(value: Any) -> list[tuple[str, str]]:
    return [(str(turn.role), turn.content) for turn in session(value).turns]


@pytest.mark.parametrize(
    "logged",
    [
        {"messages": ASKED, "response": "b"},
        {"messages": ASKED, "response": {"choices": [{"message": {"content": "b"}}]}},
        {"messages": ASKED, "choices": [{"message": {"role": "assistant", "content": "b"}}]},
        {"prompt": ASKED, "completion": [{"role": "assistant", "content": "b"}]},
        {"request": {"messages": ASKED}, "response": {"role": "assistant", "content": "b"}},
        {"request": {"messages": ASKED}, "response": {"content": [{"type": "text", "text": "b"}]}},
        {"request": {"contents": [{"role": "user", "parts": [{"text": "a"}]}]}, "response": "b"},
        {"requestBody": '{"input": "a"}', "responseBody": '{"output_text": "", "text": "b"}'},
    ],
)
def test_the_answer_beside_a_request_is_the_last_turn(logged: dict[str, Any]) -> None:
    assert said(logged) == [("user", "a"), ("assistant", "b")]


def test_the_prompt_and_the_model_of_a_request_are_the_sessions() -> None:
    request = {"system": "Be kind.", "model": "m", "messages": ASKED}

    found = session({"request": request, "response": {"model": "m-2026", "content": "b"}})

    assert (found.system_prompt, found.agent_model) == ("Be kind.", "m-2026")


def test_calls_of_one_session_are_joined_and_what_they_repeat_is_dropped() -> None:
    later = [*ASKED, {"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}]
    log = lines(
        {"session_id": "s", "messages": ASKED, "response": "b"},
        {"session_id": "s", "messages": later, "response": "d"},
    )

    (found,) = sessions(log)

    assert [turn.content for turn in found.turns] == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [*ASKED, {"role": "assistant", "content": "b"}], "response": "x"},
        {"messages": ASKED, "answer": "what should have been said"},
        {"messages": ASKED, "choices": ["A", "B"]},
    ],
)
def test_what_is_no_reply_beside_messages_is_no_turn(value: dict[str, Any]) -> None:
    (found,) = items(lines(value))

    assert isinstance(found, Found)
    assert found.format == "chat_messages"
    assert all(turn.content in "ab" for turn in found.session.turns)
