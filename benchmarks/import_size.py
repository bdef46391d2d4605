"""
Import files of a given size by the command: the rate, and the peak of memory beside a small file's.

    python benchmarks/import_size.py --megabytes 1000

Two kinds, written to a temporary folder that is removed: chat sessions, a line each, read as they
stand; and OTLP, a line a span and the spans of each twenty traces shuffled, which must all be read
before the first session is told. Each is imported by `judging import` into a new SQLite file,
in a process of its own; its peak is what the system says of it. Needs free disk for about four
times the size.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

SMALL = 20
EXCHANGES = 8
TOGETHER = 20
WORDS = "The parcel left the depot this morning and is due before noon tomorrow, as promised. " * 3


def chat() -> Iterator[str]:
    """Yield sessions of sixteen turns, a line each."""
    for number in count():
        messages = [
            {"role": "assistant" if n % 2 else "user", "content": f"{number}.{n} {WORDS}"}
            for n in range(2 * EXCHANGES)
        ]
        yield json.dumps({"id": f"s{number}", "messages": messages})


def otlp() -> Iterator[str]:
    """Yield the spans of traces in which each call repeats what was said, a line each."""
    order = random.Random(0)  # noqa: S311  (a benchmark)
    for number in count(step=TOGETHER):
        traces = range(number, number + TOGETHER)
        lines = [_span(trace, step) for trace in traces for step in range(EXCHANGES)]
        order.shuffle(lines)
        yield from lines


def _span(trace: int, step: int) -> str:
    said = [
        {"role": role, "parts": [{"type": "text", "content": f"{trace}.{n} {role} {WORDS}"}]}
        for n in range(step + 1)
        for role in ("user", "assistant")
    ]
    attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.conversation.id": f"c{trace}",
        "gen_ai.input.messages": json.dumps(said[:-1]),
        "gen_ai.output.messages": json.dumps(said[-1:]),
    }
    span = {
        "traceId": f"{trace * EXCHANGES + step:032x}",
        "spanId": f"{trace * EXCHANGES + step:016x}",
        "name": "chat",
        "startTimeUnixNano": str(1_770_000_000_000_000_000 + step * 1_000_000_000),
        "attributes": [{"key": k, "value": {"stringValue": v}} for k, v in attributes.items()],
    }
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]})


def write(file: Path, lines: Iterator[str], megabytes: float) -> None:
    """Write as many of `lines` as come to so many megabytes."""
    with file.open("w", encoding="utf-8") as out:
        while out.tell() < megabytes * 1e6:
            out.writelines(f"{next(lines)}\n" for _ in range(TOGETHER * EXCHANGES))


def imported(file: Path) -> tuple[int, float, float, float]:
    """Return how many sessions came from `file`, the seconds, those of the CPU, and the peak."""
    command = [sys.executable, "-m", "judging", "--db", f"sqlite:///{file}.db", "import"]
    began = time.perf_counter()
    with subprocess.Popen([*command, "--json", str(file)], stdout=subprocess.PIPE) as process:
        said = json.loads(process.stdout.read()) if process.stdout else {}
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    seconds, busy = time.perf_counter() - began, used.ru_utime + used.ru_stime
    return said["imported"], seconds, busy, used.ru_maxrss / 1024


def measure(name: str, lines: Callable[[], Iterator[str]], megabytes: float) -> float:
    """Write a file, import it, print a line of the table and return the peak."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.jsonl"
        write(file, lines(), megabytes)
        size = file.stat().st_size / 1e6
        os.environ["SQLITE_TMPDIR"] = folder
        sessions, seconds, busy, peak = imported(file)
    print(
        f"{name:6}  {size:8,.0f}  {sessions:9,}  {seconds:8.1f}  {busy:7.1f}"
        f"  {sessions / seconds:10,.0f}  {size / seconds:5.1f}  {peak:8,.0f}",
        flush=True,
    )
    return peak


def main() -> None:
    """Measure both kinds, small and at the size that was asked for, and print a table."""
    options = argparse.ArgumentParser()
    options.add_argument("--megabytes", type=float, default=200)
    asked = options.parse_args().megabytes
    print("kind     file MB   sessions   seconds    CPU s  sessions/s   MB/s   peak MB")
    for name, lines in (("chat", chat), ("otlp", otlp)):
        small, large = (measure(name, lines, size) for size in (SMALL, asked))
        print(
            f"{name}: the file grew {asked / SMALL:.0f} times, the peak {large / small:.2f} times."
        )


if __name__ == "__main__":
    main()
