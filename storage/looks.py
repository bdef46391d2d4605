"""The looks at the sealed test: what each opened, and what it answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Row, func, insert, select

from storage.engine import writing
from storage.store import Project
from storage.tables import JudgeRow, LookRow, table
from storage.tables.columns import now

JUDGE, LOOK = table(JudgeRow), table(LookRow)


@dataclass(frozen=True, slots=True)
class LookKey:
    """
    What makes a look this look: any other is the next one.

    Attributes:
        test_set: The SHA-256 of the names of the test's sessions.

        label_set: That of the labels that counted.
    """

    criterion: str
    test_set: str
    rubric_version: int
    fingerprint: str
    label_set: str


@dataclass(frozen=True, slots=True)
class Look:
    """
    One look.

    Attributes:
        number: The how-manyeth of the project at this criterion, from 1. A test only ever grows,
            so that all looks of a project are looks at the same sessions.

        answer: What it answered, as JSON.
    """

    key: LookKey
    number: int
    answer: Mapping[str, Any]
    opened_by: str
    opened_at: datetime


class Looks:
    """The looks of one project. None is ever changed or taken back."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def at(self, key: LookKey) -> Look | None:
        """Return the look with this key, if there was one."""
        with self._engine.connect() as connection:
            return self._at(connection, key)

    def next_number(self, criterion: str) -> int:
        """Return the number that the next look at a criterion gets."""
        with self._engine.connect() as connection:
            return self._count(connection, criterion) + 1

    def have_opened(self, rubric_version: int, judge: int) -> bool:
        """Return whether the test was looked at with a judge under a rubric version."""
        query = (
            select(LOOK.c.id)
            .join(JUDGE, JUDGE.c.fingerprint == LOOK.c.fingerprint)
            .where(
                LOOK.c.project_id == self._project,
                LOOK.c.rubric_version_id == rubric_version,
                JUDGE.c.id == judge,
            )
        )
        with self._engine.connect() as connection:
            return connection.scalar(query.limit(1)) is not None

    def listed(self) -> list[Look]:
        """Return all looks, the oldest first."""
        query = select(LOOK).where(LOOK.c.project_id == self._project).order_by(LOOK.c.id)
        with self._engine.connect() as connection:
            return [_look(row) for row in connection.execute(query)]

    def open(self, key: LookKey, number: int, answer: Mapping[str, Any], by: str) -> Look | None:
        """
        Write down a look and its answer.

        Returns:
            The look. None where another one took the number: the answer, whose bound depends on
            it, is to be made anew.
        """
        with writing(self._engine) as connection:
            if found := self._at(connection, key):
                return found
            if self._count(connection, key.criterion) + 1 != number:
                return None
            row = _columns(key) | {
                "project_id": self._project,
                "number": number,
                "answer": dict(answer),
                "opened_by": by,
                "opened_at": now(),
            }
            connection.execute(insert(LOOK), row)
            return self._at(connection, key)

    def _at(self, connection: Connection, key: LookKey) -> Look | None:
        same = (LOOK.c[name] == value for name, value in _columns(key).items())
        query = select(LOOK).where(LOOK.c.project_id == self._project, *same)
        row = connection.execute(query).first()
        return _look(row) if row else None

    def _count(self, connection: Connection, criterion: str) -> int:
        mine = (LOOK.c.project_id == self._project, LOOK.c.criterion == criterion)
        return connection.scalar(select(func.count()).select_from(LOOK).where(*mine)) or 0


def of(project: Project) -> Looks:
    """Return the looks of `project`."""
    return Looks(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _columns(key: LookKey) -> dict[str, Any]:
    return {
        "criterion": key.criterion,
        "test_set_hash": key.test_set,
        "rubric_version_id": key.rubric_version,
        "fingerprint": key.fingerprint,
        "label_set_hash": key.label_set,
    }


def _look(row: Row[Any]) -> Look:
    key = LookKey(
        row.criterion,
        row.test_set_hash,
        row.rubric_version_id,
        row.fingerprint,
        row.label_set_hash,
    )
    return Look(key, row.number, row.answer, row.opened_by, row.opened_at)
