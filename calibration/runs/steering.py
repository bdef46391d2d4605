"""Starting, pausing, resuming and cancelling runs that workers do."""

from calibration.runs import ceiling
from calibration.runs.planning import RunPlan, new_run
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.judges import Judge
from storage import Mode, Project, RunStatus

QUEUED, RUNNING, FAILED = RunStatus.QUEUED, RunStatus.RUNNING, RunStatus.FAILED
PAUSING, PAUSED = RunStatus.PAUSING, RunStatus.PAUSED
CANCELLING, CANCELLED = RunStatus.CANCELLING, RunStatus.CANCELLED


@access.needs(Right.RUN)
def start(
    project: Project,
    planned: RunPlan,
    judge: Judge,
    *,
    concurrency: int = 32,
    max_cost: int | None = None,
    in_batches: bool = False,
) -> int:
    """
    Have the workers do what is left of a plan, and return the run's number at once.

    Raises:
        JudgeError: If it has a ceiling, and the model's price is not known; or if the judge takes
            no batches.

        StoreError: If the same judge is at work under the same rubric version.
    """
    project.runs.release(project.store.workers.alive())
    mode = Mode.BATCH if in_batches else Mode.LIVE
    new = new_run(project, planned, judge, concurrency=concurrency, max_cost=max_cost, mode=mode)
    return project.runs.enqueue(new)


@access.needs(Right.RUN)
def pause(project: Project, run: int) -> RunStatus:
    """
    Stop a run after the requests that are on their way; nothing is lost, and it can be resumed.

    Raises:
        StoreError: If it is over or paused already.
    """
    at_once = not is_anyone_at_work(project)
    moves = {QUEUED: PAUSED, RUNNING: PAUSED if at_once else PAUSING}
    return project.runs.steer(run, moves, word="paused")


@access.needs(Right.RUN)
def cancel(project: Project, run: int) -> RunStatus:
    """
    Stop a run for good after the requests that are on their way; its verdicts stay.

    What it has sent in batches is cancelled at the service: by a worker, where the run rests.

    Raises:
        StoreError: If it is over already.
    """
    if project.batches.open(run):
        if project.runs.status(run) is not RUNNING:
            project.runs.cancel_in_batches(run)
            return CANCELLING
        return project.runs.steer(run, {RUNNING: CANCELLING}, word="cancelled")
    ended = CANCELLED if not is_anyone_at_work(project) else CANCELLING
    moves = {QUEUED: CANCELLED, PAUSED: CANCELLED, RUNNING: ended, PAUSING: ended}
    return project.runs.steer(run, moves, word="cancelled")


@access.needs(Right.RUN)
def resume(project: Project, run: int, *, max_cost: int | None = None) -> None:
    """
    Have the workers take up again a run that is paused, failed or cancelled: what is left of it.

    Args:
        project: Whose run.

        run: Its number.

        max_cost: Its ceiling from now on, in micro-dollars, what is spent included; None leaves
            it as it is.

    Raises:
        JudgeError: If it gets a ceiling, and the model's price is not known.

        StoreError: If it is in another state, or its judge is at work in another run.
    """
    project.runs.release(project.store.workers.alive())
    if max_cost is not None:
        work = project.runs.work(run)
        ceiling.check(project.judges.numbered(work.judge).identity, max_cost)
    project.runs.resume(run, max_cost=max_cost)


def is_anyone_at_work(project: Project) -> bool:
    """Tell whether a worker, or a command that judges, has lately given a sign of life."""
    return bool(project.store.workers.alive())
