"""What reviewers were shown before, or after, they answered."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Engine, exists, func, insert, literal, select

from storage.engine import writing
from storage.tables import ExposureRow, table
from storage.tables.columns import now

EXPOSURE = table(ExposureRow)


class Exposures:
    """The exposures of one project's reviewers."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def record(
        self,
        reviewer: int,
        session: int,
        *,
        verdicts: Sequence[int] = (),
        labels: Sequence[int] = (),
    ) -> None:
        """Write down that `reviewer` was shown these on `session`, each once."""
        mine = (EXPOSURE.c.reviewer_id == reviewer, EXPOSURE.c.session_id == session)
        query = select(EXPOSURE.c.verdict_id, EXPOSURE.c.label_id).where(*mine)
        with self._engine.connect() as connection:
            seen = {(verdict, label) for verdict, label in connection.execute(query)}
        shown = [(verdict, None) for verdict in verdicts] + [(None, label) for label in labels]
        same = {"project_id": self._project, "reviewer_id": reviewer, "session_id": session}
        rows = [
            {**same, "verdict_id": verdict, "label_id": label, "at": now()}
            for verdict, label in shown
            if (verdict, label) not in seen
        ]
        if rows:
            with writing(self._engine) as connection:
                connection.execute(insert(EXPOSURE), rows)

    def take_over(self, other: int, reviewer: int, *, since: datetime) -> None:
        """Write down that `reviewer` was shown what `other` was since a moment, each once."""
        seen = EXPOSURE.alias()
        is_there = exists().where(
            seen.c.reviewer_id == reviewer,
            seen.c.session_id == EXPOSURE.c.session_id,
            seen.c.verdict_id.is_not_distinct_from(EXPOSURE.c.verdict_id),
            seen.c.label_id.is_not_distinct_from(EXPOSURE.c.label_id),
        )
        kept = ("project_id", "session_id", "verdict_id", "label_id", "at")
        theirs = select(literal(reviewer), *(EXPOSURE.c[name] for name in kept)).where(
            EXPOSURE.c.project_id == self._project,
            EXPOSURE.c.reviewer_id == other,
            EXPOSURE.c.at >= since,
            ~is_there,
        )
        with writing(self._engine) as connection:
            connection.execute(insert(EXPOSURE).from_select(["reviewer_id", *kept], theirs))

    def count(self, reviewer: int, session: int) -> int:
        """Return how many verdicts and labels of others a reviewer has seen on a session."""
        query = select(func.count()).where(
            EXPOSURE.c.reviewer_id == reviewer, EXPOSURE.c.session_id == session
        )
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0
