import json
from typing import Any

from tests.judging.importers.files import file, items, left_out, session, sessions

SAID = {"messages": [{"role": "user", "content": "a"}]}


def trace(*spans: Any, **fields: Any) -> dict[str, Any]:
    known = {"id": "t", "input": SAID, "output": {"output": "b"}, **fields}
    return {"trace": known, "spans": [*spans]}


def test_a_trace_tells_where_no_call_of_a_model_does() -> None:
    inner = {"id": "1", "type": "general", "parent_span_id": "0", "input": "x"}

    assert [turn.content for turn in session(trace(inner)).turns] == ["a", "b"]


def test_calls_of_models_go_before_the_trace() -> None:
    call = {"id": "1", "type": "llm", "model": "m", "input": SAID, "output": {"output": "c"}}

    found = session(trace(call, thread_id="s"))

    assert [turn.content for turn in found.turns] == ["a", "c"]
    assert (found.external_id, found.agent_model) == ("s", "m")


def test_traces_of_one_thread_are_one_session() -> None:
    first = trace(thread_id="s", start_time="2026-10-01T09:00:00Z")
    second = trace(id="u", input="c", output="d", thread_id="s", start_time="2026-10-01T09:01:00Z")

    found = session([second, first])

    assert [turn.content for turn in found.turns] == ["a", "b", "c", "d"]


def test_rows_hold_a_trace_and_a_span_each_in_pythons_notation() -> None:
    table = (
        "trace_id,trace_thread_id,trace_input,span_id,span_type,span_input,span_output\n"
        "t,s,{'x': None},1,llm,\"{'messages': [{'role': 'user', 'content': \"\"it's\"\"}]}\",b\n"
    )

    (found,) = sessions(file(table, "traces.csv"))

    assert [turn.content for turn in found.turns] == ["it's", "b"]


def test_scores_are_metadata() -> None:
    scores = [{"name": "helpful", "value": 1.0}, 7]

    assert session(trace(feedback_scores=scores)).metadata == {"scores": {"helpful": 1.0}}


def test_a_span_that_is_none_is_named() -> None:
    ((where, _),) = left_out(items(file(json.dumps(trace(7)))))

    assert where == "file.json, span 1"
