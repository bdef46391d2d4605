"""What is forgotten of old calls: the texts that went to a model and came back."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Connection, Engine, Select, false, func, select, update

from storage.engine import writing
from storage.tables import CallRow, ProposalCallRow, RunRow, RunStatus, table

CALL, RUN, PROPOSAL = table(CallRow), table(RunRow), table(ProposalCallRow)
LEDGERS = (CALL, PROPOSAL)
ENDED = (RunStatus.DONE, RunStatus.CANCELLED, RunStatus.FAILED)
# In one transaction, so that nobody waits long for the lock.
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Age:
    """
    Since when texts are kept.

    Attributes:
        requests: Those sent earlier are forgotten; None to keep all.

        replies: The same of what came back.
    """

    requests: datetime | None = None
    replies: datetime | None = None


@dataclass(frozen=True, slots=True)
class Texts:
    """How many requests and replies."""

    requests: int
    replies: int


class Retention:
    """
    The texts of all calls in a database; that of every project.

    Those of runs that are not over are kept: they are taken up again from their replies. What a
    call cost, how long it took and what came of it stays, and so do its verdicts.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def count(self, age: Age) -> Texts:
        """Count what `forget` would forget."""
        with self._engine.connect() as connection:
            requests, replies = (
                sum(
                    connection.scalar(_old(column, before).with_only_columns(func.count())) or 0
                    for column in columns
                )
                for columns, before in _texts(age)
            )
        return Texts(requests, replies)

    def forget(self, age: Age) -> Texts:
        """Forget what is older; on SQLite the file has it no more, and does not get smaller."""
        requests, replies = (
            sum(n for column in columns for n in self._forget(column, before))
            for columns, before in _texts(age)
        )
        return Texts(requests, replies)

    def _forget(self, column: Column[Any], before: datetime | None) -> Iterator[int]:
        """Forget so many at a time, and yield how many."""
        numbers, calls = _old(column, before).limit(AT_ONCE), column.table
        while True:
            with writing(self._engine) as connection, _overwriting(connection):
                gone = connection.scalars(numbers).all()
                change = update(calls).where(calls.c.id.in_(gone)).values({column.key: None})
                if gone:
                    connection.execute(change)
            yield len(gone)
            if len(gone) < AT_ONCE:
                return


def _texts(age: Age) -> Iterator[tuple[list[Column[Any]], datetime | None]]:
    """Yield the columns of requests, and then of replies, with since when they are kept."""
    for name, before in (("request", age.requests), ("reply", age.replies)):
        yield [calls.c[name] for calls in LEDGERS], before


def _old(column: Column[Any], before: datetime | None) -> Select[tuple[int]]:
    """Select the calls that have the text and are older."""
    calls = column.table
    is_old = false() if before is None else calls.c.started_at < before
    query = select(calls.c.id).where(is_old, column.is_not(None))
    if calls is not CALL:
        return query
    return query.join(RUN, CALL.c.run_id == RUN.c.id).where(RUN.c.status.in_(ENDED))


@contextmanager
def _overwriting(connection: Connection) -> Iterator[None]:
    """Have SQLite put zeros where something was; the connection is others' afterwards."""
    if connection.dialect.name != "sqlite":
        yield
        return
    before = connection.exec_driver_sql("PRAGMA secure_delete").scalar()
    connection.exec_driver_sql("PRAGMA secure_delete=ON")
    try:
        yield
    finally:
        connection.exec_driver_sql(f"PRAGMA secure_delete={before}")
