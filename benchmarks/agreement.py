"""
Agreement over very many verdicts: the command, and a bootstrap of the usual kind beside it.

Every session has a label and a verdict on each criterion, and four sessions share a task. The
command gives kappa, TPR and TNR and a dozen more of each criterion, with intervals by task. The
bootstrap resamples the pairs of one criterion 2,000 times and asks scikit-learn for kappa; it
knows of no tasks, and its interval is too narrow.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import cohen_kappa_score
from sqlalchemy import select

from benchmarks.filled import Filled, Size, fill
from calibration.runs import counts
from storage import Compared

ROOT = Path(__file__).parents[1]
FOLDS = 2_000
TIMES = 3


def timed(command: list[str], url: str) -> tuple[float, int, bytes]:
    """Run `judging` and return its seconds, the most memory that it held, in kB, and its output."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "judging", "--db", url, *command], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    if status:
        raise RuntimeError("The command failed: see above.")
    return seconds, used.ru_maxrss, output


def pairs(filled: Filled) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return who failed which session on the first criterion: people, and the judge."""
    project, first = filled.project, filled.version.rubric.criteria[0]
    compared = Compared(first.key, first.meaning, filled.version.id, filled.judge.id)
    paired = project.agreement.paired(compared).subquery()
    query = select(paired.c.human, paired.c.judged).where(paired.c.judged.in_(("pass", "fail")))
    with project._engine.connect() as connection:  # noqa: SLF001  (nothing else lists each pair)
        rows = connection.execute(query).all()
    human, judged = (np.array([row[i] == "fail" for row in rows], np.int8) for i in (0, 1))
    return human, judged


def bootstrap(filled: Filled, folds: int) -> tuple[float, float, float]:
    """Return the seconds that the bootstrap takes, and its interval."""
    human, judged = pairs(filled)
    random = np.random.default_rng(1)
    began = time.perf_counter()
    kappas = []
    for _ in range(folds):
        drawn = random.integers(0, len(human), len(human))
        kappas.append(cohen_kappa_score(human[drawn], judged[drawn]))
    low, high = np.quantile(kappas, (0.025, 0.975))
    return time.perf_counter() - began, float(low), float(high)


def kappa(output: bytes) -> dict[str, Any]:
    """Return kappa of the first criterion, as the command prints it."""
    found: dict[str, Any] = json.loads(output)["criteria"][0]["kappa"]
    return found


def main() -> None:
    """Print what each takes, and how they compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=100_000)
    parser.add_argument("--criteria", type=int, default=10)
    parser.add_argument("--folds", type=int, default=FOLDS)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "filled.db"
        filled = fill(file, Size(asked.sessions, asked.criteria))
        print(
            f"{asked.sessions:,} sessions x {asked.criteria} criteria, a label beside each verdict"
        )
        began = time.perf_counter()
        counts.of_newest(filled.project)
        print(f"Counted at the end of the run, once: {time.perf_counter() - began:.1f} s")
        command = ["agreement", "--rubric", "simulated@1", "--judge", "simulated", "--json"]
        rounds = [timed(command, f"sqlite:///{file}") for _ in range(TIMES)]
        one = kappa(rounds[0][2])
        ours = min(seconds for seconds, _, _ in rounds)
        print(
            f"judging agreement: {ours:.2f} s at best of {TIMES}, "
            f"{max(held for _, held, _ in rounds) / 1_000:.0f} MB; the same bytes each time: "
            f"{len({output for _, _, output in rounds}) == 1}; "
            f"kappa {one['value']:.3f} [{one['low']:.3f}, {one['high']:.3f}] by task"
        )
        theirs, low, high = bootstrap(filled, asked.folds)
        print(
            f"scikit-learn, {asked.folds:,} folds, kappa of one criterion alone: {theirs:.1f} s, "
            f"[{low:.3f}, {high:.3f}]; {theirs / ours:.0f} times the whole command"
        )


if __name__ == "__main__":
    main()
