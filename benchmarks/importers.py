"""
What each importer reads a second: its own example in `tests/examples/`, read again and again.

A file is read from memory, recognised and parsed to sessions; nothing is stored. The examples are
small, so a rate holds what each file costs by itself, beside what its sessions do. The rows are
in order, the slowest last.
"""

import io
import time
from dataclasses import dataclass
from pathlib import Path

from judging.importers import ALL, Found, Importer, Source, read

EXAMPLES = Path(__file__).parents[1] / "tests" / "examples" / "sessions"
SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Rate:
    """How much of one format was read, and in what time."""

    name: str
    bytes: int
    sessions: int
    turns: int
    times: int
    seconds: float

    @property
    def megabytes(self) -> float:
        """The megabytes read a second."""
        return self.bytes * self.times / self.seconds / 1e6


def measure(importer: Importer) -> Rate:
    """Read an importer's example for a while, after once to warm up."""
    (path,) = EXAMPLES.glob(f"{importer.name}.*")
    held = path.read_bytes()
    source = Source(path.name, lambda: io.BytesIO(held))
    found = [item.session for item in read(source) if isinstance(item, Found)]
    times, began = 0, time.perf_counter()
    while (seconds := time.perf_counter() - began) < SECONDS:
        for _ in read(source):
            pass
        times += 1
    turns = sum(len(session.turns) for session in found)
    return Rate(importer.name, len(held), len(found), turns, times, seconds)


def main() -> None:
    """Measure every importer and print a table."""
    rates = sorted(map(measure, ALL), key=lambda rate: -rate.megabytes)
    print(f"{'importer':24}  bytes  sessions  turns   files/s  turns/s    MB/s")
    for rate in rates:
        files = rate.times / rate.seconds
        print(
            f"{rate.name:24}  {rate.bytes:5,}  {rate.sessions:8}  {rate.turns:5}  {files:8,.0f}"
            f"  {files * rate.turns:7,.0f}  {rate.megabytes:6.2f}"
        )


if __name__ == "__main__":
    main()
