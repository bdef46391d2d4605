"""Runs handed to the workers, and what may be done to them then."""

import pytest

from calibration.runs import judges, planning, running, steering
from judging.errors import StoreError
from judging.judges import Judge
from storage import Project, RunStatus
from tests.calibration import judged

RULES = judges.named("rules", b"")
STATES = RunStatus


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    judged.add(project, "a", "b")


def start(project: Project, judge: Judge = RULES) -> int:
    return steering.start(project, planning.plan(project, "conversation@1", judge), judge)


def at_work(project: Project) -> int:
    """Return a run that is running."""
    judge = RULES
    planned = planning.plan(project, "conversation@1", judge)
    return project.runs.start(planning.new_run(project, planned, judge))


def test_a_run_is_queued_at_once_and_waits_for_a_worker(project: Project) -> None:
    run = start(project)

    line = project.runs.get(run)
    assert (line.status, line.units, line.left) == (STATES.QUEUED, 2, 2)


def test_a_queued_run_is_paused_resumed_and_cancelled(project: Project) -> None:
    run = start(project)

    paused = steering.pause(project, run)
    steering.resume(project, run)
    resumed = project.runs.status(run)
    cancelled = steering.cancel(project, run)

    assert (paused, resumed, cancelled) == (STATES.PAUSED, STATES.QUEUED, STATES.CANCELLED)
    assert project.runs.get(run).not_scored == {"cancelled": 2}


def test_a_run_at_work_stops_after_what_is_on_its_way(project: Project) -> None:
    run = at_work(project)

    with project.store.workers.beating("a worker"):
        paused = steering.pause(project, run)
        cancelled = steering.cancel(project, run)

    assert (paused, cancelled) == (STATES.PAUSING, STATES.CANCELLING)


@pytest.mark.parametrize(
    ("word", "ended"), [("pause", STATES.PAUSED), ("cancel", STATES.CANCELLED)]
)
def test_where_nobody_is_at_work_it_is_stopped_at_once(
    project: Project, word: str, ended: RunStatus
) -> None:
    run = at_work(project)

    assert getattr(steering, word)(project, run) is ended


@pytest.mark.parametrize("word", ["pause", "resume", "cancel"])
def test_a_run_that_is_done_stays_so(project: Project, word: str) -> None:
    line = running.run(project, planning.plan(project, "conversation@1", RULES), RULES)

    with pytest.raises(
        StoreError, match=rf"Run {line.id} is done, and cannot be {word}"
    ) as refusal:
        getattr(steering, word)(project, line.id)

    assert refusal.value.fix == f"Look at it: judging runs {line.id}."
    assert project.runs.status(line.id) is STATES.DONE


@pytest.mark.parametrize("word", ["pause", "resume", "cancel"])
def test_a_run_that_is_not_there_is_refused(project: Project, word: str) -> None:
    with pytest.raises(StoreError, match="There is no run 99"):
        getattr(steering, word)(project, 99)


def test_the_same_work_is_not_queued_twice(project: Project) -> None:
    run = start(project)

    with pytest.raises(StoreError, match=f"Run {run} has the same judge"):
        start(project)

    assert len(project.runs.listed()) == 1


def test_a_run_is_not_resumed_while_another_does_its_work(project: Project) -> None:
    first = start(project)
    steering.pause(project, first)
    second = start(project)

    with pytest.raises(StoreError, match=f"Run {second} has the same judge"):
        steering.resume(project, first)

    assert project.runs.status(first) is STATES.PAUSED


def test_somebody_is_at_work_while_there_are_signs_of_life(project: Project) -> None:
    before = steering.is_anyone_at_work(project)
    with project.store.workers.beating("a worker"):
        during = steering.is_anyone_at_work(project)

    assert (before, during, steering.is_anyone_at_work(project)) == (False, True, False)
