"""When each reviewer is shown the verdicts on each session, as it was drawn."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, insert, select
from sqlalchemy.exc import IntegrityError

from storage.engine import writing
from storage.tables import Reveal, RevealRow, table

DRAW = table(RevealRow)


@dataclass(frozen=True, slots=True)
class RevealDraw:
    """
    What was drawn for a reviewer and a session.

    Attributes:
        share: How likely it was.
    """

    reviewer: int
    session: int
    reveal: Reveal
    share: float


class RevealDraws:
    """The draws of one project. They are only ever added to."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def of(self, reviewer: int, sessions: Sequence[int] | None = None) -> dict[int, list[Reveal]]:
        """Return what was drawn for a reviewer on these sessions, or on all, the newest first."""
        mine = select(DRAW.c.session_id, DRAW.c.reveal).where(DRAW.c.reviewer_id == reviewer)
        query = mine.order_by(DRAW.c.id.desc())
        if sessions is not None:
            query = query.where(DRAW.c.session_id.in_(sessions))
        found: dict[int, list[Reveal]] = {}
        with self._engine.connect() as connection:
            for session, reveal in connection.execute(query):
                found.setdefault(session, []).append(reveal)
        return found

    def keep(self, draws: Sequence[RevealDraw]) -> None:
        """Keep what was drawn; that which another process kept meanwhile is the same."""
        for draw in draws:
            row = RevealRow(
                project_id=self._project,
                reviewer_id=draw.reviewer,
                session_id=draw.session,
                reveal=draw.reveal,
                share=draw.share,
            ).model_dump(exclude={"id"})
            with suppress(IntegrityError), writing(self._engine) as connection:
                connection.execute(insert(DRAW), row)


def first(connection: Connection, sessions: Sequence[int]) -> Mapping[tuple[int, int], Reveal]:
    """Return what was drawn first for each session and reviewer: before the first label."""
    columns = (DRAW.c.session_id, DRAW.c.reviewer_id, DRAW.c.reveal)
    query = select(*columns).where(DRAW.c.session_id.in_(sessions)).order_by(DRAW.c.id.desc())
    return {(session, who): reveal for session, who, reveal in connection.execute(query)}
