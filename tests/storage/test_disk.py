"""Waiting for the disk, outside of the transaction."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from storage.disk import Disk
from storage.engine import opened, writing
from tests.running import wait_for


@dataclass
class Syncs:
    """Each sync of a file, as the system is told: the first can be held up."""

    sync: Callable[[int], None]
    go_on: threading.Event = field(default_factory=threading.Event)
    seen: list[list[int]] = field(default_factory=list)
    rows: Callable[[], list[int]] = list

    def __call__(self, descriptor: int) -> None:
        self.seen.append(self.rows())
        assert self.go_on.wait(30)
        self.sync(descriptor)


@pytest.fixture
def syncs(monkeypatch: pytest.MonkeyPatch) -> Syncs:
    found = Syncs(os.fsync)
    found.go_on.set()
    monkeypatch.setattr(os, "fsync", found)
    return found


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = opened(f"sqlite:///{tmp_path}/kept.db")
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE kept (n INTEGER)"))
    yield engine
    engine.dispose()


def commit(engine: Engine, n: int) -> None:
    with writing(engine, durable=False) as connection:
        connection.execute(text("INSERT INTO kept VALUES (:n)"), {"n": n})


def committed(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return list(connection.scalars(text("SELECT n FROM kept ORDER BY n")))


def test_what_is_committed_is_synced_before_the_wait_is_over(engine: Engine, syncs: Syncs) -> None:
    syncs.rows = lambda: committed(engine)
    commit(engine, 1)

    Disk(engine).wait()

    assert syncs.seen == [[1]]


def test_a_commit_beside_a_sync_waits_for_a_later_one_which_serves_all_that_wait(
    engine: Engine, syncs: Syncs
) -> None:
    syncs.rows = lambda: committed(engine)
    syncs.go_on.clear()
    disk = Disk(engine)

    def kept(n: int) -> None:
        commit(engine, n)
        disk.wait()

    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(kept, 0)
        wait_for(lambda: bool(syncs.seen))
        others = [pool.submit(kept, n) for n in range(1, 9)]
        wait_for(lambda: len(committed(engine)) == 9)
        assert not any(one.done() for one in [first, *others])
        syncs.go_on.set()

    assert [one.result() for one in [first, *others]] == [None] * 9
    assert syncs.seen[0] == [0]
    assert syncs.seen[-1] == list(range(9))


def test_a_log_that_has_been_moved_into_its_file_needs_no_sync(engine: Engine) -> None:
    commit(engine, 1)
    engine.dispose()

    Disk(engine).wait()

    assert committed(engine) == [1]


def test_a_disk_that_fails_is_told_of(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(descriptor: int) -> None:
        raise OSError(5, "Input/output error", str(descriptor))

    commit(engine, 1)
    monkeypatch.setattr(os, "fsync", fails)

    with pytest.raises(OSError, match="Input/output error"):
        Disk(engine).wait()
