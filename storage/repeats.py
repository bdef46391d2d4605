"""What reviewers answer when they are asked the same a second time."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Engine, exists, insert, select
from sqlalchemy.exc import IntegrityError

from judging.ratings import Outcome
from judging.splitting import Part
from storage.engine import writing
from storage.seal import is_in
from storage.store import Project
from storage.tables import (
    ExposureRow,
    LabelRow,
    RepeatRow,
    ReviewerRow,
    SessionRow,
    Stratum,
    table,
)
from storage.tables.columns import now

REPEAT, LABEL, REVIEWER = table(RepeatRow), table(LabelRow), table(ReviewerRow)
SESSION, EXPOSURE = table(SessionRow), table(ExposureRow)
Asked = tuple[str, int, int, int]


@dataclass(frozen=True, slots=True)
class NewRepeat:
    """
    A second answer that is to be kept, with the numbers of what it is about.

    Attributes:
        label: The reviewer's first label, the one that counts.

        stratum: Whether the judge differed from that label, or agreed with it.

        inclusion_prob: The chance that a unit of this stratum had of being asked again.
    """

    session: int
    criterion: str
    meaning: int
    turn: int
    reviewer: int
    label: int
    outcome: Outcome
    stratum: Stratum
    inclusion_prob: float
    rationale: str = ""


@dataclass(frozen=True, slots=True)
class Repeat:
    """
    A first and a second answer of one reviewer to the same unit.

    Attributes:
        reviewer: By name.

        group: The task or template that the session shares with others.

        had_seen: Whether its reviewer had ever been shown a verdict or a peer's label on the
            session: after the first label, if that was blind.

        gap: How long after the first.
    """

    reviewer: str
    session: int
    criterion: str
    meaning: int
    turn: int
    group: str
    first: Outcome
    again: Outcome
    rationale: str
    stratum: Stratum
    had_seen: bool
    created_at: datetime
    gap: timedelta


class Repeats:
    """The second answers of one project. They are only ever added to, one a unit and reviewer."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def add(self, new: NewRepeat) -> bool:
        """Keep one; False where this reviewer had answered the unit a second time before."""
        seen = (EXPOSURE.c.reviewer_id == new.reviewer, EXPOSURE.c.session_id == new.session)
        values = {
            "project_id": self._project,
            "session_id": new.session,
            "criterion": new.criterion,
            "meaning": new.meaning,
            "turn": new.turn,
            "reviewer_id": new.reviewer,
            "label_id": new.label,
            "outcome": new.outcome,
            "rationale": new.rationale,
            "stratum": new.stratum,
            "inclusion_prob": new.inclusion_prob,
            "created_at": now(),
        }
        try:
            with writing(self._engine) as connection:
                had_seen = connection.scalar(select(exists().where(*seen)))
                connection.execute(insert(REPEAT), values | {"had_seen": bool(had_seen)})
        except IntegrityError:
            unit = (new.criterion, new.meaning, new.session, new.turn)
            if unit in self.answered(new.reviewer):
                return False
            raise
        return True

    def answered(self, reviewer: int) -> set[Asked]:
        """Return what a reviewer has answered again: criterion, meaning, session and turn."""
        unit = (REPEAT.c.criterion, REPEAT.c.meaning, REPEAT.c.session_id, REPEAT.c.turn)
        query = select(*unit).where(
            REPEAT.c.project_id == self._project, REPEAT.c.reviewer_id == reviewer
        )
        with self._engine.connect() as connection:
            return {(key, meaning, n, turn) for key, meaning, n, turn in connection.execute(query)}

    def listed(self, criterion: str, meaning: int) -> list[Repeat]:
        """
        Return all pairs of answers to a criterion, the oldest second answer first.

        Those on sessions that have come into the sealed test since are left out: why somebody
        was asked again tells whether the judge differed.
        """
        return self._found(REPEAT.c.criterion == criterion, REPEAT.c.meaning == meaning)

    def of_session(self, session: int) -> list[Repeat]:
        """Return all pairs of answers about one session, unless it is one of the sealed test."""
        return self._found(REPEAT.c.session_id == session)

    def _found(self, *wanted: ColumnElement[bool]) -> list[Repeat]:
        joined = (
            REPEAT.join(LABEL, LABEL.c.id == REPEAT.c.label_id)
            .join(SESSION, SESSION.c.id == REPEAT.c.session_id)
            .join(REVIEWER, REVIEWER.c.id == REPEAT.c.reviewer_id)
        )
        first = (LABEL.c.outcome.label("first"), LABEL.c.created_at.label("first_at"))
        query = (
            select(REPEAT, *first, SESSION.c.group, REVIEWER.c.name)
            .select_from(joined)
            .where(REPEAT.c.project_id == self._project, *wanted)
            .where(is_in(Part.DEVELOP, REPEAT.c.session_id))
            .order_by(REPEAT.c.id)
        )
        with self._engine.connect() as connection:
            return [_repeat(row) for row in connection.execute(query).mappings()]


def of(project: Project) -> Repeats:
    """Return the second answers of `project`."""
    return Repeats(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _repeat(row: Any) -> Repeat:
    return Repeat(
        reviewer=row["name"],
        session=row["session_id"],
        criterion=row["criterion"],
        meaning=row["meaning"],
        turn=row["turn"],
        group=row["group"],
        first=row["first"],
        again=row["outcome"],
        rationale=row["rationale"],
        stratum=row["stratum"],
        had_seen=row["had_seen"],
        created_at=row["created_at"],
        gap=row["created_at"] - row["first_at"],
    )
