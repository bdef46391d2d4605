"""Moving what SQLite has written into its file, without ever doing so beside a writer."""

import sqlite3
from contextlib import closing
from pathlib import Path

# Two connections, one that writes and one that checkpoints, can corrupt a file before this
# release. A checkpoint of the kind below keeps writers out.
FIRST_SOUND = (3, 51, 3)
IS_SOUND = sqlite3.sqlite_version_info >= FIRST_SOUND
LARGE = 64_000_000
# Short: writers wait as well, and a long reader would have each of them wait its turn.
PATIENCE = 0.2


def checkpoint(file: Path, *, beyond: int = LARGE) -> bool:
    """
    Empty the write-ahead log of `file` if it is larger than `beyond` bytes.

    Returns:
        Whether it was emptied; not if it is small, or whoever reads or writes did not make way
        within 0.2 seconds, or the file cannot be opened.
    """
    try:
        if file.with_name(f"{file.name}-wal").stat().st_size <= beyond:
            return False
        with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
            connection.execute("PRAGMA wal_autocheckpoint=0")
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except (OSError, sqlite3.Error):
        return False
    return not busy
