"""What a reviewer labelled last."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select, tuple_

from judging.ratings import Outcome
from storage.store import Project
from storage.tables import LabelRow, SessionRow, table

LABEL, SESSION = table(LabelRow), table(SessionRow)
# A change is a row of its own: so many rows hold ten units, but for whoever changes a lot.
LOOKED_AT = 60


@dataclass(frozen=True, slots=True)
class RecentLabel:
    """A unit that a reviewer answered or changed, as it stands now."""

    session: str
    title: str
    criterion: str
    meaning: int
    turn: int
    outcome: Outcome


def of(
    project: Project, reviewer: int, asked: Collection[tuple[str, int]], most: int = 10
) -> list[RecentLabel]:
    """
    Return the units that a reviewer labelled last, the newest first; none taken back.

    Args:
        project: Whose labels.

        reviewer: By number.

        asked: The criteria that count, each with its meaning.

        most: How many at most.
    """
    same = ("criterion", "meaning", "turn", "outcome")
    query = (
        select(SESSION.c.external_id, SESSION.c.title, *(LABEL.c[name] for name in same))
        .join(SESSION, SESSION.c.id == LABEL.c.session_id)
        .where(LABEL.c.project_id == project.number, LABEL.c.reviewer_id == reviewer)
        .where(tuple_(LABEL.c.criterion, LABEL.c.meaning).in_(asked))
        .order_by(LABEL.c.id.desc())
        .limit(LOOKED_AT)
    )
    found: dict[tuple[str, str, int, int], RecentLabel | None] = {}
    with project._engine.connect() as connection:  # noqa: SLF001  (a part of it like the others)
        for session, title, criterion, meaning, turn, outcome in connection.execute(query):
            unit = (session, criterion, meaning, turn)
            if unit not in found:
                label = RecentLabel(session, title or session, criterion, meaning, turn, outcome)
                found[unit] = label if outcome else None
    return [label for label in found.values() if label][:most]
