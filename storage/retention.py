"""What is forgotten of old calls: the texts that went to a model and came back."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Engine, Select, false, func, select, update

from storage.engine import writing
from storage.tables import CallRow, RunRow, RunStatus, table

CALL, RUN = table(CallRow), table(RunRow)
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

    Only those of runs that are over are forgotten: another takes up from its replies. What a call
    cost, how long it took and what came of it stays, and so do its verdicts.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def count(self, age: Age) -> Texts:
        """Count what `forget` would forget."""
        with self._engine.connect() as connection:
            requests, replies = (
                connection.scalar(_old(column, before).with_only_columns(func.count())) or 0
                for column, before in ((CALL.c.request, age.requests), (CALL.c.reply, age.replies))
            )
        return Texts(requests, replies)

    def forget(self, age: Age) -> Texts:
        """Forget what is older; on SQLite the file has it no more, and does not get smaller."""
        return Texts(
            sum(self._forget(CALL.c.request, age.requests)),
            sum(self._forget(CALL.c.reply, age.replies)),
        )

    def _forget(self, column: ColumnElement[object], before: datetime | None) -> Iterator[int]:
        """Forget so many at a time, and yield how many."""
        numbers = _old(column, before).limit(AT_ONCE)
        while True:
            with writing(self._engine) as connection, _overwriting(connection):
                gone = connection.scalars(numbers).all()
                change = update(CALL).where(CALL.c.id.in_(gone)).values({column.key: None})
                if gone:
                    connection.execute(change)
            yield len(gone)
            if len(gone) < AT_ONCE:
                return


def _old(column: ColumnElement[object], before: datetime | None) -> Select[tuple[int]]:
    """Select the calls that have the text and are older."""
    is_over = RUN.c.status.in_(ENDED)
    is_old = false() if before is None else CALL.c.started_at < before
    joined = select(CALL.c.id).join(RUN, CALL.c.run_id == RUN.c.id)
    return joined.where(is_over, is_old, column.is_not(None))


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
