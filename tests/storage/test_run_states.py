"""The states of a run."""

from typing import Any

import pytest

from judging.errors import StoreError
from judging.judges.usage import Usage
from judging.ratings import Problem
from storage import CallStatus, Project, RunStatus, Settled, run_totals
from storage.engine import opened
from storage.run_states import AFTER, ENDED, RESUMABLE
from storage.tables import RunRow, table
from tests import keeping
from tests.storage import at_work

QUEUED, RUNNING, DONE, FAILED = (
    RunStatus.QUEUED,
    RunStatus.RUNNING,
    RunStatus.DONE,
    RunStatus.FAILED,
)
PAUSING, PAUSED = RunStatus.PAUSING, RunStatus.PAUSED
CANCELLING, CANCELLED = RunStatus.CANCELLING, RunStatus.CANCELLED


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abcd"))


def totals(project: Project, run: int) -> tuple[Any, run_totals.Totals]:
    """Return the totals that were kept with a run, and those that it comes to now."""
    engine, runs = opened(project.store.url), table(RunRow)
    with engine.connect() as connection:
        kept = connection.scalar(runs.select().with_only_columns(runs.c.totals).filter_by(id=run))
        fresh = run_totals.count(connection, run)
    engine.dispose()
    return kept and run_totals.Totals.of_json(kept), fresh


@pytest.mark.parametrize("before", RunStatus)
def test_a_status_changes_as_it_is_told_to_or_not_at_all(
    project: Project, before: RunStatus
) -> None:
    run = at_work.started(project, "a")
    at_work.put(project, run, before)
    others = {status: FAILED for status in RunStatus if status is not before}

    with pytest.raises(StoreError, match=f"Run {run} is {before}, and cannot be moved"):
        project.runs.steer(run, others, word="moved")
    assert project.runs.status(run) is before
    for after in RunStatus:
        at_work.put(project, run, before)
        assert project.runs.steer(run, {before: after}, word="moved") is after
        assert project.runs.status(run) is after


@pytest.mark.parametrize("before", RunStatus)
def test_only_what_waits_begins_and_only_what_runs_goes_on(
    project: Project, before: RunStatus
) -> None:
    run = at_work.started(project, "a")
    at_work.put(project, run, before)

    may = project.runs.begin(run, epoch=0)

    assert may == (before in {QUEUED, RUNNING})
    assert project.runs.status(run) is (RUNNING if may else before)


@pytest.mark.parametrize("before", RunStatus)
def test_only_what_is_not_over_fails(project: Project, before: RunStatus) -> None:
    run = at_work.started(project, "a")
    at_work.put(project, run, before)

    project.runs.fail(run, "No key.", epoch=0)

    line = project.runs.get(run)
    over = before in {*ENDED, PAUSED}
    assert (line.status, line.reason) == ((before, "") if over else (FAILED, "No key."))


@pytest.mark.parametrize("before", RunStatus)
def test_finished_work_ends_a_run_as_it_was_told_to(project: Project, before: RunStatus) -> None:
    run = at_work.started(project, "a")
    at_work.judge(project, run, "a")
    at_work.put(project, run, before)

    project.runs.finish(run)

    line = project.runs.get(run)
    assert line.status is AFTER.get(before, before)
    assert (line.finished_at is not None) == (before in {RUNNING, CANCELLING})


@pytest.mark.parametrize("before", RunStatus)
def test_only_what_stopped_early_is_resumed(project: Project, before: RunStatus) -> None:
    run = at_work.started(project, "a")
    at_work.put(project, run, before)

    if before in RESUMABLE:
        project.runs.resume(run)
        assert project.runs.status(run) is QUEUED
    else:
        with pytest.raises(StoreError, match=f"is {before}, and cannot be resumed"):
            project.runs.resume(run)
        assert project.runs.status(run) is before


def test_work_of_an_older_epoch_neither_begins_nor_ends_a_run(project: Project) -> None:
    run = at_work.started(project, "a")
    project.runs.steer(run, {RUNNING: PAUSED}, word="paused")
    project.runs.resume(run)

    assert not project.runs.begin(run, epoch=0)
    project.runs.fail(run, "No key.", epoch=0)
    project.runs.finish(run, epoch=0)
    assert project.runs.status(run) is QUEUED

    assert project.runs.begin(run, epoch=1)
    project.runs.fail(run, "No key.", epoch=0)
    project.runs.finish(run, epoch=0)
    assert project.runs.status(run) is RUNNING
    project.runs.fail(run, "No key.", epoch=1)
    assert project.runs.status(run) is FAILED


def test_a_cancelled_run_counts_what_it_did_not_come_to(project: Project) -> None:
    run = at_work.started(project, "a", "b", "c")
    at_work.judge(project, run, "a")
    project.runs.steer(run, {RUNNING: CANCELLING}, word="cancelled")

    project.runs.finish(run)

    line = project.runs.get(run)
    assert (line.status, line.left, line.reason) == (CANCELLED, 0, "")
    assert line.not_scored == {Problem.CANCELLED: 2}


def spend(project: Project, run: int, name: str) -> None:
    usage = Usage(100, 20, 3, 40)
    at_work.call(project, run, name, usage=usage, cost=50)


@pytest.mark.parametrize("end", ["finish", "fail", "cancel"])
def test_what_a_run_came_to_is_kept_when_it_ends(project: Project, end: str) -> None:
    run = at_work.started(project, "a", "b", "c")
    spend(project, run, "a")
    at_work.judge(project, run, "a")
    at_work.judge(project, run, "b", problem=Problem.TOO_LONG)
    at_work.deferred(project, run, "c")
    assert totals(project, run)[0] is None

    if end == "finish":
        project.runs.finish(run)
    elif end == "fail":
        project.runs.fail(run, "No key.")
    else:
        project.runs.steer(run, {RUNNING: CANCELLED}, word="cancelled")

    kept, fresh = totals(project, run)
    assert kept == fresh
    assert (kept.scored, kept.calls, kept.cost, kept.usage) == (1, 2, 50, Usage(100, 20, 3, 40))


@pytest.mark.parametrize("ended", [FAILED, CANCELLED])
def test_answers_that_come_after_the_end_are_counted_when_the_work_is_over(
    project: Project, ended: RunStatus
) -> None:
    run = at_work.started(project, "a", "b")
    number = project.ledger.begin(at_work.asked(project, run, "a"))
    assert number is not None
    project.runs.steer(run, {RUNNING: ended}, word="ended")
    ended_at = project.runs.get(run).finished_at
    settled = Settled(number, CallStatus.OK, Usage(1, 0, 0, 1), cost=7, reply="{}")
    project.ledger.settle(settled, at_work.judged(project, run, "a"))

    project.runs.finish(run, epoch=0)

    kept, fresh = totals(project, run)
    assert kept == fresh
    line = project.runs.get(run)
    assert (line.status, line.scored, line.in_flight, line.cost) == (ended, 1, 0, 7)
    assert line.finished_at == ended_at
