import json
from typing import Any

import pytest

from judging.importers import Found
from judging.sessions import EndReason, Origin, Role, Session
from tests.judging.importers.files import chat, file, items, left_out, lines, session, sessions


def simulation(**fields: Any) -> dict[str, Any]:
    said = {"id": "x", "task_id": 3, "trial": 1, "reward_info": {"reward": 0.5}}
    return {**said, **chat("a", "b"), **fields}


def read(*, instructions: Any = None, **fields: Any) -> Session:
    task = {"id": "3", "user_scenario": {"instructions": instructions}}
    info = {"agent_info": {"llm": "m"}}
    return session({"info": info, "tasks": [task], "simulations": [simulation(**fields)]})


def test_a_session_is_a_simulation_grouped_by_file_and_task() -> None:
    found = read()

    assert (found.external_id, found.group, found.agent_model) == ("x", "file-task3", "m")
    assert found.origin is Origin.SIMULATED
    assert found.metadata == {"reward": 0.5, "task_id": 3, "trial": 1}


def test_messages_without_a_number_are_counted_from_0() -> None:
    assert [turn.external_turn for turn in read().turns] == ["0", "1"]


def test_without_an_id_it_is_named_by_task_and_trial() -> None:
    assert read(id=None).external_id == "task3-trial1"


@pytest.mark.parametrize(
    ("instructions", "goal"),
    [
        ("Ask for a lamp.", "Ask for a lamp."),
        ({"reason_for_call": "no light", "task_instructions": "x"}, "no light"),
        ({"task_instructions": "x"}, "x"),
        ({"domain": "d"}, None),
        (None, None),
    ],
)
def test_why_the_user_calls_is_the_goal(instructions: Any, goal: str | None) -> None:
    assert read(instructions=instructions).goal == goal


def test_a_user_who_stops_has_ended_it() -> None:
    assert read(termination_reason="user_stop").end_reason is EndReason.EXPLICIT
    assert read(termination_reason="max_steps").end_reason is EndReason.UNKNOWN


def test_the_user_calls_tools_and_their_answers_are_told_by_the_id() -> None:
    calls = [{"id": name, "name": f"look_{name}", "requestor": "user"} for name in "uv"]
    messages = [
        {"role": "user", "content": None, "tool_calls": calls, "turn_idx": 0},
        {"role": "tool", "id": "v", "content": "dark", "error": True, "turn_idx": 1},
    ]

    found = read(messages=messages)

    assert found.roles == (Role.USER, Role.TOOL)
    assert (found.turns[1].tool_name, found.turns[1].is_error) == ("look_v", True)
    assert [turn.external_turn for turn in found.turns] == ["0", "1"]


def test_a_simulation_by_itself_is_read() -> None:
    assert session(simulation()).source_format == "tau2_bench"


def test_a_simulation_that_is_none_is_rejected_and_the_others_are_read() -> None:
    run = {"tasks": [], "simulations": [7, simulation(), {"id": "y"}]}

    found = items(lines(run))

    assert [where for where, _ in left_out(found)] == [
        "file.jsonl, line 1, simulation 1",
        "file.jsonl, line 1, simulation 3",
    ]
    assert len([item for item in found if isinstance(item, Found)]) == 1


def test_a_run_without_simulations_says_what_to_import() -> None:
    ((_, reason),) = left_out(items(lines({"tasks": [{"id": "1"}], "simulations": []})))

    assert "simulation files" in reason


def test_simulations_in_files_of_their_own_have_what_their_run_says() -> None:
    task = {"id": "3", "user_scenario": {"instructions": "Ask for a lamp."}}
    info = {"agent_info": {"llm": "m"}}
    run = {"info": info, "tasks": [task], "simulations": []}
    apart = file(json.dumps(simulation()), "simulations/x.json")

    (found,) = items(file(json.dumps(run), "run.json"), apart)

    assert isinstance(found, Found)
    assert (found.session.goal, found.session.agent_model) == ("Ask for a lamp.", "m")
    assert found.session.group == "run-task3"


def test_a_simulation_beside_a_whole_run_is_not_taken_for_one_of_it() -> None:
    info = {"agent_info": {"llm": "m"}}
    whole = {"info": info, "tasks": [], "simulations": [simulation(id="a")]}
    other = file(json.dumps(simulation(id="b")), "other.json")

    first, second = sessions(file(json.dumps(whole), "run.json"), other)

    assert (first.agent_model, second.agent_model) == ("m", None)
    assert (first.group, second.group) == ("run-task3", "other-task3")
