from datetime import UTC, datetime
from typing import Any

import pytest

from judging.importers.importer import UnreadableError
from judging.importers.message import Message
from judging.importers.messages import messages_of
from judging.sessions import Role, ToolCall


def message(entry: Any) -> Message:
    (only,) = messages_of([entry])
    return only


def test_what_stands_beside_role_and_content() -> None:
    entry = {
        "role": "assistant",
        "content": "a",
        "reasoning_content": "hm",
        "model": "m",
        "created_at": "2026-03-02T09:00:00Z",
        "turn_idx": 4,
        "id": "x",
    }

    assert message(entry) == Message(
        "assistant",
        "a",
        "hm",
        model="m",
        timestamp=datetime(2026, 3, 2, 9, tzinfo=UTC),
        external="4",
    )


@pytest.mark.parametrize(
    "entry",
    [
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "name": "f"}]},
        {"role": "assistant", "tool_calls": '[{"id": "c", "name": "f"}]'},
        {"role": "assistant", "content": None, "function_call": {"id": "c", "name": "f"}},
    ],
)
def test_calls_in_any_usual_place(entry: dict[str, Any]) -> None:
    assert message(entry) == Message("assistant", calls=(ToolCall("c", "f"),))


@pytest.mark.parametrize(
    ("entry", "speaker"),
    [
        ({"role": "tool", "tool_call_id": "c", "content": "x"}, "tool"),
        ({"tool_call_id": "c", "content": "x"}, "tool"),
        ({"author": {"role": "user"}, "content": "x"}, "user"),
        ({"sender": "Bo", "text": "x"}, "Bo"),
        ({"content": "x"}, ""),
    ],
)
def test_the_speaker_under_any_usual_name(entry: dict[str, Any], speaker: str) -> None:
    assert message(entry).speaker == speaker
    assert message(entry).content == "x"


def test_the_sources_word_stays_beside_the_role() -> None:
    found = message({"role": "assistant", "speaker": "Agent Bo", "content": "a"})

    assert (found.role, found.speaker) == (Role.ASSISTANT, "Agent Bo")


def test_pairs_and_bare_texts_are_messages() -> None:
    assert messages_of([["ai", "hello"], "hi"]) == [Message("ai", "hello"), Message("user", "hi")]


@pytest.mark.parametrize("entry", [7, None, ["a"], ["a", 1], []])
def test_what_is_no_message_is_named_by_its_place(entry: Any) -> None:
    with pytest.raises(UnreadableError, match="not a message") as caught:
        messages_of([{"role": "user", "content": "a"}, entry])

    assert caught.value.place == "message 2"


def test_answers_that_calls_carry_with_them_become_turns_between() -> None:
    entry = {
        "role": "assistant",
        "content": "It rains.",
        "tools_called": [{"name": "f", "input_parameters": {}, "output": "rain"}, {"name": "g"}],
    }

    calling, answer, saying = messages_of([entry])

    assert [call.name for call in calling.calls] == ["f", "g"]
    assert (answer.content, answer.tool_name) == ("rain", "f")
    assert saying == Message("assistant", "It rains.")


def test_a_clines_model_is_known() -> None:
    entry = {"role": "assistant", "content": "a", "modelInfo": {"id": "m"}, "ts": 1772442000000}

    assert message(entry).model == "m"
    assert message(entry).timestamp is not None


def test_a_refusal_is_what_was_said() -> None:
    assert message({"role": "assistant", "content": None, "refusal": "No."}).content == "No."


def test_what_was_spoken_is_its_transcript() -> None:
    spoken = {"role": "assistant", "content": None, "audio": {"id": "a", "transcript": "Hello."}}

    assert message(spoken).content == "Hello."
