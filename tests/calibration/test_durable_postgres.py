"""Two workers on one server, of which one dies for good."""

import os
import signal
from collections.abc import Iterator

import pytest

from storage import Project, RunStatus
from tests import keeping, working
from tests.model_server import ModelServer
from tests.running import wait_for
from tests.storm import Storm

pytestmark = pytest.mark.postgres


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(latency=0.05, keeps_requests=False) as started:
        yield started


def test_the_worker_that_is_left_finishes_what_the_dead_one_had_taken(
    postgres_project: Project, postgres_url: str, server: ModelServer
) -> None:
    project = postgres_project
    keeping.add(project, *working.told(600))
    server.policy = storm = Storm.over(working.transcripts(project).values())
    run = working.start(project, concurrency=16)
    environment = working.asking(server)
    with (
        working.worker(postgres_url, environment) as first,
        working.worker(postgres_url, environment),
    ):
        wait_for(lambda: len(project.store.workers.alive()) == 2)
        working.wait_for_calls(project, run, 150)
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        working.wait_until(project, run, RunStatus.DONE)

    working.hold_to_its_books(project, server, storm, run, most_lost=16)
