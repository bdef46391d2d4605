"""Having a judge answer a rubric for many sessions, here and now."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from uuid import uuid4

from calibration.runs import ceiling, counts
from calibration.runs.planning import RunPlan, new_run
from calibration.runs.run_work import RunWork
from judging.errors import JudgeError, StoreError
from judging.judges import Judge
from storage import Mode, Project, RunLine, RunStatus

LOOK = 1.0
# Counting a long run takes a while: no more than a fifth of the time goes into it.
SHARE = 5
Progress = Callable[[RunLine], None]


def run(
    project: Project,
    planned: RunPlan,
    judge: Judge,
    *,
    concurrency: int = 32,
    max_cost: int | None = None,
    in_batches: bool = False,
    progress: Progress | None = None,
) -> RunLine:
    """
    Judge what is left of a plan, in this process, and keep the verdicts as they come.

    Args:
        project: Where the sessions are.

        planned: What to judge.

        judge: Who answers.

        concurrency: How many requests to a model may be on their way at once.

        max_cost: What it may cost at most, in micro-dollars; it is paused before it costs more.

        in_batches: Whether the service is to answer in batches, within a day, for less.

        progress: Told how far the run is, about every second and once it is over.

    Returns:
        The run with its counts. A problem with one session is counted and does not end it.

    Raises:
        JudgeError: If the judge cannot be asked at all, or cannot answer such a rubric; what it
            had answered is kept. Or if it has a ceiling, and the model's price is not known; or is
            to be asked in batches, and takes none.

        StoreError: If the same judge is at work under the same rubric version.
    """
    name = f"command {socket.gethostname()} {os.getpid()} {uuid4().hex[:8]}"
    workers = project.store.workers
    project.runs.release(workers.alive())
    with workers.beating(name):
        mode = Mode.BATCH if in_batches else Mode.LIVE
        new = new_run(
            project, planned, judge, concurrency=concurrency, max_cost=max_cost, mode=mode
        )
        number = project.runs.start(new, held_by=name)
        with (
            _told(project, number, progress),
            _ended(project, number),
            RunWork(project, number, judge) as work,
        ):
            work.do(work.sessions)
        counts.of_run(project, number)
    return project.runs.get(number)


@contextmanager
def _ended(project: Project, run: int) -> Iterator[None]:
    """End the run in the state that it has come to, however the block ends."""
    try:
        yield
    except JudgeError as error:
        project.runs.fail(run, error.sentences)
        raise
    except KeyboardInterrupt:
        with suppress(StoreError):  # of a run that is told to stop already
            project.runs.steer(run, {RunStatus.RUNNING: RunStatus.PAUSING}, word="interrupted")
        raise
    finally:
        project.runs.finish(run, reason=ceiling.reason(project, run))


@contextmanager
def _told(project: Project, run: int, progress: Progress | None) -> Iterator[None]:
    """Tell how far the run is, about every second and at the end."""
    if progress is None:
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_tell, args=(project, run, progress, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        progress(project.runs.get(run))


def _tell(project: Project, run: int, progress: Progress, ended: threading.Event) -> None:
    pause = LOOK
    while not ended.wait(pause):
        began = time.perf_counter()
        progress(project.runs.get(run))
        pause = max(LOOK, SHARE * (time.perf_counter() - began))
