"""Labels that name a trace, and the sessions that they are of."""

import io
import json
from typing import Any

import pytest

from calibration import projects
from calibration.files import exporting
from calibration.files.importing import import_sessions
from calibration.files.label_files import LabelOptions, import_labels
from calibration.files.placing import RatingReport
from calibration.files.verdict_files import VerdictOptions, import_verdicts
from judging.importers import RatingOptions, Source
from storage import Project, Store
from tests import keeping

SAID = {"messages": [{"role": "user", "content": "Where is it?"}]}


def source(*records: Any, name: str = "some.jsonl") -> Source:
    text = "\n".join(map(json.dumps, records))
    return Source(name, lambda: io.BytesIO(text.encode()))


def observation(trace: str, session: str, hour: int = 9, **fields: Any) -> dict[str, Any]:
    answer = f"It left at {hour}."
    return {
        "id": f"root of {trace}",
        "traceId": trace,
        "sessionId": session,
        "type": "GENERATION",
        "startTime": f"2026-10-01T{hour:02}:00:00Z",
        "input": SAID,
        "output": {"role": "assistant", "content": answer},
        **fields,
    }


def score(**about: Any) -> dict[str, Any]:
    answer = {"name": "goal_met", "dataType": "BOOLEAN", "stringValue": "True"}
    return {"source": "ANNOTATION", **answer, **about}


def bring(project: Project, *records: Any) -> None:
    assert import_sessions(project, [source(*records)]).stored


def written(project: Project, suffix: str) -> str:
    out = io.StringIO(newline="")
    exporting.write_sessions(project, out, suffix)
    return out.getvalue()


def labelled(project: Project, *records: Any) -> RatingReport:
    return import_labels(project, source(*records), LabelOptions(RatingOptions(), reviewer="maya"))


def reasons(report: RatingReport) -> str:
    return " ".join(rejected.reason for rejected in report.rejected)


def test_a_label_of_a_trace_is_of_the_session_that_was_made_of_it_alone(project: Project) -> None:
    bring(project, observation("t", "chat"), observation("u", "other"))

    report = labelled(project, score(traceId="t"))

    [kept] = project.labels.of_session(keeping.number(project, "chat"))
    assert kept.label.session == "chat"
    assert project.labels.count() == 1
    assert report.warnings == ["1 found its session by the id of its only trace."]


def test_a_label_of_one_trace_of_several_has_no_place(project: Project) -> None:
    bring(project, observation("t", "chat"), observation("u", "chat", 10))

    report = labelled(project, score(traceId="t"))

    assert not report.stored
    assert "'t' is one of 2 traces of the session 'chat'" in reasons(report)


def test_a_trace_that_no_session_is_made_of_is_named(project: Project) -> None:
    bring(project, observation("t", "chat"))

    assert "no session 'x'" in reasons(labelled(project, score(traceId="x")))


def test_a_trace_that_two_sessions_are_made_of_asks_for_one_of_them(project: Project) -> None:
    bring(project, observation("t", "chat"))
    bring(project, observation("t", "chat", 10))

    assert "2 sessions (chat, chat#2)" in reasons(labelled(project, score(traceId="t")))


def test_a_session_that_goes_on_does_not_take_the_label_of_its_beginning(project: Project) -> None:
    bring(project, observation("t", "chat"))
    bring(project, observation("t", "chat"), observation("u", "chat", 10))

    labelled(project, score(traceId="t"))

    assert len(project.labels.of_session(keeping.number(project, "chat"))) == 1


def test_a_label_of_the_step_that_is_all_of_a_trace_is_the_traces(project: Project) -> None:
    inner = observation("t", "chat", id="inner", parentObservationId="root of t", type="TOOL")
    bring(project, observation("t", "chat"), inner)

    report = labelled(project, score(traceId="t", observationId="root of t"))
    refused = labelled(project, score(traceId="t", observationId="inner"))

    assert report.imported == 1
    assert "one step ('inner') inside of a trace" in reasons(refused)


SPAN = {
    "span_kind": "LLM",
    "parent_id": None,
    "start_time": "2026-10-01T09:00:00Z",
    "context": {"trace_id": "t", "span_id": "r"},
    "attributes": {"session.id": "chat", "input.value": "Where?", "output.value": "Here."},
}
PHOENIX = {"name": "goal_met", "annotator_kind": "HUMAN", "result": {"label": "pass"}}
RUN = {
    "run_type": "chain",
    "id": "t",
    "trace_id": "t",
    "inputs": SAID,
    "outputs": {"output": "Here."},
    "extra": {"metadata": {"thread_id": "chat"}},
}
FEEDBACK = {"run_id": "t", "key": "goal_met", "value": "pass", "feedback_source": {"type": "app"}}
ASSESSED = {"assessment_name": "goal_met", "trace_id": "t", "feedback": {"value": True}}


@pytest.mark.parametrize(
    ("traced", "given"),
    [
        (SPAN, {**PHOENIX, "trace_id": "t"}),
        (SPAN, {**PHOENIX, "span_id": "r"}),
        (SPAN, ASSESSED),
        (RUN, FEEDBACK),
        (RUN, {"trace_id": "t", "goal_met": "pass"}),
    ],
)
def test_what_trackers_say_of_a_trace_finds_its_session(
    project: Project, traced: dict[str, Any], given: dict[str, Any]
) -> None:
    bring(project, traced)

    labelled(project, given)

    assert len(project.labels.of_session(keeping.number(project, "chat"))) == 1


def test_verdicts_find_their_sessions_as_labels_do(project: Project) -> None:
    bring(project, observation("t", "chat"))
    reading = RatingOptions(verdicts=True)

    report = import_verdicts(
        project, source(score(traceId="t", source="EVAL")), VerdictOptions(reading, "mine")
    )

    assert report.imported == 1


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_a_session_keeps_its_traces_on_the_way_out_and_in(
    project: Project, store: Store, suffix: str
) -> None:
    other = projects.new_or_existing(store, "copy")
    bring(project, observation("t", "chat"), observation("u", "two"), observation("v", "two", 10))
    exported = written(project, suffix)

    import_sessions(other, [Source(f"out{suffix}", lambda: io.BytesIO(exported.encode()))])
    report = labelled(other, score(traceId="t"), score(traceId="v"))

    assert "one of 2 traces" in reasons(report)
    assert len(report.rejected) == 1
    assert written(other, suffix) == exported
