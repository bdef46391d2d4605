"""Runs from their beginning to their end."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import Connection, text

from calibration import projects
from judging.errors import StoreError
from judging.rubrics import Level
from storage import Mode, Project, RunStatus, Store
from storage.engine import opened
from storage.queue import Queue
from storage.runs import Runs
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


def queued(url: str) -> list[tuple[str, str]]:
    """Return the work in the queue, with its status."""
    engine = opened(url)
    with engine.connect() as connection:
        query = text("SELECT workflow_uuid, status FROM workflow_status ORDER BY workflow_uuid")
        found = [(name, status) for name, status in connection.execute(query)]
    engine.dispose()
    return found


def test_what_was_begun_comes_back(project: Project) -> None:
    new = replace(at_work.new(project, "d", "b", "a"), concurrency=8, cached=1, units=4)

    run = project.runs.start(new, held_by="command 1")

    line, work = project.runs.get(run), project.runs.work(run)
    assert work.sessions == tuple(keeping.number(project, name) for name in "abd")
    assert (work.concurrency, work.status, work.judge) == (8, RUNNING, new.judge)
    assert (line.units, line.cached, line.scored, line.left) == (4, 1, 1, 3)
    assert (line.judge, line.rubric, line.level) == ("example", "conversation@1", Level.SESSION)


def test_the_newest_is_listed_first(project: Project) -> None:
    runs = [at_work.started(project, "a", judge=f"j{n}") for n in range(3)]

    assert [line.id for line in project.runs.listed()] == runs[::-1]
    assert [line.id for line in project.runs.listed(limit=1)] == runs[-1:]


@pytest.mark.parametrize("ask", ["get", "status", "work", "resume"])
def test_another_projects_runs_are_not_there(project: Project, ask: str) -> None:
    run = at_work.started(project, "a")
    other = projects.new_or_existing(project.store, "other")

    with pytest.raises(StoreError, match=f"There is no run {run}"):
        getattr(other.runs, ask)(run)
    with pytest.raises(StoreError, match="There is no run"):
        other.runs.steer(run, {RUNNING: PAUSING}, word="paused")
    assert other.runs.listed() == []


def test_a_run_that_ended_begins_anew_without_what_it_had_come_to(project: Project) -> None:
    run = project.runs.start(at_work.new(project, "a", "b"), held_by="command 1")
    at_work.judge(project, run, "a")
    project.runs.fail(run, "No key.")

    project.runs.resume(run)

    line = project.runs.get(run)
    assert (line.status, line.reason, line.finished_at) == (QUEUED, "", None)
    assert (line.scored, line.left) == (1, 1)
    at_work.judge(project, run, "b")
    assert project.runs.get(run).scored == 2
    project.runs.release(set())
    assert project.runs.begin(run, epoch=1)
    project.runs.release(set())
    assert project.runs.status(run) is RUNNING


def test_the_same_work_is_not_begun_twice(project: Project) -> None:
    first = at_work.started(project, "a")
    again = f"Run {first} has the same judge answer the same rubric"

    with pytest.raises(StoreError, match=again):
        at_work.started(project, "b")
    with pytest.raises(StoreError, match=again):
        project.runs.enqueue(at_work.new(project, "b"))
    assert len(project.runs.listed()) == 1
    assert at_work.started(project, "a", judge="other")
    assert project.runs.start(at_work.new(project, "a", rubric="turn@1", level=Level.TURN))
    assert project.runs.start(replace(at_work.new(project, "a"), mode=Mode.IMPORT))


@pytest.mark.parametrize("status", RunStatus)
def test_a_run_bars_the_same_work_as_long_as_it_is_not_over(
    project: Project, status: RunStatus
) -> None:
    at_work.put(project, at_work.started(project, "a"), status)

    if status in {QUEUED, RUNNING, PAUSING, CANCELLING}:
        with pytest.raises(StoreError, match="is not over"):
            at_work.started(project, "a")
    else:
        assert at_work.started(project, "a")


def test_a_run_is_not_resumed_beside_another_with_the_same_work(
    project: Project, database_url: str
) -> None:
    first = at_work.started(project, "a")
    project.runs.steer(first, {RUNNING: PAUSED}, word="paused")
    second = at_work.started(project, "a")

    with pytest.raises(StoreError, match=f"Run {second} has the same judge"):
        project.runs.resume(first)

    assert project.runs.status(first) is PAUSED
    assert queued(database_url) == []
    project.runs.finish(second)
    project.runs.resume(first)
    assert queued(database_url) == [(f"run:{first}:1", "ENQUEUED")]


def test_a_run_and_the_work_for_it_come_into_being_together(
    project: Project, database_url: str
) -> None:
    run = project.runs.enqueue(at_work.new(project, "a"))

    assert project.runs.status(run) is QUEUED
    assert queued(database_url) == [(f"run:{run}:0", "ENQUEUED")]


class BreakingQueue(Queue):
    """A queue whose process fails between the job and the commit."""

    def put(self, connection: Connection, run: int, *, epoch: int, mode: Mode = Mode.LIVE) -> None:
        super().put(connection, run, epoch=epoch, mode=mode)
        assert self.open().list_workflows() == []
        found = connection.scalar(text("SELECT count(*) FROM workflow_status"))
        assert found == 1
        raise ZeroDivisionError


@pytest.fixture
def breaking(project: Project, database_url: str) -> Iterator[Runs]:
    engine, queue = opened(database_url), BreakingQueue(database_url)
    yield Runs(engine, project.number, queue)
    queue.close()
    engine.dispose()


def test_a_failure_before_the_commit_leaves_neither_run_nor_work(
    project: Project, breaking: Runs, database_url: str
) -> None:
    with pytest.raises(ZeroDivisionError):
        breaking.enqueue(at_work.new(project, "a"))

    assert project.runs.listed() == []
    assert queued(database_url) == []


def test_a_failure_before_the_commit_of_a_resume_leaves_the_run_as_it_was(
    project: Project, breaking: Runs, database_url: str
) -> None:
    run = at_work.started(project, "a")
    project.runs.fail(run, "No key.")

    with pytest.raises(ZeroDivisionError):
        breaking.resume(run)

    line = project.runs.get(run)
    assert (line.status, line.reason) == (FAILED, "No key.")
    assert queued(database_url) == []
    assert not project.runs.begin(run, epoch=1)


def test_the_runs_of_commands_that_are_no_more_can_be_resumed(project: Project) -> None:
    with project.store.workers.beating("command 2"):
        held = [
            project.runs.start(at_work.new(project, "a", judge=name), held_by=name)
            for name in ("command 1", "command 2")
        ]
        free = at_work.started(project, "a", judge="the workers'")

        project.runs.release(project.store.workers.alive())

        assert [project.runs.status(run) for run in (*held, free)] == [PAUSED, RUNNING, RUNNING]
    assert project.runs.get(held[0]).reason == "Its process ended before it was done."
    project.runs.resume(held[0])


@pytest.mark.parametrize("status", RunStatus)
def test_only_a_run_at_work_is_let_go_of(project: Project, status: RunStatus) -> None:
    run = project.runs.start(at_work.new(project, "a"), held_by="command 1")
    at_work.put(project, run, status)

    project.runs.release(set())

    released = status in {RUNNING, PAUSING, CANCELLING}
    assert project.runs.status(run) is (PAUSED if released else status)


def test_the_runs_of_another_project_are_not_let_go_of(project: Project) -> None:
    run = project.runs.start(at_work.new(project, "a"), held_by="command 1")

    projects.new_or_existing(project.store, "other").runs.release(set())

    assert project.runs.status(run) is RUNNING


def test_a_command_that_began_since_the_living_were_counted_keeps_its_run(
    project: Project,
) -> None:
    counted_before = project.store.workers.alive()
    with project.store.workers.beating("command 1"):
        run = project.runs.start(at_work.new(project, "a"), held_by="command 1")

        project.runs.release(counted_before)

        assert project.runs.status(run) is RUNNING


def test_a_run_read_from_another_store_is_the_same(project: Project, database_url: str) -> None:
    run = at_work.started(project, "a")
    at_work.call(project, run, "a", cost=1)
    at_work.judge(project, run, "a")
    project.runs.finish(run)
    other = Store(database_url)

    assert other.project_of_run(run).name == "default"
    assert other.project("default").runs.get(run) == project.runs.get(run)
    other.close()
