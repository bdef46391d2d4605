"""Opening a database, and taking turns at writing."""

import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from storage import engine as engines
from storage.engine import opened, opened_for_dbos, writing


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = opened(database_url)
    yield engine
    engine.dispose()


def setting(engine: Engine, name: str, *, durable: bool | None = None) -> object:
    """Return a setting of SQLite as a reader has it, or a writer."""
    if durable is None:
        with engine.connect() as connection:
            return connection.scalar(text(f"PRAGMA {name}"))
    with writing(engine, durable=durable) as connection:
        return connection.scalar(text(f"PRAGMA {name}"))


def test_what_somebody_paid_for_or_said_waits_for_the_disk(engine: Engine) -> None:
    full, normal = 2, 1

    assert setting(engine, "synchronous", durable=True) == full
    assert setting(engine, "synchronous", durable=False) == normal
    assert setting(engine, "synchronous", durable=True) == full


def test_dbos_writes_to_a_database_set_up_like_ours(database_url: str, engine: Engine) -> None:
    theirs = opened_for_dbos(database_url)

    for name in ("journal_mode", "foreign_keys", "busy_timeout", "wal_autocheckpoint"):
        assert setting(theirs, name) == setting(engine, name)
    theirs.dispose()


def test_a_writer_waits_for_another_to_be_done(database_url: str, engine: Engine) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def write() -> None:
        other = opened(database_url)
        with writing(other) as connection:
            connection.execute(text("UPDATE installation SET queue_schema = '1'"))
            begun.set()
            may_end.wait(30)
        other.dispose()

    thread = threading.Thread(target=write)
    thread.start()
    assert begun.wait(30)
    threading.Timer(0.3, may_end.set).start()
    with writing(engine) as connection:
        assert connection.scalar(text("SELECT queue_schema FROM installation")) == "1"
        assert connection.scalar(text("PRAGMA busy_timeout")) == 30_000
    thread.join()


def test_a_writer_that_waits_in_vain_says_so_and_can_try_again(
    database_url: str, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "PATIENCE", 0)
    other = opened(database_url)

    with (
        writing(other),
        pytest.raises(OperationalError, match="database is locked"),
        writing(engine),
    ):
        pytest.fail("Two wrote at once.")

    with writing(engine) as connection:
        assert connection.scalar(text("SELECT 1")) == 1
    other.dispose()
