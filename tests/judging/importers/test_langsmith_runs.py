import json
from typing import Any

import pytest

from judging.sessions import Role, Session
from tests.judging.importers.files import items, left_out, lines, sessions

SAID = {"messages": [{"role": "user", "content": "a"}]}


def run(inputs: Any = None, outputs: Any = "b", **fields: Any) -> dict[str, Any]:
    return {
        "run_type": "chain",
        "id": "r",
        "trace_id": "t",
        "session_id": "PROJECT",
        "inputs": inputs or SAID,
        "outputs": outputs,
        **fields,
    }


def read(*runs: dict[str, Any]) -> Session:
    (session,) = sessions(lines(*runs))
    return session


@pytest.mark.parametrize("name", ["thread_id", "session_id", "conversation_id"])
def test_a_session_is_the_thread_in_the_metadata(name: str) -> None:
    assert read(run(extra={"metadata": {name: "s"}})).external_id == "s"


def test_without_a_thread_it_is_the_trace_and_never_the_project() -> None:
    assert read(run()).external_id == "t"


@pytest.mark.parametrize(
    "outputs",
    [
        {"output": "b"},
        {"output": {"role": "assistant", "content": "b"}},
        {"messages": [*SAID["messages"], {"role": "assistant", "content": "b"}]},
        {"choices": [{"message": {"role": "assistant", "content": "b"}}]},
        {"generations": [[{"text": "b"}]]},
        {"message": {"type": "ai", "content": "b"}},
        json.dumps({"output": "b"}),
    ],
)
def test_outputs_of_all_shapes_are_one_answer(outputs: Any) -> None:
    found = read(run(json.dumps(SAID), outputs))

    assert found.roles == (Role.USER, Role.ASSISTANT)
    assert found.turns[1].content == "b"


def test_runs_inside_of_a_root_add_nothing() -> None:
    inner = run(outputs="x", run_type="llm", parent_run_id="r")

    assert [turn.content for turn in read(inner, run()).turns] == ["a", "b"]


def test_a_tools_run_answers_the_call_that_nothing_else_does() -> None:
    call = {"id": "c", "name": "f", "args": {}}
    called = {"output": {"type": "ai", "content": "", "tool_calls": [call]}}
    tool = run({"x": 1}, {"output": "42"}, run_type="tool", name="f", id="2", parent_run_id="r")

    (answer,) = read(run(outputs=called), tool).turns[2:]

    assert (answer.tool_name, answer.content) == ("f", '{"output": "42"}')


def test_runs_inside_are_of_the_thread_that_their_root_names() -> None:
    inner = run(run_type="llm", id="2", parent_run_id="r")

    assert read(inner, run(extra={"metadata": {"thread_id": "s"}})).external_id == "s"


def test_without_a_root_the_models_calls_tell() -> None:
    inner = run(run_type="llm", parent_run_id="r")

    assert [turn.content for turn in read(inner).turns] == ["a", "b"]


def test_the_models_name_is_in_the_metadata() -> None:
    assert read(run(extra={"metadata": {"ls_model_name": "m"}})).agent_model == "m"


def test_a_run_that_failed_has_no_answer() -> None:
    assert read(run(outputs=None, error="x")).roles == (Role.USER,)


def test_runs_without_any_content_say_what_to_export() -> None:
    ((_, reason),) = left_out(items(lines(run(run_type="tool", parent_run_id="r"))))

    assert "root runs" in reason


def test_what_a_program_sent_is_a_run_and_what_became_of_it() -> None:
    begun = run(outputs=None) | {"start_time": 1_790_845_200_000}
    del begun["outputs"]
    ended = {"id": "r", "outputs": {"output": "b"}, "inputs": None}

    found = read({"post": [begun], "patch": [ended, {"id": "unknown"}]})

    assert [turn.content for turn in found.turns] == ["a", "b"]
    assert found.started_at is not None
