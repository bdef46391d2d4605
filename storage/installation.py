"""What belongs to a database as a whole."""

import secrets

from sqlalchemy import Connection, Engine, select, update

from storage import once
from storage.engine import writing
from storage.tables import InstallationRow, table
from storage.tables.columns import now

INSTALLATION = table(InstallationRow)


def secret(engine: Engine) -> bytes:
    """
    Return what the fences around transcripts are keyed with, made on first use.

    One and the same for all processes: equal questions then are equal requests, and paid once.
    """
    with engine.connect() as connection:
        found = connection.scalar(select(INSTALLATION.c.secret))
    if found is None:
        with writing(engine) as connection:
            _make(connection)
            found = connection.scalar(select(INSTALLATION.c.secret))
    return bytes.fromhex(str(found))


def queue_schema(connection: Connection) -> str:
    """Return the release of DBOS whose tables the database has; empty if none."""
    return connection.scalar(select(INSTALLATION.c.queue_schema)) or ""


def set_queue_schema(connection: Connection, release: str) -> None:
    """Note that the tables of this release of DBOS are there."""
    _make(connection)
    connection.execute(update(INSTALLATION).values(queue_schema=release))


def _make(connection: Connection) -> None:
    values = {"secret": secrets.token_hex(32), "queue_schema": "", "created_at": now()}
    once.number_of(connection, INSTALLATION, {"id": 1}, values)
