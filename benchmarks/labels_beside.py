"""
Labels saved while a worker judges on the same SQLite file: how long each takes, and if any fails.

Four reviewers, a thread each, save one label after the other with a pause of up to 200 ms, as no
person could; each is a transaction that waits for the disk. The run is 32 wide and its judge
sleeps 50 ms where another would ask, so that the worker writes as often as it can. The same is
measured without a run, and the run without labels.
"""

import os
import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import cycle

import numpy as np
from sqlalchemy.exc import OperationalError

from benchmarks import sleeping_judge
from benchmarks.served import session
from benchmarks.sleeping_judge import SleepingJudge
from benchmarks.work import Times, working
from judging.ratings import Label, Outcome
from storage import NewLabel, Project

CALLS = 3_000
TURNS = 4
REVIEWERS = ("ana", "ben", "cleo", "dan")
PAUSE = 0.2
ALONE = 5.0


@dataclass(slots=True)
class Saved:
    """How many seconds each label took, and how often SQLite said that it was locked."""

    seconds: list[float] = field(default_factory=list)
    lock_errors: int = 0

    @property
    def line(self) -> str:
        """Its part of the table."""
        p50, p95, p99 = np.percentile(self.seconds, [50, 95, 99]) * 1_000
        return (
            f"{len(self.seconds):6,}  {p50:6.1f}  {p95:5.1f}  {p99:5.1f}"
            f"  {1_000 * max(self.seconds):7.1f}  {self.lock_errors:11}"
        )


@contextmanager
def labelling(project: Project) -> Iterator[Saved]:
    """Have the reviewers save labels until the block ends."""
    sessions = project.sessions.listed_ids()
    saved, ended = Saved(), threading.Event()
    arguments = (project, sessions, saved, ended)
    threads = [threading.Thread(target=save, args=(name, *arguments)) for name in REVIEWERS]
    for thread in threads:
        thread.start()
    try:
        yield saved
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def save(
    reviewer: str, project: Project, names: Sequence[str], saved: Saved, ended: threading.Event
) -> None:
    """Save labels as one reviewer, none of them equal to the one before on its session."""
    numbers = {name: line.id for name, line in project.sessions.numbers(names).items()}
    chance = random.Random(reviewer)  # noqa: S311  (no secret)
    outcomes = cycle((Outcome.PASS, Outcome.FAIL))
    for name in cycle(chance.sample(names, len(names) // 2 * 2 - 1)):
        if ended.wait(chance.uniform(0, PAUSE)):
            return
        label = Label(session=name, criterion="goal_met", outcome=next(outcomes), reviewer=reviewer)
        began = time.perf_counter()
        try:
            project.labels.add([NewLabel(numbers[name], 1, label)])
        except OperationalError as error:
            if "locked" not in str(error.orig):
                raise
            saved.lock_errors += 1
        else:
            saved.seconds.append(time.perf_counter() - began)


def run(*, is_labelled: bool) -> tuple[Times, Saved]:
    """Have a worker judge, with labels beside it or without."""
    sessions = [session(n) for n in range(1, CALLS + 1)]
    sessions = [replace(one, turns=one.turns[:TURNS]) for one in sessions]
    judge = SleepingJudge()
    with working(sleeping_judge.WORKER, judge, sessions) as worker:
        if not is_labelled:
            return worker.timed(judge), Saved()
        with labelling(worker.project) as saved:
            times = worker.timed(judge)
        return times, saved


def idle() -> Saved:
    """Save labels for five seconds beside a worker without work."""
    sessions = [session(n) for n in range(1, 201)]
    with (
        working(sleeping_judge.WORKER, SleepingJudge(), sessions) as worker,
        labelling(worker.project) as saved,
    ):
        time.sleep(ALONE)
    return saved


def main() -> None:
    """Measure all three and print a table."""
    print(f"1-minute load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    print("                    labels  p50 ms  p95 ms  p99 ms  slowest  lock errors  calls/s")
    print(f"labels, idle worker {idle().line}")
    alone, _ = run(is_labelled=False)
    print(f"run alone           {'':50}  {alone.rate:7.0f}")
    times, saved = run(is_labelled=True)
    print(f"labels beside a run {saved.line}  {times.rate:7.0f}")
    labels = len(saved.seconds) / times.whole
    print(f"{labels:.0f} labels/s beside the run, which kept {times.rate / alone.rate:.2f} of its")
    print(f"calls/s. 1-minute load after: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
