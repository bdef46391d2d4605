"""Which sessions a reviewer has labelled to the end: counted once, and then kept up with."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, Select, func, select

from judging.sessions import Role
from storage.tables import LabelRow, TurnRow, table

LABEL, TURN = table(LabelRow), table(TurnRow)
Unit = tuple[str, int]
BATCH = 500
# A server hands out numbers before it commits, so a lower one can come in later.
LATE = 1_000


class Tally:
    """
    The sessions that one reviewer has labelled to the end, under one set of criteria.

    Labels are only ever added, so each look reads those that came in since the last, whoever
    wrote them, and counts their sessions anew.
    """

    def __init__(
        self,
        engine: Engine,
        project: int,
        reviewer: int,
        session: tuple[Unit, ...],
        turn: tuple[Unit, ...],
    ) -> None:
        self._engine, self._project, self._reviewer = engine, project, reviewer
        self._session, self._turn = session, turn
        self._late = 0 if engine.dialect.name == "sqlite" else LATE
        self._newest = 0
        self._complete: set[int] = set()
        self._lock = Lock()

    def complete(self) -> set[int]:
        """Return the sessions that have every answer now."""
        with self._lock, self._engine.connect() as connection:
            newest = connection.scalar(self._mine(func.max(LABEL.c.id))) or 0
            if self._newest == 0:
                self._complete = self._counted(connection, None)
            else:
                touched = self._touched(connection)
                self._complete -= set(touched)
                for some in _batches(touched):
                    self._complete |= self._counted(connection, some)
            self._newest = newest
            return set(self._complete)

    def _mine(self, *columns: Any) -> Select[Any]:
        mine = (LABEL.c.reviewer_id == self._reviewer, LABEL.c.project_id == self._project)
        return select(*columns).where(*mine)

    def _touched(self, connection: Connection) -> list[int]:
        since = LABEL.c.id > self._newest - self._late
        return sorted(set(connection.scalars(self._mine(LABEL.c.session_id).where(since))))

    def _counted(self, connection: Connection, some: Sequence[int] | None) -> set[int]:
        """Return which of `some` sessions, or of all, have every answer."""
        answered = self._answered(connection, some)
        turns = self._turns(connection, answered, some) if self._turn else {}
        return {
            session
            for session, n in answered.items()
            if n >= len(self._session) + len(self._turn) * turns.get(session, 0)
        }

    def _answered(self, connection: Connection, some: Sequence[int] | None) -> Counter[int]:
        """Count the standing answers of each session; the newest row of a unit is the one."""
        wanted = {*self._session, *self._turn}
        columns = ("session_id", "criterion", "meaning", "turn", "seq", "outcome")
        query = self._mine(*(LABEL.c[name] for name in columns))
        query = query.where(LABEL.c.criterion.in_({criterion for criterion, _ in wanted}))
        if some is not None:
            query = query.where(LABEL.c.session_id.in_(some))
        newest: dict[tuple[int, str, int, int], tuple[int, bool]] = {}
        for session, criterion, meaning, turn, seq, outcome in connection.execute(query):
            unit = (session, criterion, meaning, turn)
            if (criterion, meaning) in wanted and newest.get(unit, (0, False))[0] < seq:
                newest[unit] = (seq, outcome is not None)
        return Counter(unit[0] for unit, (_, is_given) in newest.items() if is_given)

    def _turns(
        self, connection: Connection, answered: Counter[int], some: Sequence[int] | None
    ) -> dict[int, int]:
        """Return how many turns of the assistant each session has."""
        agents = TURN.c.role == Role.ASSISTANT
        query = select(TURN.c.session_id, func.count()).where(agents).group_by(TURN.c.session_id)
        found: dict[int, int] = {}
        for batch in _batches(sorted(answered) if some is None else some):
            theirs = query.where(TURN.c.session_id.in_(batch))
            found |= {session: n for session, n in connection.execute(theirs)}  # noqa: C416
        return found


def _batches(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), BATCH):
        yield numbers[start : start + BATCH]


@lru_cache(maxsize=32)
def tally(
    engine: Engine,
    project: int,
    reviewer: int,
    session: tuple[Unit, ...],
    turn: tuple[Unit, ...],
) -> Tally:
    """Return the tally of a reviewer, the same for everybody in this process who asks."""
    return Tally(engine, project, reviewer, session, turn)
