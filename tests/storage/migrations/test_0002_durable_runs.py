"""The step to durable runs, on a database with rows in it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Column, Connection, MetaData, Table, inspect, select, text
from sqlalchemy.exc import IntegrityError

from storage import migrate
from storage.engine import opened, writing
from storage.tables import Row


def bring(url: str, revision: str, *, by: Callable[[Config, str], None]) -> None:
    """Apply revisions, or take them back, up to this one."""
    config = Config()
    config.set_main_option("script_location", str(migrate.SCRIPTS))
    with migrate.migrating(url) as connection:
        config.attributes["connection"] = connection
        by(config, revision)
        connection.commit()


FILLED = (
    "project",
    "judge",
    "rubric",
    "rubric_version",
    "import",
    "session",
    "turn",
    "reviewer",
    "label",
    "run",
    "judge_call",
    "verdict",
    "worker",
)
CHOICE = re.compile(r"(\w+) (?:IN \(|= )'(\w+)'")


def filled(connection: Connection, table: Table) -> dict[str, Any]:
    """Return a row that holds something in every column that has to have something."""
    checks = inspect(connection).get_check_constraints(table.name)
    found = (CHOICE.match(check["sqltext"]) for check in checks)
    chosen = {choice[1]: choice[2] for choice in found if choice}
    return {
        column.name: chosen.get(column.name, something(column))
        for column in table.columns
        if not column.nullable or column.foreign_keys
    }


def something(column: Column[Any]) -> Any:
    kind = column.type.python_type
    if column.foreign_keys or column.name in {"id", "number"}:
        return "w" if kind is str else 1
    return {str: "", int: 0, bool: True, object: {}, datetime: datetime.now(UTC)}[kind]


@pytest.fixture
def old(tmp_path: Path) -> str:
    """Return a database of the first revision, with a row in each table that matters."""
    url = f"sqlite:///{tmp_path}/old.db"
    bring(url, "0001", by=command.upgrade)
    engine, tables = opened(url), MetaData()
    with writing(engine) as connection:
        tables.reflect(connection, only=FILLED)
        for name in FILLED:
            values = filled(connection, tables.tables[name])
            connection.execute(tables.tables[name].insert(), values)
    engine.dispose()
    return url


def kept(url: str) -> dict[str, list[dict[str, Any]]]:
    """Return all rows, by table."""
    engine, tables = opened(url), MetaData()
    with engine.connect() as connection:
        tables.reflect(connection, only=FILLED)
        found = {
            name: [dict(row) for row in connection.execute(select(tables.tables[name])).mappings()]
            for name in FILLED
        }
    engine.dispose()
    return found


def shape(url: str) -> dict[str, Any]:
    """Return what a database makes sure of, table by table."""
    engine = opened(url)
    looked = inspect(engine)
    found = {
        name: {
            "columns": {
                c["name"]: (str(c["type"]), c["nullable"]) for c in looked.get_columns(name)
            },
            "checks": sorted(c["sqltext"] for c in looked.get_check_constraints(name)),
            "uniques": sorted(map(str, looked.get_unique_constraints(name))),
            "keys": sorted(str(k["name"]) for k in looked.get_foreign_keys(name)),
            "indexes": sorted(str(i["name"]) for i in looked.get_indexes(name)),
        }
        for name in Row.metadata.tables
    }
    engine.dispose()
    return found


def test_an_upgrade_keeps_what_was_there(old: str) -> None:
    before = kept(old)

    migrate.upgrade(old)

    after = kept(old)
    assert {name: len(found) for name, found in after.items()} == dict.fromkeys(FILLED, 1)
    for name, [row] in before.items():
        changed = {key for key in row if after[name][0].get(key) != row[key]}
        assert changed == set(), name
    [run] = after["run"]
    assert (run["concurrency"], run["epoch"], run["held_by"], run["totals"]) == (32, 0, None, None)
    migrate.check(old)


def test_a_downgrade_leads_back_and_keeps_what_was_there(old: str) -> None:
    before, shape_before = kept(old), columns(old)
    migrate.upgrade(old)

    bring(old, "0001", by=command.downgrade)

    assert kept(old) == before
    assert columns(old) == shape_before
    migrate.upgrade(old)
    migrate.check(old)


def columns(url: str) -> dict[str, Any]:
    """Return the columns of the tables that a revision may have changed, and their checks."""
    engine = opened(url)
    looked = inspect(engine)
    found = {
        name: (
            {c["name"]: str(c["type"]) for c in looked.get_columns(name)},
            sorted(str(c["name"]) for c in looked.get_check_constraints(name)),
        )
        for name in FILLED
    }
    engine.dispose()
    return found


def test_an_upgraded_database_makes_sure_of_all_that_the_code_says(
    old: str, tmp_path: Path
) -> None:
    from_code = f"sqlite:///{tmp_path}/code.db"
    engine = opened(from_code)
    Row.metadata.create_all(engine)
    engine.dispose()

    migrate.upgrade(old)

    assert shape(old) == shape(from_code)


@pytest.mark.parametrize("change", ["UPDATE label SET outcome = 'fail'", "UPDATE judge SET id = 2"])
def test_history_is_guarded_after_an_upgrade_as_before(old: str, change: str) -> None:
    migrate.upgrade(old)
    engine = opened(old)

    with pytest.raises(IntegrityError, match="append-only"), writing(engine) as connection:
        connection.execute(text(change))
    engine.dispose()
