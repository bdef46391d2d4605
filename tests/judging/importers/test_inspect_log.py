import json
from typing import Any

import pytest

from judging.importers import Skipped, inspect_log
from judging.sessions import Role, Session, ToolCall
from tests.judging.importers.files import chat, file, items, left_out, session, sessions

HASH = "0123456789abcdef" * 2


def sample(*messages: Any, **fields: Any) -> dict[str, Any]:
    said = list(messages) or chat("a", "b")["messages"]
    return {"id": "x", "epoch": 1, "messages": said, **fields}


def log(*samples: Any) -> dict[str, Any]:
    return {"eval": {"task": "t", "model": "openai/m"}, "samples": [*samples]}


def read(*messages: Any, **fields: Any) -> Session:
    return session(log(sample(*messages, **fields)))


def test_is_named_by_sample_and_epoch_and_grouped_by_task_and_sample() -> None:
    found = sessions(file(json.dumps(log(sample(), sample(epoch=2)))))

    assert [s.external_id for s in found] == ["x-epoch1", "x-epoch2"]
    assert {s.group for s in found} == {"t-x"}


def test_the_model_of_the_evaluation_is_the_agents() -> None:
    assert read().agent_model == "openai/m"


def test_scores_are_metadata_by_their_values() -> None:
    found = read(scores={"match": {"value": "C", "answer": "b"}, "close": 0.5}, metadata={"k": 1})

    assert found.metadata["scores"] == {"match": "C", "close": 0.5}
    assert found.metadata["k"] == 1


def test_the_input_is_no_goal() -> None:
    assert read(input="a").goal is None


def test_attached_texts_stand_where_they_were_referred_to() -> None:
    reference = f"attachment://{HASH}"
    calls = [{"id": "c", "function": "f", "arguments": {"text": reference}}]

    found = read(
        {"role": "user", "content": [{"type": "text", "text": reference}]},
        {"role": "assistant", "content": reference, "tool_calls": calls},
        attachments={HASH: "long"},
    )

    assert [turn.content for turn in found.turns] == ["long", "long"]
    assert found.turns[1].tool_calls == (ToolCall("c", "f", {"text": "long"}),)


def test_a_reference_to_nothing_stays() -> None:
    reference = f"attachment://{HASH}"

    assert read({"role": "user", "content": reference}).turns[0].content == reference


def test_attachments_that_unfold_without_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspect_log, "MOST_ATTACHED", 10)
    many = [{"role": "user", "content": f"attachment://{HASH}"}] * 3

    ((where, reason),) = left_out(
        items(file(json.dumps(log(sample(*many, attachments={HASH: "text"})))))
    )

    assert where == "file.json"
    assert "unfold" in reason


@pytest.mark.parametrize(
    ("content", "problem", "text"),
    [
        ("", {"type": "timeout", "message": "too long"}, "too long"),
        ("partly", {"type": "timeout", "message": "too long"}, "partly"),
        ("", {"type": "new"}, '{"type": "new"}'),
        ("", "odd", "odd"),
    ],
)
def test_a_tool_that_failed_says_how(content: str, problem: Any, text: str) -> None:
    tool = {"role": "tool", "content": content, "function": "f", "error": problem}

    (turn,) = read(tool).turns

    assert (turn.content, turn.is_error, turn.tool_name) == (text, True, "f")


def test_a_tool_that_answered_is_no_error() -> None:
    (turn,) = read({"role": "tool", "content": "x", "function": "f", "error": None}).turns

    assert not turn.is_error


def test_a_tool_of_the_models_own_server_is_a_call_an_answer_and_the_text() -> None:
    used = {"type": "tool_use", "id": "c", "name": "search", "arguments": "{}", "result": "x"}

    found = read({"role": "assistant", "content": [used, {"type": "text", "text": "b"}]})

    assert found.roles == (Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)
    assert found.turns[1].tool_name == "search"


def test_a_sample_that_failed_at_once_is_left_out() -> None:
    (found,) = items(file(json.dumps(log({"id": 1, "messages": [], "error": {"message": "x"}}))))

    assert isinstance(found, Skipped)


def test_a_sample_that_is_none_is_rejected_and_the_others_are_read() -> None:
    found = items(file(json.dumps(log(sample(), 7, {"id": 1}))))

    assert [where for where, _ in left_out(found)] == [
        "file.json, sample 2",
        "file.json, sample 3",
    ]
    assert len(found) == 3


@pytest.mark.parametrize(
    "summary",
    [
        {"eval": {"task": "t"}, "plan": {}},
        {"eval": {"task": "t"}, "samples": []},
        {"a_task.eval": {"eval": {"task": "t"}, "status": "success"}},
    ],
)
def test_a_summary_or_index_says_what_to_export(summary: dict[str, Any]) -> None:
    ((_, reason),) = left_out(items(file(json.dumps(summary))))

    assert "no samples" in reason
    assert ".eval" in reason
