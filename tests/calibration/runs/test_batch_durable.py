"""Runs in batches by workers that are killed while they wait, or before they know what for."""

import os
import signal
from collections.abc import Iterator

import pytest

from calibration.runs import planning, steering
from judging.ratings import Problem
from storage import Project, RunStatus
from tests import keeping, working
from tests.model_server import ModelServer
from tests.running import wait_for
from tests.storm import Storm

pytestmark = pytest.mark.durable
FOREVER = float("inf")


@pytest.fixture
def server(project: Project) -> Iterator[ModelServer]:
    keeping.add(project, *working.told(40))
    with ModelServer(keeps_requests=False) as started:
        started.batches.latency = FOREVER
        yield started


@pytest.fixture
def run(project: Project) -> int:
    asked = working.judge(project)
    planned = planning.plan(project, "conversation@1", asked)
    return steering.start(project, planned, asked, in_batches=True)


def wait_until_sent(project: Project, run: int) -> None:
    wait_for(lambda: any(batch.service_id for batch in project.batches.open(run)))


def test_a_worker_killed_while_it_waits_has_an_heir_that_waits_for_the_same_batch(
    project: Project, server: ModelServer, run: int, database_url: str
) -> None:
    server.policy = storm = Storm.over(working.transcripts(project).values())
    with working.worker(database_url, working.asking(server)) as process:
        wait_until_sent(project, run)
        os.kill(process.pid, signal.SIGKILL)
    server.batches.latency = 0.0
    server.batches.end()

    with working.worker(database_url, working.asking(server)):
        working.wait_until(project, run, RunStatus.DONE)

    first, *others = server.batches.kept.values()
    assert len(first.requests) == 40
    assert all(len(other.requests) < 10 for other in others)  # what had to be asked again
    working.hold_to_its_books(project, server, storm, run, most_lost=0)


def test_a_worker_killed_before_the_service_has_named_its_batch_sends_no_second(
    project: Project, server: ModelServer, run: int, database_url: str
) -> None:
    server.batches.silence = 60.0
    with working.worker(database_url, working.asking(server)) as process:
        wait_for(lambda: server.batches.kept)
        os.kill(process.pid, signal.SIGKILL)
    assert [batch.service_id for batch in project.batches.open(run)] == [""]
    server.batches.end()

    with working.worker(database_url, working.asking(server)):
        working.wait_until(project, run, RunStatus.DONE)

    assert server.batches.asked["create"] == 1
    assert (project.runs.get(run).scored, len(server.bill)) == (40, 40)


def test_a_run_that_is_cancelled_while_nobody_works_is_cancelled_at_the_service(
    project: Project, server: ModelServer, run: int, database_url: str
) -> None:
    with working.worker(database_url, working.asking(server)):
        wait_until_sent(project, run)
        steering.pause(project, run)
        working.wait_until(project, run, RunStatus.PAUSED)
    server.batches.answered = 10
    assert steering.cancel(project, run) is RunStatus.CANCELLING

    with working.worker(database_url, working.asking(server)):
        working.wait_until(project, run, RunStatus.CANCELLED)

    line = project.runs.get(run)
    assert (line.scored, line.not_scored) == (10, {Problem.CANCELLED: 30})
    assert (server.batches.asked["cancel"], len(server.bill)) == (1, 10)
