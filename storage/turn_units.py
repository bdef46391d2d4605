"""What judge and reference say of one turn after another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Engine, Row, Select, literal, select, union_all

from judging.ratings import Outcome
from judging.sessions import Role
from storage.counting import given
from storage.engine import at_one_moment
from storage.references import Compared, settled
from storage.store import Project
from storage.tables import SessionRow, TurnRow, VerdictRow, table

SESSION, TURN, VERDICT = table(SessionRow), table(TurnRow), table(VerdictRow)
BATCH = 200


@dataclass(frozen=True, slots=True)
class TurnUnit:
    """
    One turn that either side has an answer on.

    Attributes:
        session: The session's number.

        turn: The turn's number in the transcript.

        ordinal: Its place, from 1, among the assistant's turns. A turn of somebody else that
            was answered all the same is counted with them.

        human: What the reference says; None where it says nothing, or its reviewers are tied.

        judged: What the judge says; None where it was not asked.

        group: The group of sessions that its session belongs to.
    """

    session: int
    turn: int
    ordinal: int
    human: Outcome | None
    judged: Outcome | None
    group: str


class TurnUnits:
    """The turns of one project that were labelled or judged."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def of(self, compared: Compared) -> Iterator[TurnUnit]:
        """Yield them in order of import, then by turn; of a session, all or none."""
        with at_one_moment(self._engine) as connection:
            rows = connection.execute(self._query(compared)).all()
            by_session = [list(answers) for _, answers in groupby(rows, attrgetter("session_id"))]
            for start in range(0, len(by_session), BATCH):
                yield from _placed(connection, by_session[start : start + BATCH])

    def _query(self, compared: Compared) -> Select[Any]:
        """Select every answer of either side, a row each."""
        judged = select(
            VERDICT.c.session_id,
            VERDICT.c.turn,
            VERDICT.c.outcome,
            literal(value=True).label("is_judge"),
        ).where(*given(compared))
        reference = settled(self._project, compared).subquery()
        labelled = select(*reference.c, literal(value=False)).where(
            reference.c.outcome.is_not(None)
        )
        both = union_all(judged, labelled).subquery()
        return select(both).where(both.c.turn > 0).order_by(both.c.session_id, both.c.turn)


def of(project: Project) -> TurnUnits:
    """Return the turns of `project` that were labelled or judged."""
    return TurnUnits(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _placed(connection: Connection, by_session: Sequence[Sequence[Row[Any]]]) -> Iterator[TurnUnit]:
    sessions = [answers[0].session_id for answers in by_session]
    assistant, groups = _assistant(connection, sessions), _groups(connection, sessions)
    for answers in by_session:
        session = answers[0].session_id
        numbers = sorted({*assistant.get(session, ()), *(row.turn for row in answers)})
        ordinals = {number: place for place, number in enumerate(numbers, start=1)}
        for turn, sides in groupby(answers, attrgetter("turn")):
            said = {row.is_judge: row.outcome for row in sides}
            answered = said.get(False), said.get(True)
            yield TurnUnit(session, turn, ordinals[turn], *answered, groups[session])


def _groups(connection: Connection, sessions: Sequence[int]) -> Mapping[int, str]:
    query = select(SESSION.c.id, SESSION.c.group).where(SESSION.c.id.in_(sessions))
    return {row.id: row.group for row in connection.execute(query)}


def _assistant(connection: Connection, sessions: Sequence[int]) -> Mapping[int, list[int]]:
    query = (
        select(TURN.c.session_id, TURN.c.number)
        .where(TURN.c.session_id.in_(sessions), TURN.c.role == Role.ASSISTANT)
        .order_by(TURN.c.session_id, TURN.c.number)
    )
    rows = connection.execute(query)
    return {
        session: [row.number for row in turns]
        for session, turns in groupby(rows, attrgetter("session_id"))
    }
