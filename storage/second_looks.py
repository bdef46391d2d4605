"""What reviewers make of disagreements when they look a second time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, insert, select

from storage.completeness import in_parts
from storage.engine import writing
from storage.kept_labels import KeptLabel, counting, settlements
from storage.tables import ReviewerRow, SecondLookRow, View, table
from storage.tables.columns import now

LOOK, REVIEWER = table(SecondLookRow), table(ReviewerRow)
Unit = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class SecondLook:
    """
    One reviewer's view of one disagreement.

    Attributes:
        reviewer: By name.

        view: None for a remark alone.
    """

    session: int
    criterion: str
    turn: int
    reviewer: str
    view: View | None
    why: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class NewLook:
    """A look that is to be kept, with the numbers of what it is about."""

    session: int
    criterion: str
    meaning: int
    turn: int
    reviewer: int
    verdict: int | None
    view: View | None
    why: str = ""


class SecondLooks:
    """The second looks of one project. They are only ever added to."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def add(self, look: NewLook) -> None:
        """Keep one; the reviewer's earlier ones on the unit stay, and count no more."""
        values = {
            "project_id": self._project,
            "session_id": look.session,
            "criterion": look.criterion,
            "meaning": look.meaning,
            "turn": look.turn,
            "reviewer_id": look.reviewer,
            "verdict_id": look.verdict,
            "view": look.view,
            "why": look.why,
            "created_at": now(),
        }
        with writing(self._engine) as connection:
            connection.execute(insert(LOOK), values)

    def looked_at(self, session: int) -> list[KeptLabel]:
        """Return the labels on a session that count, and then those that settle them."""
        return self.labels_on([session])

    def labels_on(self, sessions: Sequence[int]) -> list[KeptLabel]:
        """Return the same on several sessions, some hundreds of these after another."""
        with self._engine.connect() as connection:
            return [
                kept
                for some in in_parts(sessions)
                for kept in (*counting(connection, some), *settlements(connection, some))
            ]

    def newest(
        self, criterion: str, meaning: int, sessions: Sequence[int] | None = None
    ) -> dict[Unit, list[SecondLook]]:
        """
        Return each reviewer's newest look on every unit, by session, criterion and turn.

        One that says nothing, which takes an earlier one back, is not there; `sessions` can be
        some hundreds at most.
        """
        query = (
            select(LOOK, REVIEWER.c.name)
            .join(REVIEWER, LOOK.c.reviewer_id == REVIEWER.c.id)
            .where(
                LOOK.c.project_id == self._project,
                LOOK.c.criterion == criterion,
                LOOK.c.meaning == meaning,
            )
            .order_by(LOOK.c.id)
        )
        if sessions is not None:
            query = query.where(LOOK.c.session_id.in_(sessions))
        by_reviewer: dict[tuple[Unit, str], SecondLook] = {}
        with self._engine.connect() as connection:
            for row in connection.execute(query).mappings():
                look = _look(row)
                unit = (look.session, look.criterion, look.turn)
                by_reviewer[unit, look.reviewer] = look
        found: dict[Unit, list[SecondLook]] = {}
        for (unit, _), look in by_reviewer.items():
            if look.view is not None or look.why:
                found.setdefault(unit, []).append(look)
        return found


def _look(row: Any) -> SecondLook:
    return SecondLook(
        session=row["session_id"],
        criterion=row["criterion"],
        turn=row["turn"],
        reviewer=row["name"],
        view=row["view"],
        why=row["why"],
        created_at=row["created_at"],
    )
