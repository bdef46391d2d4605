"""Sessions that we exported: read as they are, or refused with their place."""

import json
from typing import Any

import pytest

from judging.importers import Found
from judging.sessions import EndReason, GoalSource, Origin
from tests.judging.importers.files import EXAMPLES, file, items, left_out, lines, sessions


def record(version: int = 1, **told: Any) -> dict[str, Any]:
    turns = [{"turn": 1, "role": "user", "content": "Hi"}]
    session = {"session_id": "s", "turns": turns, **told}
    return {"format": f"judging/session@{version}", "session": session}


def test_its_example_keeps_every_field() -> None:
    path = EXAMPLES / "sessions" / "judging_sessions.jsonl"

    first, second = sessions(file(path.read_bytes(), "own.jsonl"))

    assert (first.external_id, first.group, second.group) == ("007", "parcels", "=8")
    assert (first.goal_source, first.origin) == (GoalSource.USER, Origin.SIMULATED)
    assert first.end_reason is EndReason.RESOLUTION
    assert first.turns[0].content == " Where is it?\r\n"
    assert first.turns[0].external_turn == "0"
    assert first.turns[1].reasoning == "I have to look."
    assert [call.arguments for call in first.turns[1].tool_calls] == [{"parcel": "007"}, "no JSON"]
    assert first.turns[3].is_error
    assert first.metadata == {"trial": 1, "tags": ["late"]}


def test_where_they_came_from_at_first_is_kept() -> None:
    (found,) = sessions(lines(record(source_format="tau_bench", source_file="first.json")))

    assert (found.source_format, found.source_file) == ("tau_bench", "first.json")


def test_two_that_stand_on_one_line_are_two() -> None:
    both = "".join(json.dumps(record(session_id=name)) for name in "ab")

    assert [found.external_id for found in sessions(file(both, "f.jsonl"))] == ["a", "b"]


def test_those_of_a_newer_release_are_rejected() -> None:
    ((where, reason),) = left_out(items(lines(record(version=2))))

    assert where == "file.jsonl, line 1"
    assert reason.endswith("Update Judging.")


@pytest.mark.parametrize(
    ("told", "where", "reason"),
    [
        ({"session_id": ""}, "line 1", "lacks session_id"),
        ({"session_id": 7}, "line 1", "7 is not text"),
        ({"turns": []}, "line 1", "no messages"),
        ({"turns": "x"}, "line 1", "not a list"),
        ({"turns": [7]}, "line 1", "a list of objects"),
        ({"turns": [{"turn": 2, "role": "user"}]}, "line 1, turn 1", "Turn 2 stands here"),
        ({"turns": [{"turn": 1, "role": "boss"}]}, "line 1, turn 1", "'boss' is not one of user"),
        ({"turns": [{"turn": 1}]}, "line 1, turn 1", "lacks role"),
        ({"origin": "dreamt"}, "line 1", "'dreamt' is not one of recorded"),
        ({"started_at": "soon"}, "line 1", "not a time"),
        ({"metadata": [1]}, "line 1", "not an object"),
    ],
)
def test_one_that_was_edited_is_rejected_with_its_place(
    told: dict[str, Any], where: str, reason: str
) -> None:
    good, bad = record(), record(**told)

    found = items(lines(good, bad))

    assert isinstance(found[0], Found)
    (rejected,) = left_out(found)
    assert rejected[0] == f"file.jsonl, {where.replace('1', '2', 1)}"
    assert reason in rejected[1]


def test_a_table_may_have_its_columns_in_any_order() -> None:
    table = "content,turn,session_id,role,format\r\nHi,1,007,user,judging/turn@1\r\n"

    (found,) = sessions(file(table, "moved.csv"))

    assert (found.external_id, found.turns[0].content) == ("007", "Hi")


def test_a_cell_that_only_looks_like_ours_stays_as_it_is() -> None:
    table = "format,session_id,turn,role,content\njudging/turn@1,s,1,user,json:{\n"

    (found,) = sessions(file(table, "own.csv"))

    assert found.turns[0].content == "json:{"


def test_line_breaks_of_others_tables_are_still_evened_out() -> None:
    table = 'format,session_id,role,content\nmine,s,user,"a\r\nb"\n'

    (found,) = sessions(file(table, "others.csv"))

    assert found.turns[0].content == "a\nb"


def test_a_session_that_others_wrote_is_none_of_ours() -> None:
    value = {"format": "judging/other@1", "messages": [{"role": "user", "content": "Hi"}]}

    (found,) = items(file(json.dumps(value)))

    assert isinstance(found, Found)
    assert found.format == "chat_messages"
