"""Where reviewers find a rule unclear, and which rubric version dealt with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, func, insert, select

from storage.engine import writing
from storage.store import Project
from storage.tables import (
    ReviewerRow,
    RubricRow,
    RubricVersionRow,
    RuleHandledRow,
    SecondLookRow,
    SessionRow,
    View,
    table,
)
from storage.tables.columns import now

LOOK, HANDLED, REVIEWER = table(SecondLookRow), table(RuleHandledRow), table(ReviewerRow)
SESSION, VERSION, RUBRIC = table(SessionRow), table(RubricVersionRow), table(RubricRow)


@dataclass(frozen=True, slots=True)
class UnclearRule:
    """
    One reviewer's word that a rule is unclear at one unit.

    Attributes:
        look: The number of the second look that says so.

        session: By its external id.

        handled_by: The rubric version that dealt with it, such as conversation@3; None while
            it waits.
    """

    look: int
    session: str
    title: str
    criterion: str
    meaning: int
    turn: int
    reviewer: str
    why: str
    created_at: datetime
    handled_by: str | None


class UnclearRules:
    """The unclear rules of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def listed(self) -> list[UnclearRule]:
        """Return each reviewer's newest look on a unit where that says "rule unclear"."""
        newest = (
            select(func.max(LOOK.c.id))
            .where(LOOK.c.project_id == self._project)
            .group_by(
                LOOK.c.criterion,
                LOOK.c.meaning,
                LOOK.c.session_id,
                LOOK.c.turn,
                LOOK.c.reviewer_id,
            )
        )
        versions = VERSION.join(RUBRIC, RUBRIC.c.id == VERSION.c.rubric_id)
        handled = HANDLED.join(versions, VERSION.c.id == HANDLED.c.rubric_version_id)
        query = (
            select(
                LOOK,
                SESSION.c.external_id,
                SESSION.c.title,
                REVIEWER.c.name,
                RUBRIC.c.name.label("rubric"),
                VERSION.c.number,
            )
            .select_from(
                LOOK.join(SESSION, SESSION.c.id == LOOK.c.session_id)
                .join(REVIEWER, REVIEWER.c.id == LOOK.c.reviewer_id)
                .outerjoin(handled, HANDLED.c.second_look_id == LOOK.c.id)
            )
            .where(LOOK.c.id.in_(newest), LOOK.c.view == View.RULE_UNCLEAR)
            .order_by(LOOK.c.criterion, LOOK.c.id)
        )
        with self._engine.connect() as connection:
            return [_rule(row) for row in connection.execute(query).mappings()]

    def handle(self, looks: Sequence[int], version: int, reviewer: int) -> int:
        """Write down that a rubric version dealt with these; return how many were waiting."""
        with writing(self._engine) as connection:
            known = set(
                connection.scalars(
                    select(HANDLED.c.second_look_id).where(HANDLED.c.project_id == self._project)
                )
            )
            rows = [
                {
                    "project_id": self._project,
                    "second_look_id": look,
                    "rubric_version_id": version,
                    "reviewer_id": reviewer,
                    "created_at": now(),
                }
                for look in dict.fromkeys(looks)
                if look not in known
            ]
            if rows:
                connection.execute(insert(HANDLED), rows)
        return len(rows)


def of(project: Project) -> UnclearRules:
    """Return the unclear rules of `project`."""
    return UnclearRules(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _rule(row: Any) -> UnclearRule:
    handled = None if row["rubric"] is None else f"{row['rubric']}@{row['number']}"
    return UnclearRule(
        look=row["id"],
        session=row["external_id"],
        title=row["title"] or row["external_id"],
        criterion=row["criterion"],
        meaning=row["meaning"],
        turn=row["turn"],
        reviewer=row["name"],
        why=row["why"],
        created_at=row["created_at"],
        handled_by=handled,
    )
