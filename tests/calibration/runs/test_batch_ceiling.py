"""What a run in batches may cost at most."""

import json

from storage import Project, RunStatus
from tests import keeping, working
from tests.calibration import batched
from tests.model_server import ModelServer, Request, Step, answer, passing, says

DONE, PAUSED = RunStatus.DONE, RunStatus.PAUSED
EXPIRES = Step(status=0, kind="expired")


def dear(request: Request, before: int) -> Step:
    _ = before
    usage = {"input_tokens": 900, "output_tokens": 8192}
    return says(json.dumps(answer(*request.keys)), usage=usage)


def test_a_ceiling_holds_whatever_the_answers_cost(project: Project, server: ModelServer) -> None:
    keeping.add(project, *working.told(12))
    server.policy = dear
    run = batched.begun(project, max_cost=200_000)

    assert batched.go_on(project, run) is PAUSED

    line = project.runs.get(run)
    assert line.cost is not None
    assert 120_000 < line.cost <= 200_000
    assert line.scored == len(server.bill)
    assert line.reason.startswith("The cost ceiling of $0.20 has no room for another request")


def test_under_a_ceiling_the_rest_is_sent_once_the_first_cost_less_than_they_might(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(12))
    run = batched.begun(project, max_cost=200_000)

    assert batched.go_on(project, run) is DONE

    assert len(batched.sent(server)) > 1
    assert project.runs.get(run).scored == 12


def test_what_expired_is_not_paid_and_takes_no_room_under_the_ceiling(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, *working.told(4))
    server.policy = lambda request, before: passing(request, 1) if before else EXPIRES
    run = batched.begun(project, max_cost=200_000)

    assert batched.go_on(project, run) is DONE

    assert batched.sent(server) == [4, 4]
