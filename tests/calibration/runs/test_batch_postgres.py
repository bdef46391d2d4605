"""A run in batches on PostgreSQL."""

import pytest

from calibration.runs import steering
from storage import Project, RunStatus
from tests import keeping
from tests.calibration import batched
from tests.model_server import ModelServer

pytestmark = pytest.mark.postgres


def test_a_run_goes_from_pause_to_cancelled_and_on_to_its_end(
    postgres_project: Project, server: ModelServer
) -> None:
    project = postgres_project
    keeping.add(project, *(keeping.session(name) for name in "abcdef"))
    run = batched.begun(project)
    server.batches.latency, server.batches.answered = float("inf"), 2
    with batched.at_work(project, run):
        project.runs.steer(run, {RunStatus.RUNNING: RunStatus.PAUSING}, word="paused")
    steering.cancel(project, run)
    batched.go_on(project, run)
    cancelled = project.runs.get(run)

    server.batches.latency = 0.0

    assert batched.resume(project, run) is RunStatus.DONE
    assert (cancelled.status, cancelled.scored) == (RunStatus.CANCELLED, 2)
    assert (project.runs.get(run).scored, len(server.bill)) == (6, 6)
