import json
from typing import Any

import pytest

from judging.sessions import EndReason, Origin, Session
from tests.judging.importers.files import chat, file, session, sessions


def result(*texts: str, **fields: Any) -> dict[str, Any]:
    return {"task_id": 3, "trial": 1, "reward": 0.5, "traj": chat(*texts)["messages"], **fields}


def read(**fields: Any) -> Session:
    return session([result("a", "b", **fields)])


def test_is_named_by_task_and_trial_and_grouped_by_file_and_task() -> None:
    found = read()

    assert (found.external_id, found.group) == ("task3-trial1", "file-task3")
    assert found.origin is Origin.SIMULATED


def test_keeps_the_reward_as_metadata() -> None:
    assert read(info={"task": {"user_id": "u"}}).metadata == {
        "reward": 0.5,
        "task_id": 3,
        "trial": 1,
        "user_id": "u",
    }


@pytest.mark.parametrize(
    ("info", "goal"),
    [
        ({"task": {"instruction": "You want a lamp."}}, "You want a lamp."),
        ({"task": {}}, None),
        ({"task": None}, None),
        (None, None),
    ],
)
def test_the_instruction_is_the_goal(info: Any, goal: str | None) -> None:
    assert read(info=info).goal == goal


def test_a_user_who_said_stop_has_ended_the_session() -> None:
    assert session([result("a", "b", "###STOP###")]).end_reason is EndReason.EXPLICIT
    assert session([result("a", "b")]).end_reason is EndReason.UNKNOWN


def test_files_do_not_share_groups() -> None:
    name = "tests/gpt-4.1-{}.json"
    contents = [
        file(f"[{json.dumps(result('a', text))}]", name.format(text))
        for text in ("airline", "retail")
    ]

    groups = [found.group for found in sessions(*contents)]

    assert groups == ["gpt-4.1-airline-task3", "gpt-4.1-retail-task3"]
