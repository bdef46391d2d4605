"""Runs by workers that are killed."""

import os
import signal
from collections.abc import Iterator

import pytest

from calibration.runs import steering
from storage import Project, RunStatus
from tests import keeping, working
from tests.model_server import ModelServer
from tests.storm import Storm

pytestmark = pytest.mark.durable
WIDTH = 16


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(latency=0.05, keeps_requests=False) as started:
        yield started


def test_a_storm_and_two_kills_lose_nothing_and_add_up_to_the_unit(
    project: Project, server: ModelServer, database_url: str
) -> None:
    keeping.add(project, *working.told(2000))
    server.policy = storm = Storm.over(working.transcripts(project).values())
    run = working.start(project, concurrency=WIDTH)
    for calls in (500, 1300):
        with working.worker(database_url, working.asking(server)) as process:
            working.wait_for_calls(project, run, calls)
            os.kill(process.pid, signal.SIGKILL)

    with working.worker(database_url, working.asking(server)):
        working.wait_until(project, run, RunStatus.DONE)

    working.hold_to_its_books(project, server, storm, run, most_lost=2 * WIDTH)


def test_a_worker_killed_in_the_middle_has_an_heir(
    project: Project, server: ModelServer, database_url: str
) -> None:
    keeping.add(project, *working.told(150))
    server.policy = storm = Storm.over(working.transcripts(project).values())
    run = working.start(project, concurrency=WIDTH)
    with working.worker(database_url, working.asking(server)) as process:
        working.wait_for_calls(project, run, 60)
        os.kill(process.pid, signal.SIGKILL)

    with working.worker(database_url, working.asking(server)):
        working.wait_until(project, run, RunStatus.DONE)

    working.hold_to_its_books(project, server, storm, run, most_lost=WIDTH)
    assert working.books(project, server, run).lost


def test_of_several_answers_none_is_paid_twice_after_a_pause_and_a_kill(
    project: Project, server: ModelServer, database_url: str
) -> None:
    # Slow enough that a pause comes before the end, however fast the machine.
    server.latency = WIDTH / 40
    keeping.add(project, *working.told(80))
    run = working.start(project, concurrency=WIDTH, runs=3)
    with working.worker(database_url, working.asking(server)) as process:
        working.wait_for_calls(project, run, 40)
        steering.pause(project, run)
        working.wait_until(project, run, RunStatus.PAUSED)
        paused = project.runs.get(run)
        steering.resume(project, run)
        working.wait_for_calls(project, run, paused.calls + 60)
        os.kill(process.pid, signal.SIGKILL)

    with working.worker(database_url, working.asking(server)):
        working.wait_until(project, run, RunStatus.DONE)

    done = project.runs.get(run)
    assert (done.scored, done.left, done.samples) == (80, 0, 3)
    assert all(len(given) == 3 * 5 for given in working.found(project, run).values())
    assert paused.in_flight == 0
    assert done.in_flight <= WIDTH
    assert 240 <= len(server.bill) <= done.calls == 240 + done.in_flight
