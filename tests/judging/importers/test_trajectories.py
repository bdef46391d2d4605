import json
from typing import Any

import pytest

from judging.importers.trajectories import USER_ONLY
from tests.judging.importers.files import chat, file, items, left_out, lines, session, sessions

TURNS = chat("a", "b")["messages"]


@pytest.mark.parametrize("sign", ["task", "scenario", "expected_outcome", "expectedOutcome"])
def test_turns_beside_a_task_are_one(sign: str) -> None:
    assert session({sign: "t", "turns": TURNS}).source_format == "trajectories"


def test_turns_written_as_text_are_opened() -> None:
    assert len(session({"scenario": "t", "turns": json.dumps(TURNS)}).turns) == 2


def test_goes_by_id_else_name_else_file_and_place() -> None:
    named = [
        {"task": "t", "turns": TURNS, "session_id": "s"},
        {"task": "u", "turns": TURNS, "name": "n"},
    ]

    found = sessions(file(json.dumps([*named, {"task": "v", "turns": TURNS}])))

    assert [one.external_id for one in found] == ["s", "n", "file-3"]


def test_goes_by_its_line_in_json_lines() -> None:
    (found,) = sessions(lines({"task": "t", "turns": TURNS}))

    assert found.external_id == "line-1"


def test_the_task_is_the_goal() -> None:
    assert session({"task": "t", "turns": TURNS}).goal == "t"


@pytest.mark.parametrize(
    "turns", [["a", "b"], [{"role": "user", "content": "a"}], [{"role": "human", "content": "a"}]]
)
def test_a_users_script_is_rejected(turns: list[Any]) -> None:
    ((_, reason),) = left_out(items(file(json.dumps({"scenario": "t", "conversation": turns}))))

    assert reason == USER_ONLY


def test_no_turns_are_rejected() -> None:
    ((_, reason),) = left_out(items(file(json.dumps({"task": "t", "turns": []}))))

    assert "no messages" in reason


def test_each_conversation_of_a_test_run_is_a_session() -> None:
    said = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
    cases = [{"name": "one", "turns": said, "scenario": "g"}, {"name": "two", "turns": said}]
    run = {"testRunData": {"testCases": [], "conversationalTestCases": [*cases, 7]}}

    found = items(file(json.dumps(run)))

    named = sessions(file(json.dumps(run)))
    assert [(s.external_id, s.goal) for s in named] == [("one", "g"), ("two", None)]
    assert [where for where, _ in left_out(found)] == ["file.json, conversation 3"]
