"""Migrations, on a file with rows in it."""

import multiprocessing
import sqlite3
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from judging.errors import StoreError
from judging.ratings import Outcome
from storage import Project, installation, migrate
from storage.engine import file_of, opened, writing
from storage.tables import Row
from tests import keeping


def test_the_code_and_the_migrations_agree(database_url: str) -> None:
    migrate.check(database_url)


def test_a_database_of_a_newer_release_is_left_alone(database_url: str) -> None:
    engine = opened(database_url)
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()

    with pytest.raises(StoreError, match="newer release"):
        migrate.upgrade(database_url)


def test_one_that_cannot_be_opened_is_named(tmp_path: object) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        migrate.upgrade(f"sqlite:///{tmp_path}")


def test_servers_that_start_together_take_turns(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    spawn = multiprocessing.get_context("spawn")
    servers = [spawn.Process(target=migrate.upgrade, args=(url,)) for _ in range(3)]

    for server in servers:
        server.start()
    for server in servers:
        server.join()

    assert [server.exitcode for server in servers] == [0, 0, 0]


def test_rebuilding_a_table_keeps_the_rows_of_its_children(
    project: Project, database_url: str
) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", Outcome.PASS)

    with migrate.migrating(database_url) as connection:
        created = connection.scalar(
            text("SELECT sql FROM sqlite_master WHERE name = 'session' AND type = 'table'")
        )
        assert created is not None
        rebuilt = created.replace("session", "session_new", 1).replace(
            '"session_new"', "session_new"
        )
        connection.execute(text(rebuilt))
        connection.execute(text("INSERT INTO session_new SELECT * FROM session"))
        connection.execute(text("DROP TABLE session"))
        connection.execute(text("ALTER TABLE session_new RENAME TO session"))
        connection.commit()

    assert len(project.sessions.get("a").turns) == 2
    assert project.labels.count() == 1


def test_a_writer_holds_the_lock_from_its_first_moment(database_url: str) -> None:
    engine = opened(database_url)
    other = sqlite3.connect(str(file_of(database_url)), timeout=0, isolation_level=None)

    with writing(engine), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.close()
    engine.dispose()


def test_the_queue_has_its_tables_and_they_are_no_part_of_ours(database_url: str) -> None:
    engine = opened(database_url)
    names = set(inspect(engine).get_table_names())
    with engine.connect() as connection:
        noted = installation.queue_schema(connection)
    engine.dispose()

    assert {"workflow_status", "operation_outputs", "queues", "workflow_input"} <= names
    assert "workflow_status" not in Row.metadata.tables
    assert noted == version("dbos")


UPGRADE = """
import sys
from storage import migrate

migrate.upgrade(sys.argv[1])
print("dbos" in sys.modules)
"""


def test_the_queue_is_loaded_only_where_its_tables_are_of_another_release(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"

    def loads_it() -> str:
        command = [sys.executable, "-c", UPGRADE, url]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    assert [loads_it(), loads_it()] == ["True", "False"]
    engine = opened(url)
    with writing(engine) as connection:
        installation.set_queue_schema(connection, "3.0")
    engine.dispose()
    assert [loads_it(), loads_it()] == ["True", "False"]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("judging.db", "no address"),
        ("postgresql+psycopg://me:secret@host:port/judging", "no address"),
        ("mysql://me:secret@host/judging", "no kind of database"),
        ("postgresql+none://me:secret@host/judging", "not installed"),
    ],
)
def test_what_is_no_address_of_a_database_is_refused_without_its_password(
    url: str, said: str
) -> None:
    with pytest.raises(StoreError, match=said) as refused:
        migrate.upgrade(url)

    assert "JUDGING_DATABASE_URL" in refused.value.where
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_database_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "torn.db").write_bytes(b"no database at all" * 99)

    with pytest.raises(StoreError, match="file is not a database") as refused:
        migrate.upgrade(f"sqlite:///{tmp_path}/torn.db")

    assert "backup" in refused.value.fix


def test_a_database_of_another_program_is_told_from_one_that_cannot_be_reached(
    tmp_path: Path,
) -> None:
    file = sqlite3.connect(tmp_path / "other.db")
    file.execute("CREATE TABLE session (name TEXT)")
    file.commit()
    file.close()

    with pytest.raises(StoreError, match="already exists") as refused:
        migrate.upgrade(f"sqlite:///{tmp_path}/other.db")

    assert "Another program" in refused.value.fix
