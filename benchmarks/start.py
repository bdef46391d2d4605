"""How long the command takes to say what it can do, as a process of its own."""

import os
import statistics
import subprocess
import sys
import time

from benchmarks.served import ROOT

TIMES = 15
COMMAND = (sys.executable, "-m", "judging", "--help")
BARE = (sys.executable, "-c", "")


def seconds(command: tuple[str, ...]) -> float:
    """Return how long `command` takes from its start to its end."""
    began = time.perf_counter()
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def main() -> None:
    """Start both in turn, so often, and print the best and the median."""
    seconds(COMMAND)  # what is compiled at first stays compiled
    pairs = [(seconds(BARE), seconds(COMMAND)) for _ in range(TIMES)]
    bare, command = zip(*pairs, strict=True)
    for name, taken in (("python alone", bare), ("judging --help", command)):
        print(f"{name:14}  best {min(taken):.2f} s, median {statistics.median(taken):.2f} s")
    print(f"1-minute load after: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
