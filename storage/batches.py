"""The batches of runs: what was sent together, and what came of it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from judging.ratings import Problem
from storage.completeness import in_parts
from storage.engine import writing
from storage.ledger import begun
from storage.ledger_entries import Asked
from storage.run_totals import UNSENT
from storage.tables import (
    BatchCallRow,
    BatchRow,
    CallRow,
    CallStatus,
    RunRow,
    RunStatus,
    SessionRow,
    table,
)
from storage.tables.columns import now
from storage.verdicts import Place

BATCH, ITEM = table(BatchRow), table(BatchCallRow)
CALL, RUN, SESSION = table(CallRow), table(RunRow), table(SessionRow)
LOST = "lost"
PLACE = tuple(CALL.c[name] for name in ("session_id", "turn", "criterion", "sample"))


@dataclass(frozen=True, slots=True)
class Batch:
    """
    A batch whose results are not kept yet.

    Attributes:
        service_id: Its name at the service; empty where its process was killed before it knew.
    """

    id: int
    run: int
    service_id: str
    requests: int
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class Begun:
    """
    A batch that is written down; None where there is nothing to send.

    Attributes:
        asked: The requests that are in it.

        is_full: Whether the run's ceiling had no room for the rest.
    """

    batch: Batch | None
    asked: Sequence[Asked]
    is_full: bool


@dataclass(frozen=True, slots=True)
class Pending:
    """A call of a batch that has no reply yet."""

    call: int
    place: Place
    cache_key: str


@dataclass(frozen=True, slots=True)
class Past:
    """
    What came of a call of a run before.

    Attributes:
        epoch: Of the run, when the call was sent.

        http_status: 0 where the model was not asked.

        error: The service's word, or what the reply amounted to; empty where it was answered.

        problem: What the question ended in with it; None where it is to be asked again.
    """

    call: int
    epoch: int
    attempt: int
    status: CallStatus
    http_status: int
    error: str
    problem: Problem | None


class Batches:
    """The batches of runs."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def begin(self, run: int, epoch: int, asked: Sequence[Asked]) -> Begun | None:
        """
        Write down requests before they are sent as one batch: as many, from the first, as fit.

        Returns:
            None if the run is no longer at work in this epoch, or another process has written down
            one of them.
        """
        try:
            with writing(self._engine, durable=True) as connection:
                return _begun(connection, run, epoch, asked)
        except IntegrityError:
            return None

    def name(self, batch: int, service_id: str) -> None:
        """Remember what a batch is called at the service; from then on it is asked for by that."""
        self._change(batch, service_id=service_id)

    def end(self, batch: int) -> None:
        """Remember that all that came of a batch is kept."""
        self._change(batch, ended_at=now())

    def forget(self, batch: int) -> None:
        """End a batch that was never sent: its calls count for nothing."""
        self._without_results(batch, error=UNSENT, cost_microdollars=None)

    def give_up(self, batch: int) -> None:
        """End a batch whose results cannot be had; what its calls may have cost stays reckoned."""
        self._without_results(batch, error=LOST)

    def open(self, run: int) -> list[Batch]:
        """Return the batches of a run whose results are not kept yet, oldest first."""
        names = ("id", "run_id", "service_id", "requests", "sent_at")
        query = select(*(BATCH.c[name] for name in names)).order_by(BATCH.c.id)
        query = query.where(BATCH.c.run_id == run, BATCH.c.ended_at.is_(None))
        with self._engine.connect() as connection:
            return [
                Batch(row.id, row.run_id, row.service_id or "", row.requests, row.sent_at)
                for row in connection.execute(query)
            ]

    def known(self, service_ids: Collection[str]) -> set[str]:
        """Return those of the service's batches that some run of this database has sent."""
        query = select(BATCH.c.service_id)
        with self._engine.connect() as connection:
            return {
                found
                for some in in_parts(sorted(service_ids))
                for found in connection.scalars(query.where(BATCH.c.service_id.in_(some)))
                if found
            }

    def keys(self, batch: int) -> set[str]:
        """Return what the requests of a batch are known by."""
        query = select(CALL.c.cache_key).join(ITEM, ITEM.c.call_id == CALL.c.id)
        with self._engine.connect() as connection:
            return set(connection.scalars(query.where(ITEM.c.batch_id == batch)))

    def pending(self, batch: int) -> list[Pending]:
        """Return the calls of a batch that have no reply yet."""
        query = select(CALL.c.id, CALL.c.cache_key, *PLACE).join(ITEM, ITEM.c.call_id == CALL.c.id)
        query = query.where(ITEM.c.batch_id == batch, CALL.c.status == CallStatus.STARTED)
        with self._engine.connect() as connection:
            return [
                Pending(row.id, _place(row), row.cache_key) for row in connection.execute(query)
            ]

    def past(self, run: int, sessions: Sequence[int]) -> Mapping[Place, Sequence[Past]]:
        """Return what came of a run's calls, by what they asked for, oldest first."""
        names = ("id", "attempt", "status", "http_status", "error", "problem")
        columns = (*PLACE, *(CALL.c[name] for name in names), BATCH.c.epoch)
        joined = CALL.join(ITEM, ITEM.c.call_id == CALL.c.id).join(
            BATCH, ITEM.c.batch_id == BATCH.c.id
        )
        query = select(*columns).select_from(joined).where(CALL.c.run_id == run)
        query = query.order_by(CALL.c.attempt)
        found: dict[Place, list[Past]] = defaultdict(list)
        with self._engine.connect() as connection:
            for some in in_parts(sessions):
                for row in connection.execute(query.where(CALL.c.session_id.in_(some))):
                    found[_place(row)].append(_past(row))
        return found

    def reply(self, call: int) -> str:
        """Return the body that came for a call; empty where none did."""
        with self._engine.connect() as connection:
            return connection.scalar(select(CALL.c.reply).where(CALL.c.id == call)) or ""

    def _without_results(self, batch: int, **values: Any) -> None:
        calls = select(ITEM.c.call_id).where(ITEM.c.batch_id == batch)
        open_ones = update(CALL).where(CALL.c.id.in_(calls), CALL.c.status == CallStatus.STARTED)
        ended = update(BATCH).where(BATCH.c.id == batch).values(ended_at=now())
        with writing(self._engine) as connection:
            connection.execute(
                open_ones.values(status=CallStatus.ERROR, finished_at=now(), **values)
            )
            connection.execute(ended)

    def _change(self, batch: int, **values: Any) -> None:
        with writing(self._engine, durable=True) as connection:
            connection.execute(update(BATCH).where(BATCH.c.id == batch).values(values))


