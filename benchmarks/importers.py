"""
What each importer reads a second: its own example in `tests/examples/`, repeated.

Where the format has several records a file, the example is repeated in one, each time under other
ids, until it holds some thousand sessions; else (`files` in the table) it is read again and again
as a file by itself, and the rate holds what opening and recognising a small file costs. Files are
read from memory and parsed to sessions; nothing is stored. The slowest come last.
"""

import io
import time
from dataclasses import dataclass
from pathlib import Path

from judging.importers import ALL, Found, Importer, Source, read

EXAMPLES = Path(__file__).parents[1] / "tests" / "examples" / "sessions"
COPIES = 1_000
SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Rate:
    """How much of one format was read, and in what time."""

    name: str
    form: str
    sessions: int
    bytes: int
    seconds: float

    @property
    def megabytes(self) -> float:
        """The megabytes read a second."""
        return self.bytes / self.seconds / 1e6


def ids(source: Source) -> list[str]:
    """Return the ids of the sessions in a file."""
    return [item.session.external_id for item in read(source) if isinstance(item, Found)]


def repeated(path: Path, copies: int) -> Source:
    """Return a file that holds an example so many times, each copy under other ids."""
    text = path.read_text(encoding="utf-8").strip()
    header, _, rows = text.partition("\n") if path.suffix == ".csv" else ("", "", text)
    own = sorted(ids(Source.of(path)), key=len, reverse=True)
    pieces = [_renamed(rows, own, copy) for copy in range(copies)]
    if path.suffix == ".json":
        return _in_memory(path.name, f"[{','.join(pieces)}]")
    return _in_memory(path.name, "\n".join([header, *pieces] if header else pieces))


def measure(importer: Importer) -> Rate:
    """Read an importer's example, repeated."""
    (path,) = EXAMPLES.glob(f"{importer.name}.*")
    once = Source.of(path)
    expected = len(ids(once))
    several = repeated(path, 3)
    is_one_file = (
        path.suffix in (".csv", ".json", ".jsonl") and len({*ids(several)}) == 3 * expected
    )
    source = repeated(path, COPIES) if is_one_file else _in_memory(path.name, path.read_text())
    size = len(source.open().read())
    sessions, times, began = 0, 0, time.perf_counter()
    while (seconds := time.perf_counter() - began) < SECONDS:
        sessions += len(ids(source))
        times += 1
    form = f"{COPIES:,} times" if is_one_file else "files"
    return Rate(importer.name, form, sessions, size * times, seconds)


def _renamed(text: str, own: list[str], copy: int) -> str:
    for name in own:
        text = text.replace(name, f"{name}-{copy}")
    return text


def _in_memory(name: str, text: str) -> Source:
    held = text.encode()
    return Source(name, lambda: io.BytesIO(held))


def main() -> None:
    """Measure every importer and print a table."""
    rates = sorted(map(measure, ALL), key=lambda rate: -rate.megabytes)
    print(f"{'importer':24}  {'repeated':12}  sessions/s    MB/s")
    for rate in rates:
        a_second = rate.sessions / rate.seconds
        print(f"{rate.name:24}  {rate.form:12}  {a_second:10,.0f}  {rate.megabytes:6.2f}")


if __name__ == "__main__":
    main()
