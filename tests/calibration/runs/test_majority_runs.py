"""Runs of a judge whose verdicts are made of several answers."""

import json
from collections import Counter

import pytest

from calibration.runs import judges
from calibration.runs.judges import Options
from calibration.runs.run_work import RunWork
from judging.ratings import Outcome, Problem
from storage import Project, StoredVerdict, run_totals
from storage.engine import opened
from tests.calibration import judged
from tests.calibration.judged import ONE, VIEWS
from tests.model_server import ModelServer, Request, Step, answer, fails, passing, says

MAJORITY = Options(majority=3)
SOON = {"retry_after_ms": "5"}


def two_fail(request: Request, before: int) -> Step:
    """Fail the first and the third time."""
    verdict = ("fail", "pass", "fail")[before % 3]
    return says(json.dumps(answer(*request.keys, verdict=verdict)))


def verdict(project: Project, name: str = "a") -> StoredVerdict:
    """Return the verdict that stands on a session."""
    return judged.standing(project, ONE, MAJORITY)[name, "goal_met"]


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    judged.add(project, "a", "b")


def test_three_answers_make_one_verdict_and_each_call_is_kept(
    project: Project, server: ModelServer
) -> None:
    server.policy = two_fail

    line = judged.run(project, ONE, MAJORITY)

    assert line.judge == "claude:claude-sonnet-5-5+majority3"
    assert (line.units, line.scored, line.calls, line.samples) == (2, 2, 6, 1)
    stored = verdict(project)
    assert (stored.verdict.outcome, stored.verdict.sample) == (Outcome.FAIL, 1)
    assert stored.verdict.raw_value == "fail, pass, fail"
    behind = project.calls.behind(stored.id)
    assert [call.sample for call in behind] == [1, 2, 3]
    assert {call.run for call in behind} == {line.id}


def test_what_the_same_model_has_answered_before_is_not_paid_again(
    project: Project, server: ModelServer
) -> None:
    server.policy = two_fail
    plain = judged.run(project)

    line = judged.run(project, ONE, MAJORITY)

    assert (plain.calls, line.calls, server.received) == (2, 4, 6)
    assert [call.run for call in project.calls.behind(verdict(project).id)] == [1, 2, 2]
    assert judged.standing(project)["a", "goal_met"].verdict.outcome is Outcome.FAIL


def test_it_is_asked_as_a_worker_would_ask_it(project: Project, server: ModelServer) -> None:
    server.policy = two_fail
    line = judged.run(project, VIEWS, MAJORITY)
    stored = project.judges.numbered(project.runs.work(line.id).judge)

    again = judges.rebuilt(stored.identity, project.store.secret())
    with RunWork(project, line.id) as work:
        left = work.left(work.sessions)

    assert again.identity == stored.identity
    assert left == []
    assert server.received == line.calls == 12


@pytest.mark.parametrize("word", ["claude:m+majority3", "claude:m+fit+majority3"])
def test_its_name_names_it_again(word: str) -> None:
    judge = judges.named(word, b"s")

    assert judge.identity.name == word
    assert judge.identity.settings["majority"] == 3


def test_two_answers_that_cannot_be_had_leave_it_unscored(
    project: Project, server: ModelServer
) -> None:
    def policy(request: Request, before: int) -> Step:
        return passing(request, before) if before == 0 else says("", "refusal")

    server.policy = policy

    line = judged.run(project, ONE, MAJORITY)

    assert (line.scored, line.not_scored) == (0, {Problem.REFUSED: 2})
    assert verdict(project).verdict.problem is Problem.REFUSED


def test_one_answer_that_is_put_off_is_asked_for_again_and_no_other(
    project: Project, server: ModelServer
) -> None:
    def busy(request: Request, before: int) -> Step:
        return fails(529, **SOON) if 1 <= before <= 8 else passing(request, before)

    server.policy = busy
    line = judged.run(project, ONE, MAJORITY, concurrency=1)
    assert (line.scored, line.not_scored) == (0, {Problem.DEFERRED: 2})
    assert judged.standing(project, ONE, MAJORITY) == {}

    judged.again(project, line.id, MAJORITY)

    engine = opened(project.store.url)
    with engine.connect() as connection:
        after = run_totals.count(connection, line.id)
    engine.dispose()
    assert (after.scored, after.not_scored) == (2, {})
    answered = Counter(c.sample for c in judged.calls(project, line.id) if c.http_status == 200)
    assert answered == {1: 2, 2: 2, 3: 2}
