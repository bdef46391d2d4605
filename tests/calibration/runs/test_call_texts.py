"""What a run writes down of the texts that go to a model and come back."""

import json
from dataclasses import replace

import pytest

from calibration.runs import auditing
from calibration.runs.call_texts import set_age
from judging.errors import JudgeError
from storage import Project
from tests import keeping
from tests.calibration import judged
from tests.model_server import ModelServer, answer, says

EMAIL = "ann@example.org"


@pytest.fixture(autouse=True)
def _session(project: Project) -> None:
    keeping.add(project, keeping.session("a", f"Write to {EMAIL}.", "It left today."))


def quoting() -> str:
    given = {"cited_turns": [1], "quote": f"Write to {EMAIL}."}
    return json.dumps(answer("goal_met", turns_seen=2, **given))


def test_requests_are_written_down_as_they_were_sent(project: Project, server: ModelServer) -> None:
    run = judged.run(project)

    (call,) = judged.calls(project, run.id)
    assert EMAIL in str(call.request)
    assert EMAIL in server.requests[0].whole


def test_where_none_are_kept_none_is_written_down_and_nothing_is_paid_twice(
    project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_REQUESTS_KEPT_DAYS", "0")

    first, second = judged.run(project), judged.run(project)

    (call,) = judged.calls(project, first.id)
    assert (call.request, bool(call.reply)) == (None, True)
    assert (second.calls, server.received) == (0, 1)


def test_what_is_blotted_out_was_sent_and_is_neither_written_down_nor_shown(
    project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_REDACT", "email")
    server.script.append(says(quoting()))

    run = judged.run(project)

    found = auditing.audit(project, run.id, "a")
    (call,) = found.calls
    assert EMAIL in server.requests[0].whole
    assert EMAIL not in str(call)
    assert "Write to [email]." in str(call.request)
    assert "Write to [email]." in call.reply


def test_a_reply_is_read_again_as_it_came(
    project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_REDACT", "email")
    server.script.append(says(quoting()))
    judged.run(project)

    again = judged.run(project, replace(judged.ONE, number=2))

    assert again.calls == 0
    (stored,) = judged.standing(project, replace(judged.ONE, number=2)).values()
    assert stored.verdict.findings == ()
    assert stored.verdict.citations[0].quote == f"Write to {EMAIL}."


@pytest.mark.usefixtures("server")
def test_a_run_does_not_begin_where_what_is_set_makes_no_sense(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_REDACT", "names")

    with pytest.raises(JudgeError, match="no way to find 'names'"):
        judged.run(project)


@pytest.mark.usefixtures("server")
def test_texts_of_no_days_are_forgotten_at_once(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = judged.run(project)
    monkeypatch.setenv("JUDGE_REPLIES_KEPT_DAYS", "0")

    gone = project.store.retention.forget(set_age())

    (call,) = judged.calls(project, run.id)
    assert (gone.requests, gone.replies) == (0, 1)
    assert (bool(call.request), call.reply) == (True, "")
