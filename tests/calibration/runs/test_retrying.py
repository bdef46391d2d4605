"""Asking again for what a run has no outcome for."""

import pytest

from calibration.runs import retrying, running, steering
from judging.errors import JudgeError
from judging.ratings import Problem
from storage import Project
from tests import keeping
from tests.calibration import judged
from tests.model_server import ModelServer, Request, Step, passing, says
from tests.storage import at_work


def refuses_b_once(request: Request, before: int) -> Step:
    is_b = "about b" in request.transcript
    return says("", "refusal") if is_b and not before else passing(request, before)


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(n, f"Ask about {n}.", "It left today.") for n in "abc"))


def test_only_what_has_no_outcome_is_asked_again_of_the_same_judge(
    project: Project, server: ModelServer
) -> None:
    server.policy = refuses_b_once
    first = judged.run(project)
    assert first.not_scored == {Problem.REFUSED: 1}

    again = retrying.retry(project, first.id, project.calls.problems(first.id))
    second = running.run(project, again.planned, again.judge, concurrency=again.concurrency)

    assert again.planned.sessions == (keeping.number(project, "b"),)
    assert (second.units, second.scored, second.calls) == (1, 1, 1)
    assert (second.judge, second.rubric) == (first.judge, first.rubric)


def test_what_was_scored_meanwhile_is_not_asked_again(
    project: Project, server: ModelServer
) -> None:
    server.policy = refuses_b_once
    first = judged.run(project)
    judged.run(project)

    again = retrying.retry(project, first.id, project.calls.problems(first.id))

    assert (again.planned.units, again.planned.left) == (1, ())


def test_a_session_with_two_problems_is_asked_about_once(
    project: Project, server: ModelServer
) -> None:
    server.policy = refuses_b_once
    first = judged.run(project)
    units = project.calls.problems(first.id)

    again = retrying.retry(project, first.id, [*units, *units])

    assert len(again.planned.sessions) == 1


def test_a_judge_that_this_release_does_not_have_is_refused(project: Project) -> None:
    run = at_work.started(project, "a")
    at_work.judge(project, run, "a", problem=Problem.REFUSED)
    steering.cancel(project, run)

    with pytest.raises(JudgeError, match="cannot ask the judge example"):
        retrying.retry(project, run, project.calls.problems(run))
