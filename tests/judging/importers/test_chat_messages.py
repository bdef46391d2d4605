import json
from typing import Any

import pytest

from judging.importers.chat_messages import ChatMessages
from judging.sessions import EndReason, GoalSource, Origin
from tests.judging.importers.files import (
    chat,
    file,
    items,
    left_out,
    lines,
    record,
    session,
    sessions,
)

MESSAGES = chat("a", "b")["messages"]


@pytest.mark.parametrize(
    "value",
    [
        MESSAGES,
        {"messages": MESSAGES},
        {"turns": MESSAGES, "id": "s"},
        {"conversation": MESSAGES},
        {"messages": [["human", "a"], ["ai", "b"]]},
        {"messages": []},
    ],
)
def test_recognises_lists_of_role_and_content(value: Any) -> None:
    assert ChatMessages().recognises(record(value))


@pytest.mark.parametrize(
    "value",
    [
        None,
        "messages",
        [],
        [1],
        {"messages": "not a list"},
        {"messages": ["a", "b"]},
        {"messages": [{"role": "user", "parts": [{"text": "a"}]}]},
        {"messages": [{"role": "user", "content": {"format": 2, "parts": []}}]},
        [{"session_id": "s", "role": "user", "content": "a"}],
        {"task": "t", "turns": MESSAGES},
    ],
)
def test_leaves_the_rest_to_others(value: Any) -> None:
    assert not ChatMessages().recognises(record(value))


def test_our_own_fields_come_back() -> None:
    found = session(
        chat(
            "a",
            "b",
            id="s",
            title="T",
            group="g",
            goal="G",
            goal_source="user",
            system_prompt="P",
            agent_model="m",
            agent_family="f",
            origin="replayed",
            end_reason="inactivity",
            started_at="2026-03-02T09:00:00Z",
            ended_at="2026-03-02T10:00:00Z",
            metadata={"x": [1]},
        )
    )

    assert (found.title, found.group, found.goal, found.goal_source) == (
        "T",
        "g",
        "G",
        GoalSource.USER,
    )
    assert (found.system_prompt, found.agent_model, found.agent_family) == ("P", "m", "f")
    assert (found.origin, found.end_reason) == (Origin.REPLAYED, EndReason.INACTIVITY)
    assert found.ended_at
    assert found.started_at
    assert found.started_at < found.ended_at
    assert found.metadata == {"x": [1]}


def test_times_and_model_are_the_turns_where_the_record_is_silent() -> None:
    messages = [
        {"role": "user", "content": "a", "timestamp": "2026-03-02T09:05:00Z"},
        {"role": "assistant", "content": "b", "timestamp": "2026-03-02T09:06:00Z", "model": "m"},
    ]

    found = session({"messages": messages})

    assert found.started_at == found.turns[0].timestamp
    assert found.ended_at == found.turns[1].timestamp
    assert found.agent_model == "m"


def test_the_first_message_is_no_goal() -> None:
    found = session(chat("I want to renew", "Yes"))

    assert (found.goal, found.goal_source) == (None, None)


def test_a_prompt_beside_the_list_comes_before_one_inside_of_it() -> None:
    value = {"system": "a", "messages": [{"role": "system", "content": "b"}, *MESSAGES]}

    assert session(value).system_prompt == "a\n\nb"


def test_a_message_list_in_a_cell_of_a_table_is_opened() -> None:
    table = 'session_id,messages\ns,"[{""role"": ""user"", ""content"": ""NA""}]"\n'

    (found,) = sessions(file(table, "f.csv"))

    assert [turn.content for turn in found.turns] == ["NA"]


@pytest.mark.parametrize(
    "text", ["[1, 2]", "null", "42", "NaN", '{"a": 1}', "file:///etc/passwd", " x "]
)
def test_text_stays_the_text_that_it_is(text: str) -> None:
    assert session(chat(text, "b")).turns[0].content == text


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [{"sender": "customer", "text": "a"}, {"sender": "bot", "text": "b"}]},
        {"chat_messages": [{"sender": "human", "text": "a"}, {"sender": "assistant", "text": "b"}]},
        {"chat_history": [{"role": "USER", "message": "a"}, {"role": "CHATBOT", "message": "b"}]},
        {
            "messages": [
                {"role": "user", "blocks": [{"block_type": "text", "text": "a"}]},
                {"role": "assistant", "blocks": [{"block_type": "text", "text": "b"}]},
            ]
        },
        {
            "data": [
                {"role": "user", "content": [{"type": "text", "text": {"value": "a"}}]},
                {"role": "assistant", "content": [{"type": "text", "text": {"value": "b"}}]},
            ]
        },
    ],
)
def test_other_words_for_who_speaks_and_what_is_said_are_known(value: Any) -> None:
    found = session(value)

    assert [(str(t.role), t.content) for t in found.turns] == [("user", "a"), ("assistant", "b")]


def test_pairs_of_questions_and_answers_are_not_taken_for_roles_and_texts() -> None:
    ((_, reason),) = left_out(items(lines({"id": "x", "history": [["Where?", "Here."]]})))

    assert "No known format has the keys id, history" in reason


def test_conversations_under_their_ids_are_sessions_of_these() -> None:
    held = {"s1": chat("a", "b")["messages"], "s2": chat("c", "d", id="own")}

    assert [found.external_id for found in sessions(file(json.dumps(held)))] == ["s1", "own"]


def test_an_answer_that_was_preferred_is_no_conversation_of_its_own() -> None:
    pair = {name: chat("a", name)["messages"] for name in ("chosen", "rejected")}

    ((_, reason),) = left_out(items(lines(pair)))

    assert "No known format has the keys chosen, rejected" in reason
