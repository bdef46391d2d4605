"""A run handed to a worker in a process of its own, on an SQLite file of its own, and its times."""

import os
import sqlite3
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.served import ROOT, session
from calibration import projects
from calibration.runs import planning, steering
from calibration.runs.run_scope import Scope
from judging.judges import Judge
from judging.sessions import Session
from storage import Project, RunStatus, Store

RUBRIC = "conversation"
AT_WORK = {RunStatus.QUEUED, RunStatus.RUNNING}
# Nobody is asked but our own service, and no key is needed for that.
ASKING = {"ANTHROPIC_API_KEY": "none", "NO_PROXY": "127.0.0.1", "JUDGE_CALLS_PER_MINUTE": ""}
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Times:
    """
    What a run took.

    Attributes:
        calls: How many it has in the ledger, all of them answered.

        asking: The seconds from its first call to its last.

        before: The seconds from the moment that it was enqueued to its first call.

        whole: Those from that moment until the run was done.

        cpu: The seconds of a processor that the worker took meanwhile.
    """

    calls: int
    asking: float
    before: float
    whole: float
    cpu: float

    @property
    def rate(self) -> float:
        """Calls a second."""
        return self.calls / self.asking


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker, and the project that it works on."""

    project: Project
    process: subprocess.Popen[bytes]
    started_in: float

    @property
    def cpu(self) -> float:
        """The seconds of a processor that it has taken."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / TICK

    def timed(self, judge: Judge, scope: Scope | None = None) -> Times:
        """Have it do what `judge` has left to do, and return what that took."""
        planned = planning.plan(self.project, RUBRIC, judge, scope)
        used, began, enqueued = self.cpu, time.perf_counter(), time.time()
        run = steering.start(self.project, planned, judge)
        while self.project.runs.status(run) in AT_WORK:
            if self.process.poll() is not None:
                raise RuntimeError("The worker ended: see above.")
            time.sleep(0.05)
        whole, used = time.perf_counter() - began, self.cpu - used
        calls, first, last = _ledger(self.project.store.url, run)
        return Times(calls, last - first, first - enqueued, whole, used)


@contextmanager
def working(command: Sequence[str], judge: Judge, sessions: Sequence[Session]) -> Iterator[Worker]:
    """
    Start a worker on a new database and lend both; before that it has judged one more session.

    The first judgement loads what is loaded late, and is a part of `started_in`: the seconds from
    the start of the process, on a database without work, to the first run that it has done.
    """
    with TemporaryDirectory() as folder:
        store = Store.upgraded(f"sqlite:///{folder}/judging.db")
        project = projects.new_or_existing(store, "default")
        first = session(0)
        with project.imports.begin() as unfinished:
            unfinished.add([first, *sessions])
            unfinished.complete()
        began = time.perf_counter()
        path = {"JUDGING_DATABASE_URL": store.url, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, env={**os.environ, **ASKING, **path}
        )
        with process:
            Worker(project, process, 0.0).timed(judge, Scope(only=[first.external_id]))
            yield Worker(project, process, time.perf_counter() - began)
        store.close()


def _ledger(url: str, run: int) -> tuple[int, float, float]:
    """Return how many calls a run has, and when the first was begun and the last answered."""
    database = sqlite3.connect(url.removeprefix("sqlite:///"))
    query = "SELECT started_at, finished_at FROM judge_call WHERE run_id = ? AND status = 'ok'"
    times = [tuple(map(_seconds, row)) for row in database.execute(query, (run,))]
    database.close()
    return len(times), min(first for first, _ in times), max(last for _, last in times)


def _seconds(moment: str) -> float:
    return datetime.fromisoformat(f"{moment}+00:00").timestamp()


if __name__ == "__main__":
    print("This is a part of other benchmarks, which say what is to be done.")
