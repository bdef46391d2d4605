"""Runs as they are kept, and how far they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, func, insert, select, update

from judging.errors import StoreError
from judging.ratings import Problem
from judging.rubrics import Level
from storage.engine import writing
from storage.tables import (
    JudgeRow,
    RubricRow,
    RubricVersionRow,
    RunRow,
    RunStatus,
    VerdictRow,
    table,
)
from storage.tables.columns import now

RUN, VERDICT, JUDGE = table(RunRow), table(VerdictRow), table(JudgeRow)
VERSION, RUBRIC = table(RubricVersionRow), table(RubricRow)
ENDED = (RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED)


@dataclass(frozen=True, slots=True)
class RunLine:
    """
    A run in a list.

    Attributes:
        units: How many sessions (or turns) it is to judge.

        cached: How many of them were judged before, by the same judge under the same version.

        scored: How many have an outcome on every criterion, the cached ones included.

        not_scored: How many have a criterion without one, by problem.
    """

    id: int
    judge: str
    rubric: str
    level: Level
    mode: str
    status: RunStatus
    units: int
    cached: int
    scored: int
    not_scored: Mapping[Problem, int]
    created_at: datetime
    finished_at: datetime | None


class Runs:
    """The runs of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def start(
        self,
        *,
        judge: int,
        rubric_version: int,
        level: Level,
        units: int,
        cached: int = 0,
        mode: str = "live",
    ) -> int:
        """Record a run that begins now, and return its number."""
        row = RunRow(
            project_id=self._project,
            judge_id=judge,
            rubric_version_id=rubric_version,
            level=level,
            units=units,
            cached=cached,
            mode=mode,
            status=RunStatus.RUNNING,
        )
        with writing(self._engine) as connection:
            values = row.model_dump(exclude={"id"})
            number = connection.scalar(insert(RUN).returning(RUN.c.id), values)
        assert isinstance(number, int)
        return number

    def set_status(self, run: int, status: RunStatus, *, reason: str = "") -> None:
        """Say where the run stands, and why if it failed."""
        values: dict[str, Any] = {"status": status, "reason": reason}
        if status in ENDED:
            values["finished_at"] = now()
        with writing(self._engine) as connection:
            connection.execute(update(RUN).where(RUN.c.id == run).values(values))

    def listed(self, *, limit: int = 100) -> list[RunLine]:
        """Return the newest runs, newest first."""
        query = select(RUN.c.id).where(RUN.c.project_id == self._project)
        with self._engine.connect() as connection:
            numbers = list(connection.scalars(query.order_by(RUN.c.id.desc()).limit(limit)))
        return [self.get(number) for number in numbers]

    def get(self, run: int) -> RunLine:
        """
        Return one run with its counts.

        Raises:
            StoreError: If the project has no run of that number.
        """
        joined = (
            RUN.join(JUDGE, RUN.c.judge_id == JUDGE.c.id)
            .join(VERSION, RUN.c.rubric_version_id == VERSION.c.id)
            .join(RUBRIC, VERSION.c.rubric_id == RUBRIC.c.id)
        )
        labels = (JUDGE.c.name.label("judge"), RUBRIC.c.name.label("rubric"), VERSION.c.number)
        mine = (RUN.c.id == run, RUN.c.project_id == self._project)
        of_unit = (
            select(func.max(VERDICT.c.problem).label("problem"))
            .where(VERDICT.c.run_id == run, VERDICT.c.sample == 1)
            .group_by(VERDICT.c.session_id, VERDICT.c.turn)
            .subquery()
        )
        counted = select(of_unit.c.problem, func.count()).group_by(of_unit.c.problem)
        with self._engine.connect() as connection:
            row = connection.execute(select(RUN, *labels).select_from(joined).where(*mine)).first()
            rows = connection.execute(counted).all()
        counts: dict[str | None, int] = {problem: n for problem, n in rows}  # noqa: C416
        if row is None:
            raise StoreError(f"There is no run {run}.", fix="List them: judging runs.")
        return RunLine(
            id=row.id,
            judge=row.judge,
            rubric=f"{row.rubric}@{row.number}",
            level=row.level,
            mode=row.mode,
            status=row.status,
            units=row.units,
            cached=row.cached,
            scored=counts.pop(None, 0) + row.cached,
            not_scored={Problem(problem): n for problem, n in counts.items() if problem},
            created_at=row.created_at,
            finished_at=row.finished_at,
        )
