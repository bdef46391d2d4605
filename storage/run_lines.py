"""Runs as they are listed, with how far they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Row, Select, select

from judging.judges.usage import Usage
from judging.ratings import Problem
from judging.rubrics import Level
from storage import run_totals
from storage.modes import Mode
from storage.run_totals import Totals
from storage.tables import JudgeRow, RubricRow, RubricVersionRow, RunRow, RunStatus, table

RUN, JUDGE = table(RunRow), table(JudgeRow)
VERSION, RUBRIC = table(RubricVersionRow), table(RubricRow)


@dataclass(frozen=True, slots=True)
class RunLine:
    """
    A run in a list.

    Attributes:
        units: How many sessions (or turns) it is to judge.

        cached: How many of them were judged before, by the same judge under the same version.

        scored: How many have an outcome on every criterion, each time that it was asked, the
            cached ones included.

        not_scored: How many have a criterion without one, by problem; once it is cancelled, those
            too that it did not come to.

        in_flight: How many requests have had no reply, or never will where a process was killed.

        cost: In micro-dollars; None where a call has no known price.

        reason: Why it failed or stopped, in a sentence; empty otherwise.

        max_cost: What it may cost at most, in micro-dollars; None where it may cost what it does.

        samples: How often it asks the same of each unit.
    """

    id: int
    judge: str
    provider: str
    rubric: str
    level: Level
    mode: Mode
    status: RunStatus
    reason: str
    units: int
    cached: int
    scored: int
    not_scored: Mapping[Problem, int]
    calls: int
    in_flight: int
    usage: Usage
    cost: int | None
    created_at: datetime
    finished_at: datetime | None
    max_cost: int | None = None
    samples: int = 1

    @property
    def is_imported(self) -> bool:
        """Whether its verdicts were given elsewhere, and nobody is asked."""
        return self.mode is Mode.IMPORT

    @property
    def left(self) -> int:
        """How many units are neither scored nor in a problem."""
        return self.units - self.scored - sum(self.not_scored.values())


def one(connection: Connection, project: int, run: int) -> RunLine | None:
    """Return one run; None if the project has none of that number."""
    row = connection.execute(_query(project).where(RUN.c.id == run)).first()
    return _line(connection, row) if row else None


def newest(connection: Connection, project: int, *, limit: int) -> list[RunLine]:
    """Return the newest runs, newest first."""
    query = _query(project).order_by(RUN.c.id.desc()).limit(limit)
    return [_line(connection, row) for row in connection.execute(query).all()]


def _query(project: int) -> "Select[tuple[object, ...]]":
    joined = (
        RUN.join(JUDGE, RUN.c.judge_id == JUDGE.c.id)
        .join(VERSION, RUN.c.rubric_version_id == VERSION.c.id)
        .join(RUBRIC, VERSION.c.rubric_id == RUBRIC.c.id)
    )
    others = (JUDGE.c.name.label("judge"), JUDGE.c.provider, RUBRIC.c.name.label("rubric"))
    query = select(RUN, *others, VERSION.c.number).select_from(joined)
    return query.where(RUN.c.project_id == project)


def _line(connection: Connection, row: Row[tuple[object, ...]]) -> RunLine:
    kept = row.totals
    totals = Totals.of_json(kept) if kept else run_totals.count(connection, row.id)
    not_scored = dict(totals.not_scored)
    left = row.units - row.cached - totals.units
    if row.status is RunStatus.CANCELLED and left:
        not_scored[Problem.CANCELLED] = not_scored.get(Problem.CANCELLED, 0) + left
    return RunLine(
        id=row.id,
        judge=row.judge,
        provider=row.provider,
        rubric=f"{row.rubric}@{row.number}",
        level=row.level,
        mode=Mode(row.mode),
        status=row.status,
        reason=row.reason,
        units=row.units,
        cached=row.cached,
        scored=totals.scored + row.cached,
        not_scored=not_scored,
        calls=totals.calls,
        in_flight=totals.in_flight,
        usage=totals.usage,
        cost=totals.cost,
        created_at=row.created_at,
        finished_at=row.finished_at,
        max_cost=row.max_cost_microdollars,
        samples=row.samples,
    )
