"""What a judge said of the same turns or sessions each time that it was asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Engine, FromClause, Row, Select, and_, case, select, union_all

from judging.ratings import Outcome
from storage.completeness import Answer, is_again
from storage.counting import given
from storage.engine import at_one_moment
from storage.references import Compared, same_unit, settled
from storage.seal import is_in
from storage.store import Project
from storage.tables import SessionRow, VerdictRow, table

SESSION, VERDICT = table(SessionRow), table(VerdictRow)


@dataclass(frozen=True, slots=True)
class RepeatedUnit:
    """
    One unit that a judge was asked about more than once.

    Attributes:
        session: The session's number.

        turn: 0 for the session as a whole.

        group: The task or template that it shares with others.

        human: What the reference says; None where it says nothing, or its reviewers are tied.

        outcomes: What the judge says, sample after sample; None where that is not scored.
    """

    session: int
    turn: int
    group: str
    human: Outcome | None
    outcomes: tuple[Outcome | None, ...]


class RepeatedUnits:
    """The units of one project that a judge was asked about more than once."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def of(self, compared: Compared) -> list[RepeatedUnit]:
        """
        Return them in order of import, then by turn.

        The first answer is the verdict that stands, or that of the run that `compared` names. Of
        each later sample the newest scored answer of any run counts, else the newest problem.
        """
        with at_one_moment(self._engine) as connection:
            return list(self._units(connection, compared))

    def _units(self, connection: Connection, compared: Compared) -> Iterator[RepeatedUnit]:
        rows = connection.execute(self._query(compared)).all()
        for _, of_unit in groupby(rows, attrgetter("session_id", "turn")):
            answers = list(of_unit)
            # In their order the answer that counts is the last of its sample.
            outcomes = {row.sample: _scored(row) for row in answers}
            first = answers[0]
            if len(outcomes) > 1:
                said = tuple(outcomes.values())
                yield RepeatedUnit(first.session_id, first.turn, first.group, first.human, said)

    def _query(self, compared: Compared) -> Select[Any]:
        """Select every answer on the units of sessions that were asked again, a row each."""
        answers = _answers(compared)
        human = settled(self._project, compared).subquery()
        joined = answers.join(SESSION, SESSION.c.id == answers.c.session_id)
        is_scored = case((answers.c.outcome == Outcome.NOT_SCORED, 0), else_=1)
        place = (answers.c.session_id, answers.c.turn, answers.c.sample)
        return (
            select(answers, SESSION.c.group, human.c.outcome.label("human"))
            .select_from(joined.outerjoin(human, same_unit(answers, human)))
            .where(SESSION.c.project_id == self._project)
            .order_by(*place, is_scored, answers.c.id)
        )


def of(project: Project) -> RepeatedUnits:
    """Return the units of `project` that a judge was asked about more than once."""
    return RepeatedUnits(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _answers(compared: Compared) -> FromClause:
    """Select the first answers on the sessions that were asked again, and the others."""
    answer = (VERDICT.c.session_id, VERDICT.c.turn, VERDICT.c.sample, VERDICT.c.outcome)
    repeated = [
        *is_again(Answer(0, compared.rubric_version, compared.judge)),
        VERDICT.c.criterion == compared.criterion,
        is_in(compared.reference.part, VERDICT.c.session_id),
    ]
    if compared.run is not None:
        repeated.append(VERDICT.c.run_id == compared.run)
    again = VERDICT.c.session_id.in_(select(VERDICT.c.session_id).where(and_(*repeated)))
    first = select(*answer, VERDICT.c.id).where(*given(compared), again)
    others = select(*answer, VERDICT.c.id).where(*repeated)
    return union_all(first, others).subquery()


def _scored(row: Row[Any]) -> Outcome | None:
    return None if row.outcome is Outcome.NOT_SCORED else row.outcome
