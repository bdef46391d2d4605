"""Runs on PostgreSQL, where writers do not wait for each other by themselves."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier, Event
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, inspect, text

from calibration import projects
from judging.errors import StoreError
from judging.judges.usage import Usage
from judging.ratings import Problem
from storage import CallStatus, Mode, Project, RunStatus, Settled, Store, workers
from storage.engine import opened, writing
from storage.queue import Queue
from storage.runs import Runs
from storage.tables import CallRow, Row, RunRow, table
from storage.verdicts import keep
from tests import keeping
from tests.running import wait_for
from tests.storage import at_work

pytestmark = pytest.mark.postgres
RUNNING, PAUSED, DONE = RunStatus.RUNNING, RunStatus.PAUSED, RunStatus.DONE


@pytest.fixture
def project(url: str) -> Iterator[Project]:
    store = Store.upgraded(url)
    project = projects.new_or_existing(store, "default")
    keeping.add(project, *(keeping.session(name) for name in "abc"))
    yield project
    store.close()


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = opened(url)
    yield engine
    engine.dispose()


def queued(engine: Engine) -> dict[str, str]:
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT workflow_uuid, status FROM dbos.workflow_status"))
        return {name: status for name, status in rows}  # noqa: C416


def test_the_database_checks_what_the_code_says_it_does(project: Project, engine: Engine) -> None:
    assert project.name
    looked = inspect(engine)

    for row in (CallRow, RunRow):
        said = {str(c.name) for c in table(row).constraints if str(c.name).startswith("ck_")}
        kept = {c["name"] for c in looked.get_check_constraints(str(row.__tablename__))}
        assert kept == said != set()
    assert "dbos" in looked.get_schema_names()
    assert not set(looked.get_table_names(schema="dbos")) & set(Row.metadata.tables)


def test_a_call_comes_back_as_it_was_written_down(project: Project) -> None:
    run = at_work.started(project, "a")
    number = project.ledger.begin(at_work.asked(project, run, "a"))
    assert number is not None

    settled = Settled(number, CallStatus.OK, Usage(1, 2, 3, 4), 5, "✓ " * 9000, "req-1", 200)
    project.ledger.settle(settled, at_work.judged(project, run, "a", calls={"goal_met": number}))

    [call] = project.calls.of_session(run, "a")
    assert (call.request, call.reply) == ({"asked of": "a"}, "✓ " * 9000)
    assert (call.usage, call.cost, call.request_id) == (Usage(1, 2, 3, 4), 5, "req-1")
    reusable = project.ledger.reusable("key")
    assert reusable is not None
    assert (reusable.call, reusable.reply) == (number, call.reply)
    assert project.runs.get(run).scored == 1


def test_each_of_many_threads_gets_the_number_of_its_own_request(
    project: Project, engine: Engine
) -> None:
    run = at_work.started(project, "a")
    asked = [at_work.asked(project, run, "a", attempt=n, key=f"k{n}") for n in range(1, 100)]

    with ThreadPoolExecutor(32) as pool:
        numbers = list(pool.map(project.ledger.begin, asked))

    with engine.connect() as connection:
        rows = connection.execute(text("SELECT id, cache_key FROM judge_call"))
        assert {id_: key for id_, key in rows} == {  # noqa: C416
            number: one.cache_key for number, one in zip(numbers, asked, strict=True)
        }


def test_verdicts_that_another_process_is_just_writing_stay_and_the_call_is_settled(
    project: Project, engine: Engine
) -> None:
    run = at_work.started(project, "a")
    number = project.ledger.begin(at_work.asked(project, run, "a"))
    assert number is not None
    first = at_work.judged(project, run, "a", rationale="first")
    second = at_work.judged(project, run, "a", rationale="second")
    with ThreadPoolExecutor(1) as pool:
        with writing(engine) as connection:
            keep(connection, first.answer, {first.session: first.verdicts})
            settled = Settled(number, CallStatus.OK, Usage(output=1), cost=3, reply="{}")
            settling = pool.submit(project.ledger.settle, settled, second)
            wait_for(lambda: is_somebody_waiting(project.store.url))
        settling.result(30)

    assert project.calls.of_session(run, "a")[0].cost == 3
    stands = at_work.standing(project, run).values()
    assert {one.verdict.rationale for one in stands} == {"first"}


def is_somebody_waiting(url: str) -> bool:
    engine = opened(url, pooled=False)
    with engine.connect() as connection:
        waiting = connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted"))
    return bool(waiting)


def test_of_two_who_begin_the_same_work_at_once_one_is_refused(project: Project) -> None:
    starts: list[Callable[[Any], int]] = [project.runs.start, project.runs.enqueue]

    for n in range(8):
        new = at_work.new(project, "a", judge=f"judge {n}")
        at_once = Barrier(2)

        def begin(
            start: Callable[[Any], int], new: Any = new, at_once: Barrier = at_once
        ) -> int | StoreError:
            at_once.wait(30)
            try:
                return start(new)
            except StoreError as refused:
                return refused

        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(begin, starts))
        assert sorted(isinstance(result, StoreError) for result in results) == [False, True]
    assert len(project.runs.listed()) == 8


def test_of_two_who_resume_a_run_at_once_one_is_refused(project: Project, engine: Engine) -> None:
    run = at_work.started(project, "a")
    project.runs.steer(run, {RUNNING: PAUSED}, word="paused")
    at_once = Barrier(2)

    def resume(_: int) -> bool:
        at_once.wait(30)
        try:
            project.runs.resume(run)
        except StoreError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(resume, range(2))) == [False, True]
    assert queued(engine) == {f"run:{run}:1": "ENQUEUED"}


def test_a_run_goes_its_way(project: Project, engine: Engine) -> None:
    run = project.runs.enqueue(at_work.new(project, "a", "b", "c"))
    assert queued(engine) == {f"run:{run}:0": "ENQUEUED"}
    assert project.runs.begin(run, epoch=0)
    at_work.judge(project, run, "a")
    at_work.deferred(project, run, "b")
    project.runs.finish(run, epoch=0)
    failed = project.runs.get(run)
    assert failed.reason == "The work stopped with 1 units left: resume the run."

    project.runs.resume(run)
    assert not project.runs.begin(run, epoch=0)
    assert project.runs.begin(run, epoch=1)
    at_work.call(project, run, "b", attempt=2)
    at_work.judge(project, run, "b")
    at_work.judge(project, run, "c", problem=Problem.REFUSED)
    project.runs.finish(run, epoch=1)

    line = project.runs.get(run)
    assert (line.status, line.scored, line.left) == (DONE, 2, 0)
    assert line.not_scored == {Problem.REFUSED: 1}
    assert [unit.session for unit in project.calls.problems(run)] == ["c"]


def test_what_another_run_has_judged_meanwhile_is_not_left(project: Project) -> None:
    paused = at_work.started(project, "a", "b")
    at_work.judge(project, paused, "a")
    project.runs.steer(paused, {RUNNING: PAUSED}, word="paused")
    meanwhile = at_work.started(project, "b")
    at_work.judge(project, meanwhile, "b")
    project.runs.finish(meanwhile)
    project.runs.resume(paused)
    project.runs.begin(paused, epoch=1)

    project.runs.finish(paused, epoch=1)

    line = project.runs.get(paused)
    assert (line.status, line.cached, line.left) == (DONE, 1, 0)


class BreakingQueue(Queue):
    """A queue whose process fails between the job and the commit."""

    def put(self, connection: Connection, run: int, *, epoch: int, mode: Mode = Mode.LIVE) -> None:
        super().put(connection, run, epoch=epoch, mode=mode)
        raise ZeroDivisionError


def test_a_failure_before_the_commit_leaves_neither_run_nor_work(
    project: Project, engine: Engine, url: str
) -> None:
    queue = BreakingQueue(url)

    with pytest.raises(ZeroDivisionError):
        Runs(engine, project.number, queue).enqueue(at_work.new(project, "a"))

    queue.close()
    assert project.runs.listed() == []
    assert queued(engine) == {}


def test_work_of_the_dead_is_given_back_and_what_ended_is_forgotten(
    project: Project, engine: Engine
) -> None:
    runs = [project.runs.enqueue(at_work.new(project, "a", judge=name)) for name in "xyz"]
    taken = text(
        "UPDATE dbos.workflow_status SET status = :status, executor_id = :by, completed_at = :at "
        "WHERE workflow_uuid = :id"
    )
    states = [("PENDING", "dead", None), ("PENDING", "alive", None), ("SUCCESS", "dead", 1)]
    with writing(engine) as connection:
        for run, (status, by, at) in zip(runs, states, strict=True):
            values = {"status": status, "by": by, "at": at, "id": f"run:{run}:0"}
            connection.execute(taken, values)
    project.store.workers.beat("alive")

    project.store.look_after()
    project.store.queue.forget(datetime.now(UTC) - timedelta(hours=1))

    assert queued(engine) == {f"run:{runs[0]}:0": "ENQUEUED", f"run:{runs[1]}:0": "PENDING"}


def test_a_clock_that_is_wrong_makes_nobody_dead(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = datetime.now(UTC) - timedelta(hours=1)
    monkeypatch.setattr(workers, "now", lambda: wrong)

    project.store.workers.beat("one")

    monkeypatch.undo()
    assert project.store.workers.alive() == {"one"}


def test_all_who_ask_at_once_for_the_first_time_get_the_same_secret(
    project: Project, engine: Engine
) -> None:
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM installation"))

    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(lambda _: project.store.secret(), range(16)))

    assert len(secrets) == 1


def test_nobody_fails_while_32_threads_write(project: Project) -> None:
    run = at_work.started(project, "a")
    judged, stop = at_work.judged(project, run, "b"), Event()

    def write(thread: int) -> None:
        for n in range(10):
            asked = at_work.asked(project, run, "a", attempt=10 * thread + n + 1)
            number = project.ledger.begin(asked)
            assert number is not None
            project.ledger.settle(Settled(number, CallStatus.OK, reply="{}"), judged)

    def steer() -> None:
        while not stop.is_set():
            project.runs.begin(run, epoch=0)

    with ThreadPoolExecutor(33) as pool:
        steering = pool.submit(steer)
        list(pool.map(write, range(32)))
        stop.set()
        steering.result(30)

    line = project.runs.get(run)
    assert (line.calls, line.in_flight, line.scored) == (320, 0, 1)
