"""Runs that judge turn by turn."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from calibration.runs import estimating, planning, running
from judging.errors import JudgeError
from judging.ratings import Outcome, Problem
from judging.rubrics import Level, RubricVersion
from storage import Project, RunStatus
from tests import keeping
from tests.calibration import judged
from tests.calibration.judged import GOAL_MET
from tests.model_server import ModelServer, Request, Step, answer, fails, passing, says
from tests.storm import Fault, Storm

SOUND = replace(GOAL_MET, key="sound", name="", level=Level.TURN)
TURNS = RubricVersion("turns", 1, (SOUND,))
FAULTY = [fault for fault in Fault if fault is not Fault.NONE]


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(
        project, keeping.session("a", "Hi", "Hello", "Where?", "Here"), keeping.session("b")
    )


def verdicts(project: Project) -> dict[tuple[str, int], Outcome]:
    """Return what the judge says of each turn, by session and turn."""
    judge = project.judges.kept(judged.judge(project).identity).id
    version = project.rubrics.add(TURNS).id
    found = project.verdicts.standing(project.sessions.ids(), rubric_version=version, judge=judge)
    return {(v.verdict.session, v.verdict.turn): v.verdict.outcome for v in found.values()}


def test_every_turn_is_a_unit_with_a_call_and_a_verdict(
    project: Project, server: ModelServer
) -> None:
    line = judged.run(project, TURNS)

    assert (line.status, line.units, line.scored, line.calls) == (RunStatus.DONE, 3, 3, 3)
    assert verdicts(project) == dict.fromkeys([("a", 2), ("a", 4), ("b", 2)], Outcome.PASS)
    assert [(c.turn, c.criterion) for c in project.calls.of_session(line.id, "a")] == [
        (2, ""),
        (4, ""),
    ]
    assert server.received == 3


def test_the_turns_of_a_session_are_asked_one_after_another(
    project: Project, server: ModelServer
) -> None:
    judged.run(project, TURNS)

    of_a = [r.transcript for r in server.requests if "Hello" in r.transcript]
    assert ["Here" in transcript for transcript in of_a] == [False, True]


def test_what_was_planned_is_turns_and_their_calls(project: Project, server: ModelServer) -> None:
    judge = judged.judge(project)
    label = project.rubrics.add(TURNS).rubric.label

    planned = planning.plan(project, label, judge)

    assert (planned.level, planned.units, planned.cached) == (Level.TURN, 3, 0)
    assert estimating.estimate(project, planned, judge).calls == 3
    assert server.received == 0


def test_one_turn_that_is_refused_is_one_unit_not_scored(
    project: Project, server: ModelServer
) -> None:
    def policy(request: Request, before: int) -> Step:
        if "Here" in request.transcript:
            return says("", stop="refusal")
        return passing(request, before)

    server.policy = policy

    line = judged.run(project, TURNS)

    assert (line.units, line.scored, line.not_scored) == (3, 2, {Problem.REFUSED: 1})
    assert verdicts(project)["a", 4] is Outcome.NOT_SCORED


def test_a_run_that_ends_between_two_turns_pays_none_of_them_twice(
    project: Project, server: ModelServer
) -> None:
    def policy(request: Request, before: int) -> Step:
        if "Here" in request.transcript and not before:
            return fails(401, "authentication_error")
        return passing(request, before)

    server.policy = policy
    judge = judged.judge(project)
    planned = planning.plan(project, project.rubrics.add(TURNS).rubric.label, judge)
    with pytest.raises(JudgeError):
        running.run(project, planned, judge, concurrency=1)
    assert ("a", 2) not in verdicts(project)
    before = server.received

    line = judged.by(judge, project, TURNS)

    assert (line.status, line.scored) == (RunStatus.DONE, line.units)
    assert len(verdicts(project)) == 3
    asked_again = [r for r in server.requests[before:] if "Here" not in r.transcript]
    assert [r for r in asked_again if "Hello" in r.transcript] == []


def test_a_turn_put_off_leaves_the_session_to_be_finished(
    project: Project, server: ModelServer
) -> None:
    def policy(request: Request, before: int) -> Step:
        if "Here" in request.transcript and not before:
            return fails(429, "rate_limit_error", retry_after="3600")
        return passing(request, before)

    server.policy = policy

    first = judged.run(project, TURNS)
    before = verdicts(project)
    again = judged.run(project, TURNS)

    assert (first.scored, first.not_scored) == (2, {Problem.DEFERRED: 1})
    assert sorted(before) == [("a", 2), ("b", 2)]
    assert (again.cached, again.scored, dict(again.not_scored)) == (1, 3, {})
    assert sorted(verdicts(project)) == [("a", 2), ("a", 4), ("b", 2)]
    assert server.received == 4


def test_in_a_storm_every_turn_ends_scored_or_in_its_problem_and_the_bill_adds_up(
    project: Project, server: ModelServer
) -> None:
    names = [f"storm{n}" for n in range(60)]
    keeping.add(
        project,
        *(
            keeping.session(name, f"Hi, {name}", "Hello", "Where?", f"{name} is here")
            for name in names
        ),
    )
    server.policy = storm = Storm(seed=7, shares=dict.fromkeys(FAULTY, 10))

    line = judged.run(project, TURNS)

    kinds = Counter(storm.kind(request.transcript) for request in server.requests)
    refused = {
        request.unit
        for request in server.requests
        if storm.kind(request.transcript) is Fault.REFUSAL
    }
    assert set(kinds) == set(Fault)
    assert (line.status, line.units) == (RunStatus.DONE, 123)
    assert dict(line.not_scored) == {Problem.REFUSED: len(refused)}
    assert line.scored == line.units - len(refused)
    assert line.calls == server.received
    assert len(verdicts(project)) == line.units
    assert Counter(one.unit for one in server.bill).keys() == {r.unit for r in server.requests}


FAULTS = {
    "a rate limit": (fails(429, "rate_limit_error", retry_after_ms="10"), None),
    "one for an hour": (fails(429, "rate_limit_error", retry_after="3600"), Problem.DEFERRED),
    "overload": (fails(529, "overloaded_error"), None),
    "an error": (fails(500), None),
    "a dropped connection": (Step(drops=True), None),
    "no JSON": (says("It went well."), Problem.PARSE_FAILED),
    "half a JSON": (says('{"turns_seen": 2, ', "max_tokens"), Problem.PARSE_FAILED),
    "a criterion that is missing": (says(json.dumps(answer("other"))), Problem.PARSE_FAILED),
    "a verdict off the alphabet": (
        says(json.dumps(answer("sound", verdict="maybe"))),
        Problem.PARSE_FAILED,
    ),
    "a refusal": (says("", "refusal"), Problem.REFUSED),
    "an overflow": (says("", "model_context_window_exceeded"), Problem.TOO_LONG),
    "a bad request": (fails(400, "invalid_request_error"), Problem.BAD_REQUEST),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_at_one_turn_is_that_turn_s_alone(
    project: Project, server: ModelServer, name: str
) -> None:
    fault, problem = FAULTS[name]

    def policy(request: Request, before: int) -> Step:
        is_met = "Here" in request.transcript and (problem or not before)
        return fault if is_met else passing(request, before)

    server.policy = policy

    line = judged.run(project, TURNS)

    assert (line.status, line.units) == (RunStatus.DONE, 3)
    assert dict(line.not_scored) == ({problem: 1} if problem else {})
    assert line.scored == (2 if problem else 3)
