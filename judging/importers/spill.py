"""A place beside memory for what has to be read whole before any of it is told."""

import pickle
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from judging.errors import SessionFileError
from judging.importers.importer import Source

# In KiB; what is more stands on disk.
MEMORY = 16_384
SET_UP = f"""
    PRAGMA cache_size = -{MEMORY};
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE body (number INTEGER PRIMARY KEY, source INTEGER, body BLOB);
"""
# Stands in a piece that is put down for the source that it came from.
NOWHERE = Source("", BytesIO)
NO_ROOM = "Make room, or name a folder that has some: set SQLITE_TMPDIR to it."


class Spill:
    """
    Pieces of files, put down in order and taken up by what a table of theirs says.

    SQLite holds them in a temporary file without a name, so nothing is left of it however the
    process ends; as long as they are few they stand in memory alone.

    Args:
        tables: The statements that create the tables beside `body`.
    """

    def __init__(self, tables: str) -> None:
        # A generator may be closed by another thread than began it.
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._database.executescript(SET_UP + tables)
        self._sources: list[Source] = []

    def close(self) -> None:
        """Remove all that was put down."""
        self._database.close()

    def put(self, number: int, source: Source, piece: object) -> None:
        """Put down a `piece` of `source`, which holds no source itself, under its number."""
        if not self._sources or self._sources[-1] is not source:
            self._sources.append(source)
        body = pickle.dumps(piece)
        self.do("INSERT INTO body VALUES (?, ?, ?)", number, len(self._sources) - 1, body)

    def do(self, statement: str, *values: object) -> None:
        """
        Change a table.

        Raises:
            SessionFileError: If the disk is full.
        """
        with _room():
            self._database.execute(statement, values)

    def do_many(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Change a table with each of `rows`; raises as `do`."""
        with _room():
            self._database.executemany(statement, rows)

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Yield what a query finds, a row at a time; raises as `do`."""
        with _room():
            yield from self._database.execute(query, values)

    def pieces(self, query: str, *values: object) -> Iterator[tuple[int, Source, Any]]:
        """Yield what was put down, by a query for columns of `body`; raises as `do`."""
        for number, source, body in self.rows(query, *values):
            # Written by this process a moment ago, to a file that no other can open.
            yield number, self._sources[source], pickle.loads(body)  # noqa: S301


@contextmanager
def _room() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as problem:
        raise SessionFileError(
            f"What was read so far cannot be kept in a temporary file: {problem}.", fix=NO_ROOM
        ) from problem


def as_key(name: str) -> bytes:
    """Return an id as what it is compared by in a table, whatever its characters are."""
    return name.encode("utf-8", "surrogatepass")


def of_key(key: bytes) -> str:
    """Return the id that a key stands for."""
    return key.decode("utf-8", "surrogatepass")
