"""The processes at work on a database, by their signs of life."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Any

from sqlalchemy import Connection, DateTime, Engine, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from storage.engine import writing
from storage.tables import WorkerRow, table
from storage.tables.columns import now

WORKER = table(WorkerRow)
BEAT = 2.0
# Long: a worker that stalls, taken for dead, would have its calls paid for twice.
DEAD_AFTER = timedelta(seconds=30)


class Workers:
    """The workers, and the commands that judge by themselves, on one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def beat(self, name: str) -> None:
        """Give a sign of life of this process under `name`."""
        values: dict[str, Any] = {"host": socket.gethostname(), "process": os.getpid()}
        with writing(self._engine, durable=False) as connection:
            values["beat_at"] = moment = _now(connection)
            changed = update(WORKER).where(WORKER.c.id == name).values(values)
            if not connection.execute(changed).rowcount:
                connection.execute(insert(WORKER), {"id": name, "started_at": moment, **values})

    def alive(self) -> set[str]:
        """Return the names of those that gave a sign within 30 seconds and may well be alive."""
        with self._engine.connect() as connection:
            return alive(connection)

    def leave(self, name: str) -> None:
        """Take `name` off the list."""
        with writing(self._engine, durable=False) as connection:
            connection.execute(delete(WORKER).where(WORKER.c.id == name))

    @contextmanager
    def beating(self, name: str) -> Iterator[None]:
        """Give signs of life under `name` until the block ends, however it does."""
        stopped = Event()
        self.beat(name)
        thread = Thread(target=self._beat_until, args=(stopped, name), daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopped.set()
            thread.join()
            self.leave(name)

    def _beat_until(self, stopped: Event, name: str) -> None:
        while not stopped.wait(BEAT):
            # A sign that cannot be given is made up for by the next.
            with suppress(SQLAlchemyError):
                self.beat(name)


def alive(connection: Connection) -> set[str]:
    """Return the names of those that gave a sign within 30 seconds and may well be alive."""
    query = select(WORKER.c.id, WORKER.c.host, WORKER.c.process).where(
        WORKER.c.beat_at > _now(connection) - DEAD_AFTER
    )
    rows = connection.execute(query).all()
    return {name for name, host, process in rows if not _is_gone(host, process)}


def _now(connection: Connection) -> datetime:
    """Return the time by the clock that all workers share: the server's, where there is one."""
    if connection.dialect.name == "sqlite":
        return now()
    moment = connection.scalar(select(func.clock_timestamp(type_=DateTime(timezone=True))))
    assert isinstance(moment, datetime)
    return moment


def _is_gone(host: str, process: int) -> bool:
    """Tell whether a process of this machine has ended; nothing is known of other machines."""
    if host != socket.gethostname():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
