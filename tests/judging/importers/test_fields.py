from typing import Any

import pytest

from judging.importers import fields
from judging.importers.json_values import parsed
from judging.sessions import EndReason, GoalSource, Origin


@pytest.mark.parametrize(
    ("record", "name"),
    [
        ({"id": "b", "session_id": "a"}, "a"),
        ({"id": "b", "metadata": {"thread_id": "a"}}, "a"),
        ({"extra": {"metadata": {"sessionId": " a "}}}, "a"),
        ({"attributes": {"session.id": "a"}}, "a"),
        ({"resource": {"attributes": {"gen_ai.conversation.id": "a"}}}, "a"),
        ({"id": 7, "trace_id": "t"}, "7"),
        ({"trace_id": "t"}, "t"),
        ({"session_id": {}, "id": True}, ""),
        ({"session_id": "", "metadata": "m"}, ""),
    ],
)
def test_a_session_goes_by_the_first_id_that_is_one(record: dict[str, Any], name: str) -> None:
    assert fields.session_id(record) == name


@pytest.mark.parametrize(
    "digits", ["12345678901234567890", "007e0", "1.10", "100000000000000000000.0"]
)
def test_an_id_keeps_its_digits(digits: str) -> None:
    text = digits.lstrip("0")

    assert fields.as_id(parsed(text)) == text


def test_what_no_field_takes_is_metadata() -> None:
    record = {
        "id": "s",
        "model": "m",
        "turns": "[]",
        "channel": "mail",
        "score": 0.5,
        "tags": ["a", "b"],
        "tools": [{"name": "f"}],
        "nothing": None,
        "metadata": {"channel": "chat", "deep": {"a": 1}},
    }

    assert fields.metadata(record) == {
        "channel": "chat",
        "score": 0.5,
        "tags": ["a", "b"],
        "deep": {"a": 1},
    }


def test_kinds_are_taken_where_they_are_of_ours() -> None:
    record = {"group": "g", "origin": "simulated", "end_reason": "explicit", "agent_family": "x"}

    assert fields.kinds(record) == {
        "group": "g",
        "origin": Origin.SIMULATED,
        "end_reason": EndReason.EXPLICIT,
        "agent_family": "x",
    }
    assert fields.kinds({"origin": "elsewhere", "group": None}) == {}


def test_a_goal_is_from_the_file_unless_it_says_otherwise() -> None:
    assert fields.goal_source({}) is GoalSource.FILE
    assert fields.goal_source({"goal_source": "user"}) is GoalSource.USER


@pytest.mark.parametrize("value", [None, 7, "x"])
def test_what_is_no_list_or_dict_is_an_empty_one(value: Any) -> None:
    assert fields.as_dict(value) == {}
    assert fields.as_list(value) == fields.dicts_in(value) == []


def test_of_a_list_only_the_dicts_are_taken() -> None:
    assert fields.dicts_in([{"a": 1}, 7, None, {}]) == [{"a": 1}, {}]
