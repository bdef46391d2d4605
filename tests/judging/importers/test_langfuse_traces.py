import csv
import io
import json
from typing import Any

import pytest

from judging.importers import Found, Rejected, Skipped, Source
from judging.sessions import Session, ToolCall
from tests.judging.importers.files import file, items, left_out, session, sessions

CALL = {"id": "c", "type": "function", "function": {"name": "find", "arguments": "{}"}}


def seen(kind: str, asked: Any = None, answered: Any = None, **fields: Any) -> dict[str, Any]:
    return {
        "id": fields.pop("id", kind),
        "traceId": "t",
        "type": kind,
        "name": "n",
        "startTime": "2026-10-01T09:00:00Z",
        "input": asked,
        "output": answered,
        **fields,
    }


def said(*texts: str) -> list[dict[str, Any]]:
    roles = ("user", "assistant") * len(texts)
    return [{"role": role, "content": text} for role, text in zip(roles, texts, strict=False)]


def trace(*observations: Any, **fields: Any) -> dict[str, Any]:
    return {"trace": {"id": "t", **fields}, "observations": [*observations]}


def contents(found: Session) -> list[str]:
    return [turn.content for turn in found.turns]


def test_calls_of_models_tell_and_the_steps_around_them_do_not() -> None:
    root = seen("SPAN", "a", "everything", id="r")
    call = seen("GENERATION", said("a"), said("", "b")[1], parentObservationId="r")

    assert contents(session(trace(root, call, input="a", output="all"))) == ["a", "b"]


def test_without_one_the_root_tells_and_without_that_the_trace() -> None:
    inner = seen("SPAN", "x", "y", id="i", parentObservationId="r")

    assert contents(session(trace(seen("AGENT", "a", "b", id="r"), inner, input="z"))) == ["a", "b"]
    assert contents(session(trace(inner, input="a", output="b"))) == ["a", "b"]


def test_a_call_around_another_is_counted_once() -> None:
    outer = seen("GENERATION", {"prompt": "a"}, "b", id="o")
    inner = seen("GENERATION", said("a"), "b", id="i", parentObservationId="o")

    assert contents(session(trace(outer, inner))) == ["a", "b"]


def test_a_tool_answers_the_call_that_nothing_else_does() -> None:
    tool = seen(
        "TOOL", {}, "42", metadata={"attributes": {"gen_ai.tool.call.id": "c"}}, level="ERROR"
    )
    call = seen("GENERATION", said("a"), {"role": "assistant", "content": "", "tool_calls": [CALL]})

    found = session(trace(call, tool))

    assert found.turns[1].tool_calls == (ToolCall("c", "find", {}),)
    assert (found.turns[2].content, found.turns[2].is_error) == ("42", True)


@pytest.mark.parametrize("quotes", [0, 1, 2])
def test_quotes_around_what_was_said_come_off_but_not_those_that_were_said(quotes: int) -> None:
    messages: Any = said("a", '"b"')
    for _ in range(quotes):
        messages = json.dumps(messages)

    assert contents(session(trace(seen("GENERATION", messages)))) == ["a", '"b"']


def test_a_session_is_the_observations_or_the_traces_and_else_the_trace() -> None:
    call = seen("GENERATION", said("a"))

    assert session(trace({**call, "sessionId": "o"}, sessionId="s")).external_id == "o"
    assert session(trace(call, sessionId="s")).external_id == "s"
    assert session(trace(call, metadata='{"thread_id": "m"}')).external_id == "m"
    assert session(trace(call)).external_id == "t"


def test_a_writer_that_lost_the_question_is_no_user() -> None:
    first = seen("GENERATION", said("a"), "b", id="1")
    second = seen("GENERATION", '{"content": "role"}', "c", id="2")

    assert contents(session(trace(first, second))) == ["a", "b\nc"]


def test_rows_of_observations_and_of_traces_are_read_too() -> None:
    row = {
        "id": "o",
        "traceId": "t",
        "startTime": '"2026-10-01T09:00:00.000Z"',
        "type": "GENERATION",
        "sessionId": "s",
        "input": json.dumps(said("a")),
        "output": '{"role": "assistant", "content": "b"}',
    }
    table = io.StringIO()
    writer = csv.DictWriter(table, row)
    writer.writeheader()
    writer.writerow(row)

    (found,) = sessions(file(table.getvalue(), "observations.csv"))

    assert (found.external_id, contents(found)) == ("s", ["a", "b"])
    listed = {"id": "t", "timestamp": "2026-10-01", "bookmarked": False, "input": "a"}
    assert session([{**listed, "sessionId": "s"}]).external_id == "s"


