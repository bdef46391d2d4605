"""Short ways of beginning a run in batches, and of going on with it as another process would."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from calibration.runs import ceiling, planning, steering
from calibration.runs.batch_post import Patience
from calibration.runs.run_work import RunWork
from judging.errors import JudgeError
from judging.judges.prices import prices
from judging.judges.usage import Usage
from judging.rubrics import RubricVersion
from storage import Mode, Project, RunStatus
from tests.calibration import judged
from tests.model_server import ModelServer, Policy, Request, Step, passing
from tests.running import wait_for

SOON = Patience(shortest=0.02, longest=0.05, unseen=0.3, cancelling=5.0)


def begun(project: Project, rubric: RubricVersion = judged.ONE, max_cost: int | None = None) -> int:
    """Return a run in batches that somebody has begun, and nobody works at."""
    asked = judged.judge(project)
    planned = planning.plan(project, project.rubrics.add(rubric).rubric.label, asked)
    new = planning.new_run(project, planned, asked, max_cost=max_cost, mode=Mode.BATCH)
    return project.runs.start(new)


def go_on(project: Project, run: int, patience: Patience = SOON) -> RunStatus:
    """Work at a run until it rests, as a worker does, and return how it ended."""
    epoch = project.runs.work(run).epoch
    project.runs.begin(run, epoch=epoch)
    try:
        with RunWork(project, run, judged.judge(project), patience) as work:
            work.do(work.sessions)
    except JudgeError as error:
        project.runs.fail(run, error.sentences)
    project.runs.finish(run, epoch=epoch, reason=ceiling.reason(project, run))
    return project.runs.status(run)


@contextmanager
def at_work(project: Project, run: int, patience: Patience = SOON) -> Iterator[None]:
    """Have a run worked at beside the block, which begins once a batch is sent, until it rests."""
    thread = threading.Thread(target=go_on, args=(project, run, patience))
    thread.start()
    try:
        wait_for(lambda: any(batch.service_id for batch in project.batches.open(run)))
        yield
    finally:
        thread.join()


def resume(project: Project, run: int) -> RunStatus:
    """Resume a run, and work at it here until it rests."""
    steering.resume(project, run)
    return go_on(project, run)


def sent(server: ModelServer) -> list[int]:
    """Return how many requests each batch had that the service took."""
    return [len(kept.requests) for kept in server.batches.kept.values()]


def meets(*steps: Step, last: Step | None = None) -> Policy:
    """Return a policy by which each request meets these first, then `last`, or passes."""

    def policy(request: Request, before: int) -> Step:
        if before < len(steps):
            return steps[before]
        return last or passing(request, before)

    return policy


def half_price(server: ModelServer) -> int:
    """Return what the server's bill comes to, as batches are charged."""
    today = datetime.now(UTC).date()
    costs = [
        prices().cost("claude-sonnet-5-5", Usage.of(one.usage), today, batch=True)
        for one in server.bill
    ]
    return sum(cost or 0 for cost in costs)
