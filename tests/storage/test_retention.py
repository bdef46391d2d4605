"""Which texts of calls are forgotten, and what stays."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage import Age, Asked, CallStatus, Project, RunStatus, Settled, Texts
from storage.engine import file_of
from tests import keeping
from tests.storage import at_work

SAID = "my-street-4711"
LATER = datetime.now(UTC) + timedelta(days=1)
BEFORE = datetime.now(UTC) - timedelta(days=1)


def call(project: Project, run: int, name: str, key: str = "k") -> int:
    """Have a run ask about a session, and be answered."""
    number = keeping.number(project, name)
    request = {"messages": [{"content": SAID}]}
    begun = project.ledger.begin(Asked(run, number, 0, "", 1, key, request))
    assert begun
    project.ledger.settle(Settled(begun, CallStatus.OK, reply=f'{{"said": "{SAID}"}}'))
    return begun


@pytest.fixture
def run(project: Project) -> int:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    started = at_work.started(project, "a", "b")
    call(project, started, "a")
    call(project, started, "b", "other")
    return started


def over(project: Project, run: int) -> None:
    at_work.put(project, run, RunStatus.DONE)


def test_only_what_is_older_goes(project: Project, run: int) -> None:
    over(project, run)
    retention = project.store.retention

    assert retention.forget(Age(BEFORE, BEFORE)) == Texts(0, 0)
    assert retention.forget(Age()) == Texts(0, 0)
    assert retention.count(Age(LATER)) == Texts(2, 0)
    assert retention.forget(Age(LATER)) == Texts(2, 0)
    assert retention.forget(Age(LATER, LATER)) == Texts(0, 2)
    assert retention.count(Age(LATER, LATER)) == Texts(0, 0)


@pytest.mark.parametrize("status", [RunStatus.RUNNING, RunStatus.PAUSED, RunStatus.QUEUED])
def test_a_run_that_goes_on_keeps_its_texts(project: Project, run: int, status: RunStatus) -> None:
    at_work.put(project, run, status)

    assert project.store.retention.forget(Age(LATER, LATER)) == Texts(0, 0)
    assert project.ledger.reusable("k")


def test_what_a_call_was_stays_without_its_texts(project: Project, run: int) -> None:
    before = project.calls.of_session(run, "a")[0]
    over(project, run)

    project.store.retention.forget(Age(LATER, LATER))

    after = project.calls.of_session(run, "a")[0]
    assert (after.request, after.reply) == (None, "")
    assert (after.id, after.status, after.started_at) == (
        before.id,
        CallStatus.OK,
        before.started_at,
    )
    assert project.ledger.reusable("k") is None


def test_an_sqlite_file_has_it_no_more(project: Project, run: int) -> None:
    file = file_of(project.store.url)
    assert file is not None
    over(project, run)
    packed = _bytes(file, run)
    assert len(packed) > 20
    assert packed in file.read_bytes()

    project.store.retention.forget(Age(LATER, LATER))

    _emptied(file)
    assert packed not in file.read_bytes()


def _bytes(file: Path, run: int) -> bytes:
    database = sqlite3.connect(file)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (found,) = database.execute(
        "SELECT reply FROM judge_call WHERE run_id = ? LIMIT 1", (run,)
    ).fetchone()
    database.close()
    assert isinstance(found, bytes)
    return found


def _emptied(file: Path) -> None:
    database = sqlite3.connect(file)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
