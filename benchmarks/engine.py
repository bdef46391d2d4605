"""
2,000 calls of 50 ms, 32 at a time, through the whole engine, and without it: calls a second.

With it, a run is enqueued and a worker, a process of its own, does it on an SQLite file: every
request written down before it is sent and every answer on the disk before its slot is free.
Without it, 32 threads have the same judge answer for the same sessions and keep nothing. One
judge sleeps where another would ask; the other is Claude's, which asks a service that stands in
for the real one through the SDK, whose client takes more of a processor than the engine does.
Each round has a worker of its own that is warm; what its start took is told apart.
"""

import os
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from benchmarks import sleeping_judge
from benchmarks.served import WIDE, served, session
from benchmarks.sleeping_judge import SleepingJudge
from benchmarks.work import ASKING, Times, working
from calibration import worker
from judging.judges import ClaudeJudge, Judge
from judging.rubrics import ready_made
from judging.sessions import Session

CALLS = 2_000
LATENCY = 0.05
TURNS = 4
ROUNDS = 3
HEAD = "judge     calls/s: bare  engine  ratio  CPU ms a call: bare  worker  done after s  start s"


@dataclass(frozen=True, slots=True)
class Bare:
    """Calls a second without the engine, and the milliseconds of a processor that each took."""

    rate: float
    cpu_ms: float


def bare(judge: Judge, sessions: Sequence[Session]) -> Bare:
    """Have 32 threads judge `sessions`, after one that is not counted."""
    answer = partial(judge.verdicts, rubric=ready_made("conversation"))
    answer(session(0))
    with ThreadPoolExecutor(WIDE) as pool:
        began, used = time.perf_counter(), time.process_time()
        for _ in pool.map(answer, sessions):
            pass
        seconds, cpu = time.perf_counter() - began, time.process_time() - used
    return Bare(len(sessions) / seconds, 1_000 * cpu / len(sessions))


def asleep() -> float:
    """Return how often a second 32 threads that do nothing else sleep for 50 ms."""
    with ThreadPoolExecutor(WIDE) as pool:
        began = time.perf_counter()
        for _ in pool.map(time.sleep, [LATENCY] * CALLS):
            pass
        return CALLS / (time.perf_counter() - began)


def told(name: str, without: Bare, times: Times, started_in: float) -> None:
    """Print a round's line."""
    cpu = 1_000 * times.cpu / times.calls
    print(
        f"{name:8}  {without.rate:13.0f}  {times.rate:6.0f}  {times.rate / without.rate:5.2f}"
        f"  {without.cpu_ms:19.2f}  {cpu:6.2f}  {times.whole:12.1f}  {started_in:7.1f}",
        flush=True,
    )


def compared(name: str, judge: Judge, command: Sequence[str]) -> None:
    """Measure `judge` without and with the engine, round by round, and print the medians."""
    sessions = [session(n) for n in range(1, CALLS + 1)]
    sessions = [replace(one, turns=one.turns[:TURNS]) for one in sessions]
    rates, ratios, before = [], [], []
    for _ in range(ROUNDS):
        without = bare(judge, sessions)
        with working(command, judge, sessions) as working_one:
            times = working_one.timed(judge)
        told(name, without, times, working_one.started_in)
        rates.append(times.rate)
        ratios.append(times.rate / without.rate)
        before.append(times.before)
    print(
        f"{name:8}  median {statistics.median(rates):,.0f} calls/s (best {max(rates):,.0f}), "
        f"{statistics.median(ratios):.2f} of the bare loop; the first of them "
        f"{statistics.median(before):.2f} s after the run is enqueued."
    )


def main() -> None:
    """Measure both judges."""
    os.environ |= ASKING
    print(
        f"{CALLS:,} calls of {1_000 * LATENCY:.0f} ms, {WIDE} at a time, sessions of {TURNS} turns."
    )
    print(f"Ideal: {WIDE / LATENCY:.0f} calls/s; 32 threads that only sleep: {asleep():.0f}.")
    print(f"1-minute load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    print(HEAD)
    compared("sleeps", SleepingJudge(LATENCY), sleeping_judge.WORKER)
    with served(latency=LATENCY) as address:
        os.environ["ANTHROPIC_BASE_URL"] = address
        compared("Claude", ClaudeJudge("claude-test"), worker.COMMAND)
    print(f"1-minute load after: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
