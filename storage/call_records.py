"""Calls as they are looked at afterwards: what was sent, what came back, what it took."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, select

from judging.judges.usage import Usage
from judging.ratings import Problem
from storage.run_totals import QUESTION, is_deferred
from storage.tables import CallRow, CallStatus, RunRow, SessionRow, VerdictRow, table

CALL, VERDICT = table(CallRow), table(VerdictRow)
SESSION, RUN = table(SessionRow), table(RunRow)
MOST_CRITERIA = 50  # of one unit, as far as a limit in units goes


@dataclass(frozen=True, slots=True)
class CallRecord:
    """
    One request to a judge's service.

    Attributes:
        turn: The turn that was judged; 0 for the session as a whole.

        criterion: The criteria asked, with commas between; empty for all of the rubric's.

        sample: Which of the answers to the same question it asked for, from 1.

        status: `started` while there is no reply, or for good where its process was killed.

        usage: None where nothing was counted.

        cost: In micro-dollars; None where there is no price for it.

        request: What was sent; None where it was the same as the attempt before.

        reply: The body as it came; empty where none did.
    """

    id: int
    run: int
    turn: int
    criterion: str
    attempt: int
    status: CallStatus
    http_status: int | None
    error: str
    problem: Problem | None
    usage: Usage | None
    cost: int | None
    latency_ms: int | None
    request_id: str
    request: Mapping[str, Any] | None
    reply: str
    started_at: datetime
    finished_at: datetime | None
    sample: int = 1


@dataclass(frozen=True, slots=True)
class ProblemUnit:
    """A session, or turn, that a run has no outcome for, and why; `criteria` are those without."""

    session: str
    turn: int
    problem: Problem
    criteria: tuple[str, ...]
    reason: str


class CallRecords:
    """The calls of one project, to be looked at."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def behind(self, verdict: int) -> list[CallRecord]:
        """
        Return the attempts that a verdict came of, answer after answer, oldest first.

        They can be another run's, where an equal request had been answered before. There are
        none behind a verdict that no model was asked for.
        """
        query = select(VERDICT.c.call_id, VERDICT.c.other_calls).where(VERDICT.c.id == verdict)
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
            calls = [row.call_id, *(row.other_calls or ())] if row and row.call_id else []
            return [one for call in calls for one in self._attempts(connection, call)]

    def of_session(self, run: int, session: str) -> list[CallRecord]:
        """Return what a run has asked about one session, oldest first."""
        query = (
            select(CALL)
            .join(SESSION, CALL.c.session_id == SESSION.c.id)
            .join(RUN, CALL.c.run_id == RUN.c.id)
            .where(
                CALL.c.run_id == run,
                SESSION.c.external_id == session,
                RUN.c.project_id == self._project,
            )
            .order_by(CALL.c.id)
        )
        with self._engine.connect() as connection:
            return [_record(row) for row in connection.execute(query)]

    def problems(self, run: int, *, limit: int = 1000) -> list[ProblemUnit]:
        """Return the units that a run has no outcome for, deferred ones last, each with its why."""
        mine = select(RUN.c.id).where(RUN.c.id == run, RUN.c.project_id == self._project)
        with self._engine.connect() as connection:
            if connection.scalar(mine) is None:
                return []
            rows = [*_unscored(connection, run, limit), *_deferred(connection, run, limit)]
        return _by_unit(rows)[:limit]

    def _attempts(self, connection: Connection, call: int) -> list[CallRecord]:
        this = select(CALL).where(CALL.c.id == call).subquery()
        same = (CALL.c[name] == this.c[name] for name in QUESTION)
        query = select(CALL).join(this, CALL.c.run_id == this.c.run_id).where(*same)
        query = query.join(RUN, CALL.c.run_id == RUN.c.id)
        mine = query.where(RUN.c.project_id == self._project).order_by(CALL.c.attempt)
        return [_record(row) for row in connection.execute(mine)]


def _unscored(connection: Connection, run: int, limit: int) -> Iterator[ProblemUnit]:
    query = (
        select(
            SESSION.c.external_id,
            VERDICT.c.turn,
            VERDICT.c.problem,
            VERDICT.c.criterion,
            VERDICT.c.rationale,
        )
        .join(SESSION, VERDICT.c.session_id == SESSION.c.id)
        .where(VERDICT.c.run_id == run, VERDICT.c.problem.is_not(None))
        .order_by(VERDICT.c.problem, VERDICT.c.session_id, VERDICT.c.turn, VERDICT.c.id)
        .limit(MOST_CRITERIA * limit)
    )
    for session, turn, problem, criterion, reason in connection.execute(query):
        yield ProblemUnit(session, turn, problem, (criterion,), reason)


def _deferred(connection: Connection, run: int, limit: int) -> Iterator[ProblemUnit]:
    query = (
        select(SESSION.c.external_id, CALL.c.turn, CALL.c.criterion, CALL.c.error)
        .join(SESSION, CALL.c.session_id == SESSION.c.id)
        .where(is_deferred(run))
        .order_by(CALL.c.session_id, CALL.c.turn, CALL.c.id)
        .limit(MOST_CRITERIA * limit)
    )
    for session, turn, names, error in connection.execute(query):
        criteria = tuple(filter(None, names.split(",")))
        yield ProblemUnit(session, turn, Problem.DEFERRED, criteria, error or "")


def _by_unit(rows: Iterable[ProblemUnit]) -> list[ProblemUnit]:
    """Put together what one unit lacks for one problem; the first reason stands for all."""
    found: dict[tuple[str, int, Problem], ProblemUnit] = {}
    for row in rows:
        key = (row.session, row.turn, row.problem)
        first = found.setdefault(key, row)
        if first is not row:
            criteria = tuple(dict.fromkeys((*first.criteria, *row.criteria)))
            found[key] = replace(first, criteria=criteria)
    return list(found.values())


def _record(row: Row[Any]) -> CallRecord:
    usage = None
    if row.output_tokens is not None:
        usage = Usage(
            row.input_tokens, row.cache_write_tokens, row.cache_read_tokens, row.output_tokens
        )
    return CallRecord(
        id=row.id,
        run=row.run_id,
        turn=row.turn,
        criterion=row.criterion,
        attempt=row.attempt,
        status=row.status,
        http_status=row.http_status,
        error=row.error or "",
        problem=row.problem,
        usage=usage,
        cost=row.cost_microdollars if usage else None,
        latency_ms=row.latency_ms,
        request_id=row.provider_id or "",
        request=row.request,
        reply=row.reply or "",
        started_at=row.started_at,
        finished_at=row.finished_at,
        sample=row.sample,
    )