def _begun(connection: Connection, run: int, epoch: int, asked: Sequence[Asked]) -> Begun | None:
    query = select(RUN.c.max_cost_microdollars, RUN.c.status)
    this = query.where(RUN.c.id == run, RUN.c.epoch == epoch)
    row = connection.execute(this.with_for_update(key_share=True)).first()
    if row is None or row.status is not RunStatus.RUNNING:
        return None
    there = _of_sessions(connection, asked)
    some = list(_fitting(connection, run, row.max_cost_microdollars, there))
    is_full = len(some) < len(there)
    if not some:
        return Begun(None, (), is_full)
    sent_at = now()
    values = {"run_id": run, "epoch": epoch, "requests": len(some), "sent_at": sent_at}
    number = connection.scalar(insert(BATCH).returning(BATCH.c.id), values)
    assert number is not None
    items = [{"call_id": call, "batch_id": number} for call in begun(connection, some)]
    connection.execute(insert(ITEM), items)
    return Begun(Batch(number, run, "", len(some), sent_at), some, is_full)


def _fitting(
    connection: Connection, run: int, ceiling: int | None, asked: Iterable[Asked]
) -> Iterator[Asked]:
    """Yield the requests that fit under a ceiling, with all that is spent or may yet be."""
    spent = 0
    if ceiling is not None:
        query = select(func.coalesce(func.sum(CALL.c.cost_microdollars), 0))
        spent = int(connection.scalar(query.where(CALL.c.run_id == run)) or 0)
    for one in asked:
        spent += one.most or 0
        if ceiling is not None and spent > ceiling:
            return
        yield one


def _of_sessions(connection: Connection, asked: Sequence[Asked]) -> list[Asked]:
    """Return what is asked of sessions that are still there."""
    query, there = select(SESSION.c.id), set[int]()
    for some in in_parts(sorted({one.session for one in asked})):
        there.update(connection.scalars(query.where(SESSION.c.id.in_(some))))
    return [one for one in asked if one.session in there]


def _place(row: Any) -> Place:
    return row.session_id, row.turn, row.criterion, row.sample


def _past(row: Any) -> Past:
    return Past(
        row.id,
        row.epoch,
        row.attempt,
        row.status,
        row.http_status or 0,
        row.error or "",
        row.problem,
    )
