"""What reviewers were shown before, or after, they answered."""

from collections.abc import Sequence

from sqlalchemy import Engine, func, insert, select

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

    def count(self, reviewer: int, session: int) -> int:
        """Return how many verdicts and labels of others a reviewer has seen on a session."""
        query = select(func.count()).where(
            EXPOSURE.c.reviewer_id == reviewer, EXPOSURE.c.session_id == session
        )
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0
