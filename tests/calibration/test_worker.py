"""The worker process: what it does, what stops it, and what it never tells."""

import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.runs import planning, running, steering
from judging.errors import JudgeError
from storage import Project, RunStatus
from tests import keeping, working
from tests.model_server import ModelServer, Step, answers, fails
from tests.running import is_alive, wait_for

pytestmark = pytest.mark.durable


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(keeps_requests=False) as started:
        yield started


@pytest.fixture
def _sessions(project: Project) -> None:
    keeping.add(project, *working.told(120))


@pytest.mark.usefixtures("_sessions")
def test_a_pause_keeps_what_is_on_its_way_and_a_resume_pays_for_nothing_twice(
    project: Project, server: ModelServer, database_url: str
) -> None:
    server.latency = 0.3
    run = working.start(project, concurrency=8)
    with working.worker(database_url, working.asking(server)):
        working.wait_for_calls(project, run, 20)
        assert steering.pause(project, run) is RunStatus.PAUSING
        working.wait_until(project, run, RunStatus.PAUSED)
        paused = project.runs.get(run)
        assert (paused.in_flight, paused.scored) == (0, paused.calls)
        assert 0 < paused.left < 120
        steering.resume(project, run)
        working.wait_until(project, run, RunStatus.DONE)

    done = project.runs.get(run)
    assert (done.scored, done.calls, server.received) == (120, 120, 120)


@pytest.mark.usefixtures("_sessions")
def test_a_cancelled_run_counts_what_it_did_not_come_to(
    project: Project, server: ModelServer, database_url: str
) -> None:
    server.latency = 0.3
    run = working.start(project, concurrency=8)
    with working.worker(database_url, working.asking(server)):
        working.wait_for_calls(project, run, 10)
        steering.cancel(project, run)
        working.wait_until(project, run, RunStatus.CANCELLED)

    line = project.runs.get(run)
    assert line.in_flight == 0
    assert line.scored + sum(line.not_scored.values()) == 120
    assert line.scored == server.received


@pytest.mark.usefixtures("_sessions")
def test_a_key_that_is_not_accepted_ends_the_run_with_a_sentence_and_stands_nowhere(
    project: Project, server: ModelServer, database_url: str
) -> None:
    echoed = {"error": {"type": "authentication_error", "message": f"{working.KEY} is no key"}}
    server.policy = lambda request, before: (  # noqa: ARG005  (a policy)
        answers(*request.keys) if server.received <= 10 else Step(echoed, 401)
    )
    run = working.start(project, concurrency=4)
    with working.worker(database_url, working.asking(server)):
        working.wait_until(project, run, RunStatus.FAILED)
    line = project.runs.get(run)

    host = server.url.removeprefix("http://")
    assert line.reason.startswith(f"{host} does not accept the API key. Set ANTHROPIC_API_KEY")
    assert line.scored == 10
    assert server.received <= 10 + 2 * 4
    project.store.close()
    for file in Path(database_url.removeprefix("sqlite:///")).parent.iterdir():
        assert working.KEY.encode() not in file.read_bytes(), file.name


def test_no_key_stands_in_what_is_raised(
    project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping.add(project, *working.told(1))
    for name, value in working.asking(server).items():
        monkeypatch.setenv(name, value)
    server.policy = lambda request, before: fails(401, "authentication_error")  # noqa: ARG005
    judge = working.judge(project)
    planned = planning.plan(project, "conversation@1", judge)

    with pytest.raises(JudgeError) as raised:
        running.run(project, planned, judge)

    error = raised.value
    told = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
    assert working.KEY not in told
    assert working.KEY.encode() not in pickle.dumps(error)
    assert working.KEY.encode() not in pickle.dumps(judge)


@pytest.mark.usefixtures("_sessions")
def test_a_worker_told_to_stop_waits_for_what_is_paid_for_and_leaves_the_rest_to_its_heir(
    project: Project, server: ModelServer, database_url: str
) -> None:
    server.latency = 0.5
    run = working.start(project, concurrency=8)
    with working.worker(database_url, working.asking(server)) as process:
        working.wait_for_calls(project, run, 12)
        process.terminate()
        process.wait(30)
    left = project.runs.get(run)
    with working.worker(database_url, working.asking(server)):
        working.wait_until(project, run, RunStatus.DONE)

    assert (left.status, left.in_flight, left.scored) == (RunStatus.RUNNING, 0, left.calls)
    assert 0 < left.left < 120
    assert server.received == project.runs.get(run).calls == 120


def test_a_second_worker_on_one_file_waits_for_the_first(
    project: Project, server: ModelServer, database_url: str
) -> None:
    environment = working.asking(server)
    with working.worker(database_url, environment) as first:
        wait_for(lambda: project.store.workers.alive() == {"only"})
        with working.worker(database_url, environment):
            keeping.add(project, *working.told(3))
            run = working.start(project)
            working.wait_until(project, run, RunStatus.DONE)
            os.kill(first.pid, signal.SIGKILL)
            first.wait()
            keeping.add(project, *working.told(6)[3:])
            run = working.start(project)
            working.wait_until(project, run, RunStatus.DONE)

    assert project.runs.get(run).scored == 6


def test_ends_when_its_parent_does(database_url: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env={**os.environ, **HOME}
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    assert is_alive(worker)

    parent.kill()
    parent.wait()
    parent.stdout.close()

    wait_for(lambda: not is_alive(worker))
    assert database_url


HOME = {"PYTHONPATH": str(working.HOME)}
PARENT = """
import time
from calibration import worker

with worker.child() as keeper:
    while not keeper.process:
        time.sleep(0.1)
    print(keeper.process, flush=True)
    time.sleep(60)
"""
