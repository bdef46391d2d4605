"""Which split each session of a project is in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine, RowMapping, Select, case, exists, func, insert, select

from judging.ratings import Outcome
from judging.rubrics import Kind
from storage.engine import writing
from storage.store import Project
from storage.tables import (
    CriterionRow,
    GoldRow,
    RubricRow,
    RubricVersionRow,
    SessionRow,
    Split,
    SplitRow,
    table,
)
from storage.tables.columns import now

CRITERION, GOLD = table(CriterionRow), table(GoldRow)
RUBRIC, VERSION = table(RubricRow), table(RubricVersionRow)
SESSION, SPLIT = table(SessionRow), table(SplitRow)


@dataclass(frozen=True, slots=True)
class Placed:
    """
    A session as far as it matters for its split.

    Attributes:
        fails: Whether people fail it on some criterion that is a quality; None without labels.

        split: The one that it is in; None if in none.
    """

    number: int
    name: str
    group: str
    family: str | None
    turns: int
    fails: bool | None
    split: Split | None


@dataclass(frozen=True, slots=True)
class Shares:
    """How many sessions, and groups of them, are in a split, or in none."""

    sessions: int
    groups: int


class Splits:
    """The splits of one project. A session is given one once, and never moved."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def exist(self) -> bool:
        """Return whether any session is in a split."""
        query = select(SPLIT.c.session_id).where(SPLIT.c.project_id == self._project).limit(1)
        with self._engine.connect() as connection:
            return connection.scalar(query) is not None

    def sealed_at(self) -> datetime | None:
        """Return when sessions were last added to the test; None while it has none."""
        query = select(func.max(SPLIT.c.assigned_at)).where(
            SPLIT.c.project_id == self._project, SPLIT.c.split == Split.TEST
        )
        with self._engine.connect() as connection:
            found: datetime | None = connection.scalar(query)
        return found

    def has_test(self, session: int) -> bool:
        """Return whether a session is one of the sealed test."""
        mine = (SPLIT.c.project_id == self._project, SPLIT.c.session_id == session)
        with self._engine.connect() as connection:
            return connection.scalar(select(SPLIT.c.split).where(*mine)) is Split.TEST

    def test(self) -> set[int]:
        """Return the sessions of the sealed test, by number."""
        mine = (SPLIT.c.project_id == self._project, SPLIT.c.split == Split.TEST)
        with self._engine.connect() as connection:
            return set(connection.scalars(select(SPLIT.c.session_id).where(*mine)))

    def names(self, split: Split) -> list[str]:
        """Return the names of the sessions in a split."""
        query = (
            select(SESSION.c.external_id)
            .join(SPLIT, SPLIT.c.session_id == SESSION.c.id)
            .where(SPLIT.c.project_id == self._project, SPLIT.c.split == split)
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def families(self, split: Split) -> frozenset[str]:
        """Return the families of the agents in a split, as far as they are known."""
        query = (
            select(SESSION.c.agent_family)
            .join(SPLIT, SPLIT.c.session_id == SESSION.c.id)
            .where(SPLIT.c.project_id == self._project, SPLIT.c.split == split)
            .distinct()
        )
        with self._engine.connect() as connection:
            return frozenset(filter(None, connection.scalars(query)))

    def counts(self) -> Mapping[Split | None, Shares]:
        """Return how many sessions and groups each split has; under None those in no split."""
        place = (SPLIT.c.session_id == SESSION.c.id) & (SPLIT.c.project_id == self._project)
        query = (
            select(SPLIT.c.split, func.count(), func.count(SESSION.c.group.distinct()))
            .select_from(SESSION.outerjoin(SPLIT, place))
            .where(SESSION.c.project_id == self._project, SESSION.c.pending == 0)
            .group_by(SPLIT.c.split)
        )
        with self._engine.connect() as connection:
            return {split: Shares(n, groups) for split, n, groups in connection.execute(query)}

    def placed(self) -> list[Placed]:
        """Return all sessions, in order of import."""
        failed = self._failed().subquery()
        place = (SPLIT.c.session_id == SESSION.c.id) & (SPLIT.c.project_id == self._project)
        query = (
            select(SESSION, failed.c.fails, SPLIT.c.split)
            .select_from(
                SESSION.outerjoin(failed, failed.c.session_id == SESSION.c.id).outerjoin(
                    SPLIT, place
                )
            )
            .where(SESSION.c.project_id == self._project, SESSION.c.pending == 0)
            .order_by(SESSION.c.id)
        )
        with self._engine.connect() as connection:
            return [_placed(row) for row in connection.execute(query).mappings()]

    def assign(self, splits: Mapping[int, Split], seed: str) -> int:
        """
        Put sessions into splits, by number; those that are in one stay there.

        Returns:
            How many were put into one.
        """
        same = {"project_id": self._project, "seed": seed, "assigned_at": now()}
        with writing(self._engine) as connection:
            mine = select(SPLIT.c.session_id).where(SPLIT.c.project_id == self._project)
            there = set(connection.scalars(mine))
            rows = [
                {**same, "session_id": session, "split": split}
                for session, split in splits.items()
                if session not in there
            ]
            if rows:
                connection.execute(insert(SPLIT), rows)
        return len(rows)

    def _versions(self) -> Select[tuple[int]]:
        versions = select(VERSION.c.id).join(RUBRIC, RUBRIC.c.id == VERSION.c.rubric_id)
        return versions.where(RUBRIC.c.project_id == self._project)

    def _failed(self) -> Select[tuple[int, int]]:
        """Select the sessions that people have labelled, and whether they fail them."""
        quality = exists().where(
            CRITERION.c.key == GOLD.c.criterion,
            CRITERION.c.kind == Kind.QUALITY,
            CRITERION.c.rubric_version_id.in_(self._versions()),
        )
        is_fail = case((GOLD.c.outcome == Outcome.FAIL, 1), else_=0)
        query = select(GOLD.c.session_id, func.max(is_fail).label("fails"))
        return query.where(GOLD.c.project_id == self._project, quality).group_by(GOLD.c.session_id)


def of(project: Project) -> Splits:
    """Return the splits of `project`."""
    return Splits(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _placed(found: RowMapping) -> Placed:
    fails = found["fails"]
    return Placed(
        number=found["id"],
        name=found["external_id"],
        group=found["group"],
        family=found["agent_family"],
        turns=found["n_turns"],
        fails=None if fails is None else bool(fails),
        split=found["split"],
    )
