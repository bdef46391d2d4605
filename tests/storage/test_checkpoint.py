"""Emptying SQLite's log."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from storage import checkpoint as checkpoints
from storage import engine as engines
from storage.checkpoint import checkpoint
from storage.engine import opened, writing


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = opened(f"sqlite:///{tmp_path}/some.db")
    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE kept (words TEXT)"))
    yield engine
    engine.dispose()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.db"


def write(engine: Engine, words: str) -> None:
    with writing(engine) as connection:
        connection.execute(text("INSERT INTO kept VALUES (:words)"), {"words": words})


def logged(file: Path) -> int:
    """Return the size of the log."""
    return file.with_name(f"{file.name}-wal").stat().st_size


def test_a_log_beyond_the_size_is_emptied_and_nothing_is_lost(engine: Engine, file: Path) -> None:
    write(engine, "x" * 50_000)

    assert checkpoint(file, beyond=40_000)

    assert logged(file) == 0
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT length(words) FROM kept")) == 50_000


def test_a_small_log_is_left(engine: Engine, file: Path) -> None:
    write(engine, "x")
    before = logged(file)

    assert not checkpoint(file, beyond=before)

    assert logged(file) == before > 0


def test_a_reader_keeps_it_and_has_it_emptied_when_it_is_gone(engine: Engine, file: Path) -> None:
    with engine.connect() as reader:
        reader.execute(text("SELECT * FROM kept")).all()
        write(engine, "x")
        began = time.monotonic()

        assert not checkpoint(file, beyond=0)

        # SQLite's own patience, which is far more than ours and no time that a busy machine takes.
        assert time.monotonic() - began < 5
        assert logged(file) > 0

    assert checkpoint(file, beyond=0)


def test_a_writer_keeps_it(engine: Engine, file: Path) -> None:
    write(engine, "x")

    with writing(engine) as connection:
        connection.execute(text("INSERT INTO kept VALUES ('y')"))
        assert not checkpoint(file, beyond=0)

    assert logged(file) > 0


def test_where_there_is_no_log_or_no_database_nothing_is_raised(tmp_path: Path) -> None:
    (tmp_path / "wrong.db").write_bytes(b"This is no database. " * 1000)
    (tmp_path / "wrong.db-wal").write_bytes(b"x" * 1000)
    (tmp_path / "folder.db").mkdir()
    (tmp_path / "folder.db-wal").write_bytes(b"x" * 1000)

    for name in ("none.db", "wrong.db", "folder.db"):
        assert not checkpoint(tmp_path / name, beyond=0)
    assert not (tmp_path / "none.db").exists()


@pytest.mark.skipif(checkpoints.IS_SOUND, reason="this SQLite does it by itself, and may")
def test_sqlite_does_not_do_it_by_itself_where_that_is_not_safe(engine: Engine, file: Path) -> None:
    for _ in range(50):
        write(engine, "x" * 100_000)

    assert logged(file) > 5_000_000
    with engine.connect() as connection:
        assert connection.scalar(text("PRAGMA wal_autocheckpoint")) == 0


@pytest.mark.skipif(checkpoints.IS_SOUND, reason="this SQLite does it by itself, and may")
def test_whoever_writes_much_empties_it(
    engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "checkpoint", lambda file: checkpoint(file, beyond=150_000))

    write(engine, "x" * 100_000)
    assert logged(file) > 100_000
    write(engine, "x" * 100_000)
    assert logged(file) == 0


def test_a_long_reader_holds_up_no_writer_for_long(engine: Engine, file: Path) -> None:
    with engine.connect() as reader:
        reader.execute(text("SELECT * FROM kept")).all()
        write(engine, "x")
        began = time.monotonic()

        assert not checkpoint(file, beyond=0)

        # SQLite's own patience, which is far more than ours and no time that a busy machine takes.
        assert time.monotonic() - began < 5
