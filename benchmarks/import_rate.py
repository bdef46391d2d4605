"""
Import from JSONL into SQLite, parsing included: sessions a second, and memory as the file grows.

Each size is imported by a process of its own, so that its peak is its own. The last lines compare
the peaks (memory that grows with the file would make the ratio follow the sizes), and the time
with the least that any import could take on this machine: `json.loads` on each line, and the
driver's own `executemany` of what it holds into a table without keys to others or checks.
"""

import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

SIZES = (5_000, 20_000)
TURNS = 20
WORDS = "The parcel left the depot this morning and is due before noon tomorrow, as promised. " * 3


def write(file: Path, sessions: int) -> None:
    """Write so many sessions of twenty turns of about 250 characters, a line each."""
    with file.open("w", encoding="utf-8") as out:
        for number in range(sessions):
            messages = [
                {"role": "assistant" if n % 2 else "user", "content": f"{number}.{n} {WORDS}"}
                for n in range(TURNS)
            ]
            print(json.dumps({"id": f"s{number}", "messages": messages}), file=out)


def measure(file: Path) -> None:
    """Import `file` into a new database beside it and print a line of JSON."""
    from calibration import projects  # noqa: PLC0415
    from calibration.files import importing  # noqa: PLC0415
    from judging.importers import Source  # noqa: PLC0415
    from storage import Store  # noqa: PLC0415

    store = Store.upgraded(f"sqlite:///{file}.db")
    project = projects.new_or_existing(store, "default")
    began = time.perf_counter()
    report = importing.import_sessions(project, [Source.of(file)])
    seconds = time.perf_counter() - began
    store.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"sessions": report.imported, "seconds": seconds, "peak_mb": peak}))


def bare(file: Path) -> float:
    """Return the seconds that parsing `file` and inserting its turns take by themselves."""
    database = sqlite3.connect(f"{file}.bare", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute(
        "CREATE TABLE turn (session TEXT, number INTEGER, role TEXT, content TEXT, "
        "PRIMARY KEY (session, number)) WITHOUT ROWID"
    )
    began = time.perf_counter()
    with file.open(encoding="utf-8") as lines:
        while batch := [json.loads(line) for line in islice(lines, 200)]:
            rows = [
                (session["id"], number, message["role"], message["content"])
                for session in batch
                for number, message in enumerate(session["messages"], start=1)
            ]
            database.execute("BEGIN IMMEDIATE")
            database.executemany("INSERT INTO turn VALUES (?, ?, ?, ?)", rows)
            database.execute("COMMIT")
    seconds = time.perf_counter() - began
    database.close()
    return seconds


def main() -> None:
    """Import each size and print a table."""
    peaks = []
    print("sessions  file MB  seconds  sessions/s  peak MB")
    for sessions in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "sessions.jsonl"
            write(file, sessions)
            size = file.stat().st_size / 1e6
            command = [sys.executable, __file__, str(file)]
            least = bare(file)
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)
        peaks.append(found["peak_mb"])
        rate = found["sessions"] / found["seconds"]
        print(
            f"{sessions:8,}  {size:7.0f}  {found['seconds']:7.2f}  {rate:10,.0f}"
            f"  {found['peak_mb']:7.0f}"
        )
    ratio = found["seconds"] / least
    print(f"The largest took {ratio:.1f} times the least that parsing and inserting can take.")
    growth = SIZES[-1] / SIZES[0]
    print(f"The file grew {growth:.0f} times, the peak {peaks[-1] / peaks[0]:.2f} times.")


if __name__ == "__main__":
    measure(Path(sys.argv[1])) if len(sys.argv) > 1 else main()
