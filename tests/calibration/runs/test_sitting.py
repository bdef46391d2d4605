"""One session before a model judge: what is written down, and what is paid."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from calibration.runs.sitting import cache_key
from judging.judges import ClaudeJudge
from judging.judges.prices import prices
from judging.judges.usage import Usage
from judging.ratings import Outcome, Problem
from storage import CallRecord, CallStatus, Project, RunStatus
from tests import working
from tests.calibration import judged
from tests.calibration.judged import VIEWS
from tests.model_server import ModelServer, Request, Step, fails, passing, says

SOON = {"retry_after_ms": "10"}
CUT = '{"turns_seen": 2, "criteria": {'


@pytest.fixture(autouse=True)
def _session(project: Project) -> None:
    judged.add(project, "a")


def test_a_request_is_in_the_ledger_before_it_arrives(
    project: Project, server: ModelServer
) -> None:
    found: list[list[CallRecord]] = []

    def policy(request: Request, before: int) -> Step:
        found.append(judged.calls(project, project.runs.listed()[0].id))
        return passing(request, before)

    server.policy = policy
    judged.run(project)

    [[call]] = found
    assert (call.status, call.attempt, call.criterion) == (CallStatus.STARTED, 1, "")
    assert call.request == server.requests[0].body
    assert (call.reply, call.http_status, call.finished_at) == ("", None, None)


def test_an_answer_is_kept_with_all_that_it_took(project: Project, server: ModelServer) -> None:
    line = judged.run(project)

    [call] = judged.calls(project, line.id)
    assert (call.status, call.http_status, call.error) == (CallStatus.OK, 200, "")
    assert call.usage == Usage(input=90, cache_read=10, output=40)
    today = datetime.now(UTC).date()
    assert call.cost
    assert call.cost == line.cost == prices().cost("claude-sonnet-5-5", call.usage, today)
    assert (call.problem, call.request_id) == (None, "req_1")
    assert json.loads(call.reply)["stop_reason"] == "end_turn"
    assert call.latency_ms is not None
    assert call.finished_at is not None
    assert call.finished_at >= call.started_at
    assert (line.calls, line.in_flight, line.usage) == (1, 0, call.usage)
    assert server.received == 1


def test_the_key_is_nowhere_in_the_database(
    project: Project, server: ModelServer, database_url: str
) -> None:
    server.script += [Step(status=500, echoes=True, headers={"retry-after-ms": "10"})]

    line = judged.run(project)

    texts = [
        json.dumps(call.request) + call.reply + call.error
        for call in judged.calls(project, line.id)
    ]
    assert len(texts) == 2
    assert "[the key]" in texts[0]
    file = Path(database_url.removeprefix("sqlite:///"))
    kept = b"".join(one.read_bytes() for one in file.parent.glob(f"{file.name}*"))
    assert working.KEY not in "".join(texts)
    assert working.KEY.encode() not in kept


def test_what_is_mended_the_second_time_has_two_rows_and_one_request(
    project: Project, server: ModelServer
) -> None:
    server.script += [says("I would say pass.")]

    line = judged.run(project)

    first, second = judged.calls(project, line.id)
    assert [first.attempt, second.attempt] == [1, 2]
    assert [first.status, second.status] == [CallStatus.INVALID, CallStatus.OK]
    assert (first.error, second.error) == ("unreadable", "")
    assert first.request == server.requests[0].body
    assert second.request is None
    assert line.usage == Usage(input=180, cache_read=20, output=80)
    verdict = judged.standing(project)["a", "goal_met"]
    assert verdict.verdict.outcome is Outcome.PASS
    assert project.calls.behind(verdict.id) == [first, second]


def test_what_is_cut_off_is_asked_with_twice_the_room_and_both_are_paid(
    project: Project, server: ModelServer
) -> None:
    server.script += [says(CUT, "max_tokens")]

    line = judged.run(project)

    assert [request.body["max_tokens"] for request in server.requests] == [8192, 16384]
    assert [call.error for call in judged.calls(project, line.id)] == ["truncated", ""]
    assert (line.scored, line.calls, line.usage.output) == (1, 2, 80)


PROBLEMS = {
    "refusal": ([says("", "refusal")], Problem.REFUSED, CallStatus.INVALID, "refused"),
    "too long": (
        [says("", "model_context_window_exceeded")],
        Problem.TOO_LONG,
        CallStatus.ERROR,
        "too_long",
    ),
    "not accepted": (
        [fails(400, "invalid_request_error")],
        Problem.BAD_REQUEST,
        CallStatus.ERROR,
        "invalid_request_error",
    ),
    "unreadable twice": ([says("?")] * 2, Problem.PARSE_FAILED, CallStatus.INVALID, "unreadable"),
    "cut off twice": (
        [says(CUT, "max_tokens")] * 2,
        Problem.PARSE_FAILED,
        CallStatus.INVALID,
        "truncated",
    ),
}


@pytest.mark.parametrize(
    ("steps", "problem", "status", "error"), PROBLEMS.values(), ids=PROBLEMS.keys()
)
def test_a_problem_is_a_verdict_and_stands_on_the_call_that_ended_it(
    project: Project,
    server: ModelServer,
    steps: list[Step],
    problem: Problem,
    status: CallStatus,
    error: str,
) -> None:
    server.script += steps

    line = judged.run(project)

    *before, last = judged.calls(project, line.id)
    assert (last.status, last.problem, last.error) == (status, problem, error)
    assert [call.problem for call in before] == [None] * (len(steps) - 1)
    assert (line.status, line.scored, line.not_scored) == (RunStatus.DONE, 0, {problem: 1})
    verdict = judged.standing(project)["a", "goal_met"]
    assert (verdict.verdict.outcome, verdict.verdict.problem) == (Outcome.NOT_SCORED, problem)
    assert project.calls.behind(verdict.id) == [*before, last]


PASSING = {
    "error": (fails(500, **SOON), 500, "api_error"),
    "overload": (fails(529, "overloaded_error", **SOON), 529, "overloaded_error"),
    "rate limit": (fails(429, "rate_limit_error", **SOON), 429, "rate_limit_error"),
    "dropped connection": (Step(drops=True), None, "dropped"),
    "time-out": (Step(waits=True), None, "timeout"),
}


@pytest.mark.parametrize(("step", "status", "error"), PASSING.values(), ids=PASSING.keys())
def test_what_passes_by_itself_is_written_down_and_asked_again(
    project: Project, server: ModelServer, step: Step, status: int | None, error: str
) -> None:
    server.script += [step]
    judge = ClaudeJudge("claude-sonnet-5-5", secret=project.store.secret(), timeout=0.8)

    line = judged.by(judge, project)

    first, second = judged.calls(project, line.id)
    assert (first.status, first.http_status, first.error) == (CallStatus.ERROR, status, error)
    assert (first.usage, first.cost, first.problem) == (None, None, None)
    assert second.status is CallStatus.OK
    assert (line.scored, line.in_flight, line.cost) == (1, 0, second.cost)


def test_a_model_of_unknown_price_costs_nothing_that_is_known(
    project: Project, server: ModelServer
) -> None:
    line = judged.by(judged.judge(project, model="claude:claude-of-tomorrow"), project)

    [call] = judged.calls(project, line.id)
    assert server.received == 1
    assert call.usage == Usage(input=90, cache_read=10, output=40)
    assert (call.cost, line.cost) == (None, None)


def test_each_view_of_the_turns_is_a_call_named_by_its_criteria(
    project: Project, server: ModelServer
) -> None:
    line = judged.run(project, VIEWS)

    assert [call.criterion for call in judged.calls(project, line.id)] == ["goal_met", "polite"]
    assert [request.keys for request in server.requests] == [("goal_met",), ("polite",)]
    met, polite = (judged.standing(project, VIEWS)["a", key] for key in VIEWS.keys)
    assert [project.calls.behind(v.id)[0].criterion for v in (met, polite)] == [
        "goal_met",
        "polite",
    ]


def test_equal_requests_have_equal_keys_whatever_the_order_of_their_parts() -> None:
    one = {"model": "m", "messages": [{"role": "user", "content": "é"}]}
    other = {"messages": [{"content": "é", "role": "user"}], "model": "m"}

    assert cache_key(one) == cache_key(other)
    assert len(cache_key(one)) == 64
    assert cache_key(one) != cache_key({**one, "max_tokens": 1})
    assert cache_key(one) == cache_key(one, 1)
    assert len({cache_key(one, sample) for sample in range(1, 10)}) == 9


def test_a_request_that_is_another_one_the_second_time_is_kept_again(
    project: Project, server: ModelServer
) -> None:
    server.script += [fails(500), says(CUT, "max_tokens")]

    line = judged.run(project)

    first, same, wider = judged.calls(project, line.id)
    assert first.request == server.requests[0].body
    assert same.request is None
    assert wider.request == server.requests[2].body
    assert wider.request["max_tokens"] == 2 * first.request["max_tokens"]
