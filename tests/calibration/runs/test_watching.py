"""Runs as somebody sees them who watches them."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from calibration.runs import judges, planning, steering, watching
from calibration.runs.watching import Action
from judging.errors import StoreError
from judging.judges import Judge
from judging.ratings import Outcome, Problem
from storage import Mode, Project, RunStatus
from tests import keeping
from tests.storage import at_work

RULES = judges.named("rules", b"")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abc"))


def start(project: Project, rubric: str = "conversation@1", judge: Judge = RULES) -> int:
    return steering.start(project, planning.plan(project, rubric, judge), judge)


def test_a_queued_run_without_a_worker_is_stranded_until_one_lives(project: Project) -> None:
    run = start(project)

    alone = watching.look(project, run)
    with project.store.workers.beating("a worker"):
        attended = watching.look(project, run)

    assert (alone.is_stranded, attended.is_stranded) == (True, False)
    assert alone.has_keeper


@pytest.mark.parametrize(
    ("status", "actions"),
    [
        (RunStatus.QUEUED, (Action.PAUSE, Action.CANCEL)),
        (RunStatus.RUNNING, (Action.PAUSE, Action.CANCEL)),
        (RunStatus.PAUSING, (Action.CANCEL,)),
        (RunStatus.PAUSED, (Action.RESUME, Action.CANCEL)),
        (RunStatus.CANCELLING, ()),
        (RunStatus.CANCELLED, (Action.RESUME,)),
        (RunStatus.FAILED, (Action.RESUME,)),
        (RunStatus.DONE, ()),
    ],
)
def test_each_state_offers_what_the_store_then_does(
    project: Project, status: RunStatus, actions: tuple[Action, ...]
) -> None:
    steer: Mapping[Action, Callable[[Project, int], object]] = {
        Action.PAUSE: steering.pause,
        Action.RESUME: steering.resume,
        Action.CANCEL: steering.cancel,
    }
    run = start(project)
    project.runs.steer(run, {RunStatus.QUEUED: status}, word="put")

    offered = watching.look(project, run).actions

    assert offered == actions
    for action, do in steer.items():
        project.runs.steer(run, dict.fromkeys(RunStatus, status), word="put")
        if action in actions:
            do(project, run)
        else:
            with pytest.raises(StoreError):
                do(project, run)


def test_imported_verdicts_offer_nothing(project: Project) -> None:
    run = project.runs.start(replace(at_work.new(project, "a"), mode=Mode.IMPORT))

    assert watching.look(project, run).actions == ()


def test_what_a_cancelled_run_did_not_come_to_is_neither_judged_nor_a_problem(
    project: Project,
) -> None:
    run = at_work.started(project, "a", "b", "c")
    at_work.judge(project, run, "a")
    at_work.judge(project, run, "b", problem=Problem.REFUSED)
    steering.cancel(project, run)

    watched = watching.look(project, run)

    assert watched.line.not_scored == {Problem.REFUSED: 1, Problem.CANCELLED: 1}
    assert watched.judged == 2
    assert watched.problems == {Problem.REFUSED: 1}


def test_only_a_run_that_is_over_can_be_retried(project: Project) -> None:
    run = at_work.started(project, "a")
    at_work.judge(project, run, "a", problem=Problem.PARSE_FAILED)

    before = watching.look(project, run).can_be_retried
    project.runs.finish(run)

    assert (before, watching.look(project, run).can_be_retried) == (False, True)


def test_a_run_whose_process_died_is_listed_as_paused(project: Project) -> None:
    run = project.runs.start(at_work.new(project, "a"), held_by="a command that is gone")

    [line] = watching.newest(project)

    assert (line.id, line.status) == (run, RunStatus.PAUSED)


def test_the_run_at_work_is_found_among_those_that_are_over(project: Project) -> None:
    keeping.judge(project, {"a": Outcome.PASS})
    run = start(project)
    keeping.judge(project, {"a": Outcome.PASS}, name="another")

    line = watching.at_work(watching.newest(project))

    assert line is not None
    assert line.id == run


def test_a_rival_has_the_same_judge_under_the_same_version_and_is_not_over(
    project: Project,
) -> None:
    run = start(project)
    same, other = (planning.plan(project, name, RULES) for name in ("conversation@1", "turn@1"))

    def rival(planned: planning.RunPlan) -> int | None:
        found = watching.rival(project, watching.newest(project), planned, RULES)
        return found.id if found else None

    assert (rival(same), rival(other)) == (run, None)
    steering.cancel(project, run)
    assert rival(same) is None


def test_a_run_tells_its_judge_with_the_settings(project: Project) -> None:
    judge = judges.named("claude:m", b"", judges.Options(effort="high"))

    identity = watching.judge_of(project, start(project, judge=judge))

    assert (identity.name, identity.settings["effort"]) == ("claude:m", "high")
