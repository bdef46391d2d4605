"""The processes at work on a database."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from threading import Event

import pytest
from sqlalchemy import Engine, text, update

from storage import Store, workers
from storage.engine import opened, writing
from storage.tables import WorkerRow, table
from storage.tables.columns import now
from storage.workers import DEAD_AFTER, Workers
from tests.running import wait_for

WORKER = table(WorkerRow)
HERE = socket.gethostname()


@pytest.fixture
def engine(store: Store) -> Iterator[Engine]:
    engine = opened(store.url)
    yield engine
    engine.dispose()


def seen(engine: Engine, name: str, *, host: str, process: int, ago: timedelta) -> None:
    """Have a process give a sign of life some time ago."""
    Workers(engine).beat(name)
    values = {"host": host, "process": process, "beat_at": now() - ago}
    with writing(engine) as connection:
        connection.execute(update(WORKER).where(WORKER.c.id == name).values(values))


def ended() -> int:
    """Return the number of a process that was there and has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_whoever_gives_a_sign_is_alive_until_it_leaves(store: Store) -> None:
    store.workers.beat("one")
    store.workers.beat("two")
    store.workers.beat("one")
    assert store.workers.alive() == {"one", "two"}

    store.workers.leave("one")
    assert store.workers.alive() == {"two"}


def test_a_process_that_has_ended_is_not_alive_however_lately_it_gave_a_sign(
    store: Store, engine: Engine
) -> None:
    seen(engine, "killed", host=HERE, process=ended(), ago=timedelta(0))
    seen(engine, "at work", host=HERE, process=os.getpid(), ago=timedelta(0))

    assert store.workers.alive() == {"at work"}


def test_a_process_of_somebody_else_is_alive(store: Store, engine: Engine) -> None:
    seen(engine, "of the system", host=HERE, process=1, ago=timedelta(0))

    assert store.workers.alive() == {"of the system"}


def test_of_another_machine_only_the_time_is_known(store: Store, engine: Engine) -> None:
    lately, long_ago = DEAD_AFTER - timedelta(seconds=10), DEAD_AFTER + timedelta(seconds=1)
    seen(engine, "far", host="another", process=ended(), ago=lately)
    seen(engine, "far and silent", host="another", process=os.getpid(), ago=long_ago)

    assert store.workers.alive() == {"far"}


def test_one_that_has_been_silent_for_long_is_not_alive(store: Store, engine: Engine) -> None:
    long_ago = DEAD_AFTER + timedelta(seconds=1)
    seen(engine, "number reused", host=HERE, process=os.getpid(), ago=long_ago)

    assert store.workers.alive() == set()


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "BEAT", 0.02)


def beats(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return list(connection.scalars(text("SELECT beat_at FROM worker")))


@pytest.mark.usefixtures("_quick")
def test_signs_are_given_until_the_block_ends(store: Store, engine: Engine) -> None:
    with store.workers.beating("one"):
        [first] = beats(engine)
        wait_for(lambda: beats(engine) != [first])
        assert store.workers.alive() == {"one"}

    assert beats(engine) == []


@pytest.mark.usefixtures("_quick")
def test_signs_end_when_the_block_fails(store: Store, engine: Engine) -> None:
    with pytest.raises(ZeroDivisionError), store.workers.beating("one"):
        raise ZeroDivisionError

    Event().wait(0.1)
    assert beats(engine) == []


@pytest.mark.usefixtures("_quick")
def test_a_sign_that_cannot_be_given_is_not_the_last(store: Store, engine: Engine) -> None:
    with store.workers.beating("one"):
        rename(engine, "worker", "elsewhere")
        Event().wait(0.2)
        rename(engine, "elsewhere", "worker")
        [before] = beats(engine)
        wait_for(lambda: beats(engine) != [before])

    assert beats(engine) == []


def rename(engine: Engine, before: str, after: str) -> None:
    with writing(engine) as connection:
        connection.execute(text(f"ALTER TABLE {before} RENAME TO {after}"))
