"""The condition of a database."""

import sqlite3
from pathlib import Path

import pytest

from judging.errors import StoreError
from storage import Project, Store, condition
from storage.engine import file_of
from tests import keeping


def test_looking_at_a_database_that_is_not_there_creates_nothing(tmp_path: Path) -> None:
    file = tmp_path / "none.db"

    said = condition.of(f"sqlite:///{file}")

    assert "no file yet" in said["schema"]
    assert not file.exists()


def test_says_whether_the_schema_is_current(database_url: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    sqlite3.connect(empty).close()
    empty.touch()

    assert "current" in condition.of(database_url)["schema"]
    assert "none yet" in condition.of(f"sqlite:///{empty}")["schema"]


def test_a_password_is_not_printed() -> None:
    said = condition.of("postgresql+psycopg://me:secret@127.0.0.1:1/none")

    assert "secret" not in str(said)
    assert "cannot be opened" in said["schema"]


def test_a_backup_holds_what_was_there(project: Project, database_url: str, tmp_path: Path) -> None:
    keeping.add(project, keeping.session("a"))
    target = tmp_path / "copy.db"

    condition.back_up(database_url, str(target))

    copy = Store(f"sqlite:///{target}")
    assert copy.project("default").sessions.listed_ids() == ["a"]
    copy.close()
    with pytest.raises(StoreError, match="exists already"):
        condition.back_up(database_url, str(target))


def test_only_a_file_can_be_copied() -> None:
    with pytest.raises(StoreError, match="pg_dump"):
        condition.back_up("postgresql+psycopg://127.0.0.1/none", "x.db")


def test_a_server_has_no_file() -> None:
    assert file_of("postgresql+psycopg://127.0.0.1/none") is None


def test_a_file_that_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    torn = tmp_path / "torn.db"
    torn.write_bytes(b"no database at all" * 99)

    assert "file is not a database" in condition.of(f"sqlite:///{torn}")["schema"]
    with pytest.raises(StoreError, match="cannot be written"):
        condition.back_up(f"sqlite:///{torn}", str(tmp_path / "copy.db"))
