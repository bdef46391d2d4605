"""What two judges said of the same turns or sessions, whether or not anybody has labelled them."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Select, select

from judging.ratings import Outcome
from judging.rubrics import Level
from storage.counting import given
from storage.references import Compared, same_unit
from storage.store import Project
from storage.tables import SessionRow, VerdictRow, table

SESSION, VERDICT = table(SessionRow), table(VerdictRow)


@dataclass(frozen=True, slots=True)
class Twin:
    """
    One turn, or session, with two verdicts.

    Attributes:
        session: Its name.

        turn: 0 for the session as a whole.

        group: The task or template that it shares with others.

        is_last: Whether the session has no turn after it.

        first_reason: Why the first judge says so; likewise `second_reason`.
    """

    session: str
    turn: int
    group: str
    is_last: bool
    first: Outcome
    second: Outcome
    first_reason: str
    second_reason: str


class Twins:
    """The turns and sessions of one project that two judges have answered on."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def of(self, first: Compared, second: Compared, *, level: Level = Level.TURN) -> list[Twin]:
        """
        Return the turns that both sides have a standing verdict on, scored or not, in order.

        Both sides have to ask one criterion; whose labels they are held against does not matter.

        Args:
            first: One side.

            second: The other.

            level: Whether to return turns, or sessions instead.
        """
        one, other = _said(first).subquery(), _said(second).subquery()
        is_of_level = one.c.turn > 0 if level is Level.TURN else one.c.turn == 0
        query = (
            select(
                SESSION.c.external_id,
                one.c.turn,
                SESSION.c.group,
                one.c.turn >= SESSION.c.n_turns,
                one.c.outcome,
                other.c.outcome,
                one.c.rationale,
                other.c.rationale,
            )
            .select_from(
                one.join(other, same_unit(one, other)).join(
                    SESSION, SESSION.c.id == one.c.session_id
                )
            )
            .where(SESSION.c.project_id == self._project, is_of_level)
            .order_by(one.c.session_id, one.c.turn)
        )
        with self._engine.connect() as connection:
            return [Twin(*row) for row in connection.execute(query)]


def of(project: Project) -> Twins:
    """Return the turns of `project` that two judges have answered on."""
    return Twins(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _said(compared: Compared) -> Select[Any]:
    answer = (VERDICT.c.outcome, VERDICT.c.rationale)
    return select(VERDICT.c.session_id, VERDICT.c.turn, *answer).where(*given(compared))
