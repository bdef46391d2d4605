from typing import Any

import pytest

from judging.importers import Skipped
from tests.judging.importers.files import items, left_out, lines, sessions


def line(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-01-01T00:00:00Z", "type": kind, "payload": payload}


def said(role: str, text: str) -> dict[str, Any]:
    return line("response_item", type="message", role=role, content=text)


def contents(*rows: dict[str, Any]) -> list[str]:
    (session,) = sessions(lines(*rows))
    return [turn.content for turn in session.turns]


def test_events_that_repeat_the_items_add_nothing() -> None:
    event = line("event_msg", type="agent_message", message="b")

    assert contents(said("user", "a"), said("assistant", "b"), event) == ["a", "b"]


@pytest.mark.parametrize(
    "text", ["<environment_context>x", "# AGENTS.md instructions", " \n# AGENTS.md"]
)
def test_what_the_program_writes_for_the_user_is_no_turn(text: str) -> None:
    assert contents(said("user", text), said("user", "a")) == ["a"]


def test_what_the_developer_writes_is_no_turn() -> None:
    assert contents(said("user", "a"), said("developer", "x"), said("assistant", "b")) == ["a", "b"]


def test_an_own_tool_takes_its_input_as_text() -> None:
    call = line("response_item", type="custom_tool_call", call_id="c", name="f", input="*** Begin")

    (session,) = sessions(lines(said("user", "a"), call))

    assert session.turns[1].tool_calls[0].arguments == "*** Begin"


def test_id_model_and_times_are_the_files() -> None:
    rows = [line("session_meta", id="s"), line("turn_context", model="m"), said("user", "a")]

    (session,) = sessions(lines(*rows))

    assert (session.external_id, session.agent_model) == ("s", "m")
    assert session.started_at == session.ended_at
    assert session.started_at is not None


def test_without_an_id_it_is_named_by_its_file() -> None:
    assert sessions(lines(said("user", "a"), said("user", "b")))[0].external_id == "file"


def test_a_file_of_events_alone_is_left_out() -> None:
    (found,) = items(lines(line("session_meta", id="s"), line("event_msg")))

    assert isinstance(found, Skipped)


def test_a_payload_that_is_no_object_is_rejected_with_its_line() -> None:
    found = items(lines(said("user", "a"), {"type": "response_item", "payload": 7}))

    assert [where for where, _ in left_out(found)] == ["file.jsonl, line 2"]
    assert len(found) == 2


def test_items_of_a_new_kind_are_left_out_with_their_number() -> None:
    new = line("response_item", type="weather")

    (session,) = sessions(lines(said("user", "a"), new, new))

    assert len(session.turns) == 1
    assert "Left out: 2 items of kinds that are not known." in session.warnings
