"""Work that survives a crash: the one module that runs DBOS. Only a worker imports it."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from dbos import DBOS, SetWorkflowID, WorkflowHandle

from calibration.runs import ceiling, counts
from calibration.runs.run_work import RunWork
from calibration.settings import database_url
from judging.errors import JudgeError
from storage import Runs, RunStatus, Store
from storage.engine import opened_for_dbos
from storage.queue import BATCH_RUNS, RUNS, VERSION

CHUNKS = "chunks"
# Each costs the queue some twenty statements; but a run has to give work to several workers.
SMALLEST_CHUNK, LARGEST_CHUNK, CHUNKS_OF_A_RUN = 50, 200, 10
# So many chunks a worker: while some end, the others keep every slot of a run busy until the next
# look at the queue; and looking more often than that is what an idle worker costs.
CHUNKS_AT_ONCE = 6
# Each is a thread that mostly sleeps.
BATCH_RUNS_AT_ONCE = 8


@cache
def store() -> Store:
    """Return the worker's database."""
    return Store(database_url())


def launch(worker: str) -> None:
    """Start taking work, first of all what an earlier process named `worker` left undone."""
    DBOS(
        config={
            "name": "judging",
            "system_database_engine": opened_for_dbos(database_url()),
            "application_version": VERSION,
            "executor_id": worker,
            "log_level": "ERROR",
            "run_migrations": False,
        }
    )
    DBOS.launch()
    DBOS.register_queue(RUNS, worker_concurrency=2, polling_interval_sec=0.5)
    DBOS.register_queue(BATCH_RUNS, worker_concurrency=BATCH_RUNS_AT_ONCE, polling_interval_sec=0.5)
    DBOS.register_queue(CHUNKS, worker_concurrency=CHUNKS_AT_ONCE, polling_interval_sec=0.25)


@DBOS.workflow(max_recovery_attempts=50)
def judge_run(run: int, epoch: int) -> None:
    """Judge every session that lacks a verdict of `run`, chunk by chunk."""
    try:
        if begin(run, epoch):
            for handle in enqueued(run, epoch):
                handle.get_result()
    finally:
        finish(run, epoch)


@DBOS.workflow(max_recovery_attempts=50)
def judge_in_batches(run: int, epoch: int) -> None:
    """Judge every session that lacks a verdict of `run`, in batches of the service's."""
    try:
        judge_all_in_batches(run, epoch)
    finally:
        finish(run, epoch)


def enqueued(run: int, epoch: int) -> list[WorkflowHandle[None]]:
    """Put the chunks of a run into the queue."""
    queue = DBOS.retrieve_queue(CHUNKS)
    assert queue is not None
    handles = []
    for number, sessions in enumerate(chunks(run, epoch)):
        with SetWorkflowID(f"run:{run}:{epoch}:{number}"):
            handles.append(queue.enqueue(judge_chunk, run, epoch, sessions))
    return handles


@DBOS.step()
def begin(run: int, epoch: int) -> bool:
    """Tell whether the run may begin: it may have been stopped while it waited."""
    return _runs(run).begin(run, epoch=epoch)


@DBOS.step()
def chunks(run: int, epoch: int) -> list[list[int]]:
    """Return what is left to judge. A step: a replay must see the same chunks."""
    left: list[int] = []
    with _failing(run, epoch), at_work(run, epoch) as work:
        left = work.left(work.sessions)
    size = min(max(SMALLEST_CHUNK, len(left) // CHUNKS_OF_A_RUN), LARGEST_CHUNK)
    return [left[start : start + size] for start in range(0, len(left), size)]


@DBOS.workflow(max_recovery_attempts=50)
def judge_chunk(run: int, epoch: int, sessions: list[int]) -> None:
    """Judge these sessions."""
    judge_missing(run, epoch, sessions)


@DBOS.step(retries_allowed=True, max_attempts=3, interval_seconds=1.0, backoff_rate=2.0)
def judge_missing(run: int, epoch: int, sessions: list[int]) -> None:
    """
    Ask for what our own tables lack: they decide, not the queue.

    What makes the judge impossible to ask ends the run and is no error of this step; what is
    raised comes from the database, and is tried again.
    """
    SHARED.stay_if_leaving()
    if not _runs(run).begin(run, epoch=epoch):
        return
    with _failing(run, epoch), at_work(run, epoch) as work:
        work.do(sessions)
        SHARED.stay_if_leaving()


@DBOS.step(retries_allowed=True, max_attempts=3, interval_seconds=1.0, backoff_rate=2.0)
def judge_all_in_batches(run: int, epoch: int) -> None:
    """Send what our own tables lack and wait for it; as for a chunk, they decide."""
    SHARED.stay_if_leaving()
    runs = _runs(run)
    if not (runs.begin(run, epoch=epoch) or runs.status(run) is RunStatus.CANCELLING):
        return
    with _failing(run, epoch), at_work(run, epoch) as work:
        work.do(work.sessions)
        SHARED.stay_if_leaving()


@DBOS.step()
def finish(run: int, epoch: int) -> None:
    """Say how the run ended, and count what came of it."""
    project = store().project_of_run(run)
    project.runs.finish(run, epoch=epoch, reason=ceiling.reason(project, run))
    counts.of_run(project, run)


def _runs(run: int) -> Runs:
    return store().project_of_run(run).runs


@contextmanager
def _failing(run: int, epoch: int) -> Iterator[None]:
    """End the run where its judge cannot be asked."""
    try:
        yield
    except JudgeError as objection:
        _runs(run).fail(run, objection.sentences, epoch=epoch)


class _Shared:
    """The work at each run, shared by its chunks in this process: one pool of so many slots."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._works: dict[tuple[int, int], RunWork] = {}
        self._users: Counter[tuple[int, int]] = Counter()
        self._is_leaving = threading.Event()
        self._resting = threading.Semaphore(0)

    def take(self, run: int, epoch: int) -> RunWork:
        key = (run, epoch)
        with self._lock:
            if key not in self._works:
                self._works[key] = RunWork(store().project_of_run(run), run)
                self._works[key].open()
            self._users[key] += 1
            return self._works[key]

    def give_back(self, run: int, epoch: int) -> None:
        key = (run, epoch)
        with self._lock:
            self._users[key] -= 1
            if self._users[key] == 0:
                self._works.pop(key).close()

    def leave(self, seconds: float) -> None:
        self._is_leaving.set()
        with self._lock:
            users = self._users.total()
            for work in self._works.values():
                work.stop.set()
        until = time.monotonic() + seconds
        for _ in range(users):
            self._resting.acquire(timeout=max(0.0, until - time.monotonic()))

    def stay_if_leaving(self) -> None:
        # A chunk that returned now would count as done, and nobody would take up the rest of it.
        if self._is_leaving.is_set():
            self._resting.release()
            threading.Event().wait()


SHARED = _Shared()


def leave(seconds: float) -> None:
    """Send nothing more, and return when what is on its way is kept, or after so many seconds."""
    SHARED.leave(seconds)


@contextmanager
def at_work(run: int, epoch: int) -> Iterator[RunWork]:
    """Lend the work at a run to one of its chunks; what was stopped in one epoch stays so."""
    work = SHARED.take(run, epoch)
    try:
        yield work
    finally:
        SHARED.give_back(run, epoch)
