"""
500 judgements, 32 at a time, by a service that takes 200 ms for each: ours, and openevals'.

Both ask one and the same service about the same conversations of 40 turns, after one judgement
that is not counted. Like openevals, ours asks one criterion a call, and then the five of the
ready-made rubric, also in one call. Ours is a run in this process: it writes each request into
an SQLite file before it is sent and each answer with its verdicts after, and looks up what is
quoted. openevals keeps nothing; it runs in a Python that has it, see `served.environment`. The
multiple is of the least that either can take: 16 rounds of 200 ms.
"""

import json
import math
import os
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.openevals_side import received
from benchmarks.served import ROOT, WIDE, environment, served, session
from benchmarks.work import ASKING
from calibration import projects
from calibration.runs import judges, planning, running
from calibration.runs.run_scope import Scope
from judging.rubrics import RubricVersion, ready_made
from judging.sessions import Session
from storage import Project, Store

JUDGEMENTS = 500
LATENCY = 0.2
ROUNDS = 3
LEAST = math.ceil(JUDGEMENTS / WIDE) * LATENCY
FIVE = ready_made("conversation")
ONE = RubricVersion("goal", 1, (FIVE.criterion("goal_met"),))
NAMES = ("ours, one criterion", "ours, five criteria", "openevals, one criterion")


@dataclass(frozen=True, slots=True)
class Figures:
    """What so many judgements took, and how many requests; the CPU is the asking process's."""

    judgements: int
    seconds: float
    cpu_ms_each: float
    calls: int
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def multiple(self) -> float:
        """How often the least would fit into it."""
        return self.seconds / LEAST


def ours(address: str, rubric: RubricVersion, sessions: Sequence[Session]) -> Figures:
    """Judge `sessions` in this process, on a database of their own."""
    with TemporaryDirectory() as folder:
        store = Store.upgraded(f"sqlite:///{folder}/judging.db")
        project = projects.new_or_existing(store, "default")
        project.rubrics.add(ONE)
        first = session(0)
        with project.imports.begin() as unfinished:
            unfinished.add([first, *sessions])
            unfinished.complete()
        run(project, rubric, Scope(only=[first.external_id]))
        before, began, used = received(address), time.perf_counter(), time.process_time()
        scored = run(project, rubric)
        seconds, cpu = time.perf_counter() - began, time.process_time() - used
        store.close()
    calls = received(address) - before
    return Figures(scored, seconds, 1_000 * cpu / len(sessions), calls)


def run(project: Project, rubric: RubricVersion, scope: Scope | None = None) -> int:
    """Judge what is left under `rubric`, and return how many of that have an outcome."""
    judge = judges.named("claude:claude-test", project.store.secret())
    planned = planning.plan(project, rubric.name, judge, scope)
    return running.run(project, planned, judge, concurrency=WIDE).scored - planned.cached


def theirs(python: Path, address: str, sessions: Sequence[Session]) -> Figures:
    """Have openevals judge `sessions`."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "conversations.jsonl"
        with file.open("w", encoding="utf-8") as out:
            for one in sessions:
                text = "\n".join(f"{turn.role}: {turn.content}" for turn in one.turns)
                print(json.dumps({"id": one.external_id, "text": text}), file=out)
        command = [str(python), str(ROOT / "benchmarks" / "openevals_side.py"), address, str(file)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return Figures(**json.loads(done.stdout))


def told(name: str, figures: Figures) -> None:
    """Print a line."""
    print(
        f"{name:24}  {figures.judgements:10}  {figures.calls:5}  {figures.seconds:7.2f}"
        f"  {figures.multiple:14.2f}  {figures.cpu_ms_each:21.2f}",
        flush=True,
    )


def concluded(found: Mapping[str, Sequence[Figures]]) -> None:
    """Print the medians and the bests, and how ours compares."""
    medians = {}
    for name, rounds in found.items():
        multiples = [one.multiple for one in rounds]
        medians[name] = statistics.median(multiples)
        cpu = statistics.median(one.cpu_ms_each for one in rounds)
        print(
            f"{name}: median {medians[name]:.2f} times the least (best {min(multiples):.2f}), "
            f"{cpu:.2f} ms of CPU a judgement."
        )
    ratio = medians[NAMES[0]] / medians[NAMES[2]]
    versions = ", ".join(f"{name} {one}" for name, one in found[NAMES[2]][0].versions.items())
    print(f"Of one criterion, ours takes {ratio:.2f} times as long as openevals ({versions}).")


def rounds(python: Path, address: str) -> dict[str, list[Figures]]:
    """Judge with each in turn, three times, and print a line a time."""
    sessions = [session(n) for n in range(1, JUDGEMENTS + 1)]
    ways: tuple[Callable[[], Figures], ...] = (
        lambda: ours(address, ONE, sessions),
        lambda: ours(address, FIVE, sessions),
        lambda: theirs(python, address, sessions),
    )
    found: dict[str, list[Figures]] = {name: [] for name in NAMES}
    for _ in range(ROUNDS):
        for name, way in zip(NAMES, ways, strict=True):
            found[name].append(way())
            told(name, found[name][-1])
    return found


def main() -> None:
    """Compare them."""
    os.environ |= ASKING
    python = environment()
    print(f"{JUDGEMENTS} judgements, {WIDE} at a time, {LATENCY} s each: at least {LEAST:.1f} s.")
    print(f"1-minute load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    print(f"{'':24}  judgements  calls  seconds  times the least  CPU ms a judgement")
    with served(latency=LATENCY) as address:
        os.environ["ANTHROPIC_BASE_URL"] = address
        found = rounds(python, address)
    concluded(found)
    print(f"1-minute load after: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
