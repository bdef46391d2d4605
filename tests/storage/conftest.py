"""A database on PostgreSQL, and processes that share a limit."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calibration import projects, sample_project
from storage import Project, Store

# Says that it is ready, waits for the word to go, and prints when it was let call.
CALLING = """
import sys, threading, time
from storage.limits import CallLimit

url, per_minute, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
limit, stop, moments = CallLimit(url, per_minute), threading.Event(), []

def call():
    while limit.acquire(stop):
        moments.append(time.time())

threads = [threading.Thread(target=call) for _ in range(16)]
for thread in threads:
    thread.start()
time.sleep(seconds)
stop.set()
for thread in threads:
    thread.join()
limit.close()
print(*moments)
"""
ROOT = Path(__file__).parents[2]
Calling = Callable[[str, int], list[list[float]]]


@pytest.fixture
def url(postgres_url: str) -> str:
    return postgres_url


@pytest.fixture
def on_postgres(url: str) -> Iterator[Project]:
    """Return an empty project on PostgreSQL."""
    store = Store.upgraded(url)
    yield projects.new_or_existing(store, "default")
    store.close()


@pytest.fixture
def sample(on_postgres: Project) -> Project:
    """Return the sample project on PostgreSQL."""
    sample_project.add_to(on_postgres)
    return on_postgres


@pytest.fixture
def calls_of_two_processes() -> Calling:
    """Return when two processes of 16 threads each were let call, in a second and a half."""

    def called(url: str, per_minute: int) -> list[list[float]]:
        command = [sys.executable, "-c", CALLING, url, str(per_minute), "1.5"]
        both = [_started(command) for _ in range(2)]
        for process in both:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in both:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        return [[float(moment) for moment in p.communicate()[0].split()] for p in both]

    return called


def _started(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