def test_a_session_holds_traces_with_or_without_observations() -> None:
    first = {"id": "t", "timestamp": "2026-10-01T09:00:00Z", "input": "a", "output": "b"}
    call = seen("GENERATION", said("c"), "d", traceId="u", startTime="2026-10-01T09:01:00Z")
    second = {"id": "u", "timestamp": "2026-10-01T09:01:00Z", "observations": [call]}

    found = session({"id": "s", "traces": [second, first], "comments": []})

    assert (found.external_id, contents(found)) == ("s", ["a", "b", "c", "d"])


def test_observations_that_are_ids_only_leave_the_trace_to_tell() -> None:
    listed = {"id": "t", "htmlPath": "/t", "timestamp": "2026-10-01T09:00:00Z", "scores": ["x"]}

    found = session({**listed, "observations": ["o1"], "input": "a", "output": "b"})

    assert contents(found) == ["a", "b"]


def test_scores_and_tags_are_metadata() -> None:
    scores = [{"name": "helpful", "value": 1}, {"name": "tone", "stringValue": "warm"}, 7]

    found = session(trace(seen("GENERATION", said("a")), scores=scores, tags=["x"], name="n"))

    assert found.metadata == {
        "trace_name": "n",
        "tags": ["x"],
        "scores": {"helpful": 1, "tone": "warm"},
        "traces": {"t": "GENERATION"},
    }


def test_the_table_of_sessions_says_once_what_to_export_instead() -> None:
    rows = "id,countTraces,sessionDuration\ns,4,61\nr,2,9\n"

    ((where, reason),) = left_out(items(file(rows, "sessions.csv")))

    assert where == "sessions.csv, line 2"
    assert "export the Traces or the Observations" in reason


def test_an_observation_that_is_none_is_named() -> None:
    ((where, reason),) = left_out(items(file(json.dumps(trace(7)))))

    assert where == "file.json, observation 1"
    assert "not an observation" in reason


def named(name: str, *observations: Any, **fields: Any) -> Source:
    return file(json.dumps(trace(*observations, **fields)), name)


def later(kind: str, *texts: str, hour: int, **fields: Any) -> dict[str, Any]:
    return seen(kind, said(*texts), startTime=f"2026-10-01T{hour:02}:00:00Z", **fields)


def test_traces_of_one_session_in_files_of_their_own_are_joined() -> None:
    second = named("2.json", later("GENERATION", "c", "d", hour=11, traceId="u"), sessionId="s")
    first = named("1.json", later("GENERATION", "a", "b", hour=9), sessionId="s")

    (found,) = sessions(second, first)

    assert contents(found) == ["a", "b", "c", "d"]
    assert any("2 files" in warning for warning in found.warnings)


def test_two_runs_of_one_task_in_files_of_their_own_stay_two_sessions() -> None:
    first = named("a.json", later("GENERATION", "task", "b", hour=9), sessionId="s")
    second = named("b.json", later("GENERATION", "task", "c", hour=8, traceId="u"), sessionId="s")

    found = sessions(first, second)

    assert [contents(one) for one in found] == [["task", "c"], ["task", "b"]]
    assert [one.external_id for one in found] == ["s", "s#2"]


def test_calls_of_one_trace_are_of_one_run_whatever_file_they_stand_in() -> None:
    first = named("a.json", later("GENERATION", "task", "b", hour=9), sessionId="s")
    second = named("b.json", later("GENERATION", "task", "c", hour=8), sessionId="s")

    assert len(sessions(first, second)) == 1


def test_a_call_that_repeats_what_another_file_has_goes_on_from_there() -> None:
    first = named("a.json", later("GENERATION", "a", "b", hour=9), sessionId="s")
    longer = later("GENERATION", "a", "b", "c", "d", hour=10, traceId="u")

    (found,) = sessions(first, named("b.json", longer, sessionId="s"))

    assert contents(found) == ["a", "b", "c", "d"]


def test_a_file_in_which_nothing_was_said_is_left_out_beside_others() -> None:
    silent = named("1.json", seen("SPAN"), id="u")
    told = named("2.json", later("GENERATION", "a", "b", hour=9))

    assert [type(item) for item in items(silent)] == [Rejected]
    assert [type(item) for item in items(silent, told)] == [Skipped, Found]


def test_files_without_any_id_are_not_taken_for_one_session() -> None:
    lines = [
        file(json.dumps(later("GENERATION", text, hour=9, traceId="")), f"{text}.jsonl")
        for text in ("a", "b")
    ]

    assert [contents(found) for found in sessions(*lines)] == [["a"], ["b"]]
