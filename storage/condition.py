"""In what condition a database is, for whoever looks after it."""

import sqlite3
from pathlib import Path

from sqlalchemy import inspect, text
from sqlalchemy.exc import DatabaseError

from judging.errors import StoreError
from storage import checkpoint, migrate
from storage.engine import file_of, opened
from storage.unopened import address, why


def of(url: str) -> dict[str, str]:
    """
    Return what there is to say about the database at `url`, by topic; creates nothing.

    Raises:
        StoreError: If `url` is no address of a database.
    """
    file = file_of(url)
    said = {"database": address(url).render_as_string()}
    if file:
        said["file"] = str(file)
        said["SQLite"] = _sqlite()
        if not file.exists():
            return said | {"schema": "no file yet; it is created on first use"}
    return said | {"schema": _schema(url)}


def back_up(url: str, target: str) -> None:
    """
    Copy an SQLite database into the new file `target`, as of one moment, while it is in use.

    Raises:
        StoreError: If there is no SQLite file at `url`, or `target` exists.
    """
    file = file_of(url)
    if file is None or not file.exists():
        raise StoreError(
            "Only an SQLite file can be copied this way.",
            where=address(url).render_as_string(),
            fix="For PostgreSQL use pg_dump.",
        )
    if Path(target).exists():
        raise StoreError("The target exists already.", where=target, fix="Name a new file.")
    source = sqlite3.connect(file)
    try:
        source.execute("VACUUM INTO ?", (target,))
    except sqlite3.DatabaseError as problem:
        raise StoreError(
            f"The copy cannot be written: {problem}.", where=target, fix="Name another file."
        ) from problem
    finally:
        source.close()


def _sqlite() -> str:
    if checkpoint.IS_SOUND:
        return sqlite3.sqlite_version
    return (
        f"{sqlite3.sqlite_version}, which can lose data when two processes write at once "
        "and one checkpoints (mended in 3.51.3); keep the file on a local disk, with backups"
    )


def _schema(url: str) -> str:
    engine = opened(url, pooled=False)
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return "none yet; it is created on first use"
            number = connection.scalar(text("SELECT version_num FROM alembic_version"))
            is_current = migrate.is_current(connection)
            return f"{number} ({'current' if is_current else 'not this release’s'})"
    except DatabaseError as problem:
        return f"cannot be opened: {why(problem)}"
    finally:
        engine.dispose()
