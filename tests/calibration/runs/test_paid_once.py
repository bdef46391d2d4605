"""What was paid for is never paid again, and what was put off is paid once."""

import json
from dataclasses import dataclass, field, replace

import pytest

from judging.ratings import Outcome, Problem
from judging.rubrics import Criterion, Kind
from storage import Project, RunStatus
from tests.calibration import judged
from tests.calibration.judged import BY_ONE, GOAL_MET, POLITE, TWO, VIEWS
from tests.model_server import ModelServer, Request, Step, answer, fails, passing, says

LATE = fails(429, "rate_limit_error", retry_after="3600")
CORRECTED = Criterion("corrected", "Was it corrected?", kind=Kind.CONDITION)
EDITED = replace(TWO, criteria=(GOAL_MET, replace(POLITE, question="Was it kind?")))


@dataclass
class PuttingOff:
    """Puts off the questions about these criteria, for an hour, and passes all others."""

    keys: set[str] = field(default_factory=set)

    def __call__(self, request: Request, before: int) -> Step:
        return LATE if self.keys & set(request.keys) else passing(request, before)


@pytest.fixture(autouse=True)
def _session(project: Project) -> None:
    judged.add(project, "a")


def asked(server: ModelServer) -> list[str]:
    """Return the criteria of each request that came."""
    return [" ".join(request.keys) for request in server.requests]


def test_a_second_run_asks_nothing(project: Project, server: ModelServer) -> None:
    judged.run(project, TWO)

    line = judged.run(project, TWO)

    assert (line.status, line.cached, line.scored, line.calls) == (RunStatus.DONE, 1, 1, 0)
    assert server.received == 1


def test_who_is_to_wait_for_an_hour_is_put_off_at_once_and_asked_by_a_later_run(
    project: Project, server: ModelServer
) -> None:
    server.script += [LATE]

    first = judged.run(project)
    none = judged.standing(project)
    second = judged.run(project)

    [call] = judged.calls(project, first.id)
    assert (call.http_status, call.problem) == (429, Problem.DEFERRED)
    assert (first.status, first.left, first.not_scored) == (
        RunStatus.DONE,
        0,
        {Problem.DEFERRED: 1},
    )
    assert none == {}
    assert (second.cached, second.scored, second.calls) == (0, 1, 1)
    assert server.received == 2


def test_of_a_session_partly_put_off_the_answers_stay_and_the_rest_is_paid_later(
    project: Project, server: ModelServer
) -> None:
    server.policy = late = PuttingOff({"polite"})

    first = judged.run(project, VIEWS)
    kept = judged.standing(project, VIEWS)
    late.keys.clear()
    second = judged.run(project, VIEWS)

    assert set(kept) == {("a", "goal_met")}
    assert (first.scored, first.not_scored) == (0, {Problem.DEFERRED: 1})
    assert (second.scored, second.calls) == (1, 1)
    assert asked(server) == ["goal_met", "polite", "polite"]


def test_an_equal_request_is_never_paid_again_and_the_verdict_names_the_first_call(
    project: Project, server: ModelServer
) -> None:
    first = judged.run(project, TWO, BY_ONE)

    second = judged.run(project, EDITED, BY_ONE)

    assert asked(server) == ["goal_met", "polite", "polite"]
    assert (second.scored, second.calls) == (1, 1)
    reused = judged.standing(project, EDITED, BY_ONE)["a", "goal_met"]
    assert [call.run for call in project.calls.behind(reused.id)] == [first.id]
    assert reused.run == second.id


def test_asked_together_an_edit_of_one_criterion_asks_them_all(
    project: Project, server: ModelServer
) -> None:
    judged.run(project, TWO)

    line = judged.run(project, EDITED)

    assert (line.scored, line.calls) == (1, 1)
    assert asked(server) == ["goal_met polite", "goal_met polite"]


def test_a_problem_beside_what_is_put_off_waits_for_it_and_is_asked_with_it(
    project: Project, server: ModelServer
) -> None:
    server.script += [says("", "refusal"), LATE]

    first = judged.run(project, VIEWS)
    kept = judged.standing(project, VIEWS)
    resumed = judged.again(project, first.id)

    assert (first.not_scored, kept) == ({Problem.DEFERRED: 1}, {})
    assert {v.outcome for v in judged.verdicts(project, VIEWS)} == {Outcome.PASS}
    assert asked(server) == ["goal_met", "polite"] * 2
    assert [call.attempt for call in judged.calls(project, resumed.id)] == [1, 1, 2, 2]


def test_what_hangs_on_a_condition_that_is_put_off_waits_for_it(
    project: Project, server: ModelServer
) -> None:
    rubric = replace(TWO, criteria=(CORRECTED, replace(POLITE, applies_when="corrected"), GOAL_MET))
    server.policy = PuttingOff({"corrected"})

    first = judged.run(project, rubric, BY_ONE)
    kept = judged.standing(project, rubric, BY_ONE)
    server.script += [says(json.dumps(answer("corrected", verdict="fail")))]
    judged.again(project, first.id, BY_ONE)

    assert set(kept) == {("a", "goal_met")}
    outcomes = {v.criterion: v.outcome for v in judged.verdicts(project, rubric, BY_ONE)}
    assert outcomes == {
        "corrected": Outcome.FAIL,
        "polite": Outcome.NOT_APPLICABLE,
        "goal_met": Outcome.PASS,
    }
    assert asked(server) == ["corrected", "polite", "goal_met", "corrected"]
