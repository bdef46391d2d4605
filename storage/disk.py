"""Waiting for the disk, outside of the transaction."""

import os
from contextlib import suppress
from pathlib import Path
from threading import Lock

from sqlalchemy import Engine

from storage.engine import file_of


class Disk:
    """
    Waits until what was committed is on the disk, for as many threads as come.

    SQLite waits for it within a commit, and lets no other transaction begin meanwhile. So what
    has to last is committed like the rest, and its log is synced afterwards, by one thread for
    all that came before it began. What was moved from the log into the file is on the disk. A
    server has waited when it has committed.
    """

    def __init__(self, engine: Engine) -> None:
        file = file_of(engine.url.render_as_string(hide_password=False))
        self._log = file and file.with_name(f"{file.name}-wal")
        self._lock = Lock()
        self._begun = self._done = 0

    def wait(self) -> None:
        """
        Return once all that this thread has committed would survive a power cut.

        Raises:
            OSError: If the disk cannot take it.
        """
        if self._log is None:
            return
        before = self._begun
        with self._lock:
            if self._done > before:
                return
            self._begun += 1
            _sync(self._log)
            self._done = self._begun


def _sync(log: Path) -> None:
    with suppress(FileNotFoundError):
        descriptor = os.open(log, os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
