"""Runs by the OpenAI judge: the same ledger, the same outcomes, whatever the service takes."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.runs import auditing, judges, planning
from calibration.runs.run_work import RunWork
from judging.judges import Judge
from judging.judges.capability import KNOWN
from judging.ratings import Problem
from storage import CallStatus, Project, RunStatus
from tests import chat
from tests.calibration import judged
from tests.calibration.judged import ONE
from tests.chat_server import Endpoint, chat_answers, chat_fails, chats
from tests.model_server import ModelServer, Step

KEY = "sk-nobody-ever-sees-4711"
FAMILIAR = replace(ONE, name="again")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    KNOWN.clear()
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with ModelServer(chats=Endpoint(turns_seen=2)) as started:
        yield started


@pytest.fixture
def judge(project: Project, server: ModelServer) -> Judge:
    judged.add(project, "a", "b")
    return named(project, server)


def named(project: Project, server: ModelServer, path: str = "v1") -> Judge:
    """Return the judge that asks `server`, at one of its addresses."""
    return judges.named(f"openai:qwen3@{server.url}/{path}", project.store.secret())


def form(request: object) -> str:
    """Return the type of form that a kept request asks for."""
    assert isinstance(request, dict)
    return str(request.get("response_format", {}).get("type", "prompt"))


def test_a_run_scores_all_and_a_second_one_pays_nothing(
    project: Project, server: ModelServer, judge: Judge
) -> None:
    first, second = (judged.by(judge, project) for _ in range(2))

    assert (first.status, first.scored, first.calls) == (RunStatus.DONE, 2, 2)
    assert (second.scored, second.cached, second.calls) == (2, 2, 0)
    assert (first.usage.input, first.usage.output, first.cost) == (200, 80, None)
    assert server.received == 2


def test_a_model_in_a_price_table_of_ones_own_has_a_cost(
    project: Project,
    server: ModelServer,
    judge: Judge,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    table = tmp_path / "prices.yaml"
    entry = "{from: 2026-01-01, input: 1, output: 10, cache_read: 0.5}"
    table.write_text(f"models:\n  qwen3:\n    - {entry}\n", encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(table))
    answered = chat_answers("goal_met", turns_seen=2)
    assert isinstance(answered.body, dict)
    details = {"cached_tokens": 60}
    answered.body["usage"] = {**chat.USAGE, "prompt_tokens_details": details}
    server.script += [answered, answered]

    line = judged.by(judge, project)

    assert (line.usage.input, line.usage.cache_read) == (80, 120)
    assert line.cost == 2 * (40 + 30 + 400)


def test_an_equal_question_is_paid_once_whatever_form_it_was_answered_in(
    project: Project, server: ModelServer, judge: Judge
) -> None:
    server.chats = Endpoint(forms=[], turns_seen=2)
    judged.by(judge, project, concurrency=1)
    received = server.received
    KNOWN.clear()  # as another process begins

    line = judged.by(judge, project, FAMILIAR)

    assert (line.scored, line.calls) == (2, 0)
    assert server.received == received


def test_an_equal_question_to_another_address_is_another_one(
    project: Project, server: ModelServer, judge: Judge
) -> None:
    judged.by(judge, project)

    line = judged.by(named(project, server, "v2"), project)

    assert (line.scored, line.cached, line.calls) == (2, 0, 2)


def test_the_form_that_was_used_is_kept_with_the_request_and_the_address(
    project: Project, server: ModelServer, judge: Judge
) -> None:
    server.chats = Endpoint(forms=["json_object"], turns_seen=2)
    run = judged.by(judge, project, concurrency=1)

    [first, second] = (auditing.audit(project, run.id, name).calls for name in "ab")

    assert [call.status for call in first] == [CallStatus.ERROR, CallStatus.OK]
    assert [call.http_status for call in first] == [400, 200]
    [call] = second
    assert call.request is not None
    assert form(call.request) == "json_object"
    assert call.request["base_url"] == f"{server.url}/v1"


ENDINGS = {
    "unreadable": (chats("Well."), Problem.PARSE_FAILED, 2),
    "cut off": (chats("{", "length"), Problem.PARSE_FAILED, 2),
    "refused": (chats(None, refusal="No."), Problem.REFUSED, 1),
    "filtered": (chats("", "content_filter"), Problem.REFUSED, 1),
    "too long": (chat_fails(400, "context_length_exceeded"), Problem.TOO_LONG, 2),
    "not accepted": (chat_fails(413), Problem.BAD_REQUEST, 1),
}


@pytest.mark.parametrize(("step", "problem", "calls"), ENDINGS.values(), ids=ENDINGS.keys())
def test_what_is_no_answer_ends_in_its_problem_and_is_counted(
    project: Project, server: ModelServer, judge: Judge, step: Step, problem: Problem, calls: int
) -> None:
    server.script += [chat_answers("goal_met", turns_seen=2)] + [step] * calls

    line = judged.by(judge, project, concurrency=1)

    assert (line.scored, line.not_scored) == (1, {problem: 1})
    assert line.calls == 1 + calls


def test_what_was_put_off_is_asked_by_a_later_run(
    project: Project, server: ModelServer, judge: Judge
) -> None:
    server.script.append(chat_fails(429, retry_after="3600"))
    first = judged.by(judge, project, concurrency=1)

    second = judged.by(judge, project)

    assert (first.scored, first.not_scored) == (1, {Problem.DEFERRED: 1})
    assert (second.scored, second.calls) == (2, 1)


def test_the_database_never_sees_the_key(
    project: Project, server: ModelServer, judge: Judge, tmp_path: Path
) -> None:
    echo = Step(status=400, echoes=True)
    server.script += [echo, Step(echoes=True), chat_fails(400, KEY, x_request_id=KEY), echo]

    judged.by(judge, project, concurrency=1)

    kept = b"".join(file.read_bytes() for file in tmp_path.glob("judging.db*"))
    assert b"[the key]" in kept
    assert KEY.encode() not in kept


def test_whoever_takes_a_run_up_asks_where_it_began(
    project: Project, server: ModelServer, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = planning.plan(project, project.rubrics.add(ONE).rubric.label, judge)
    run = project.runs.start(planning.new_run(project, planned, judge))
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")

    with RunWork(project, run) as work:
        work.do(work.sessions)

    assert project.runs.get(run).scored == 2
    assert {request.body["model"] for request in server.requests} == {"qwen3"}
