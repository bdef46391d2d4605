"""Which sessions a judge has answered to the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import BindParameter, ColumnElement, Connection, Select, case, func, select

from judging.ratings import Outcome
from judging.rubrics import Level
from judging.sessions import Role
from storage.tables import CriterionRow, TurnRow, VerdictRow, table

CRITERION, TURN, VERDICT = table(CriterionRow), table(TurnRow), table(VerdictRow)


@dataclass(frozen=True, slots=True)
class Answer:
    """Verdicts of one judge under one rubric version, as a run adds them."""

    run: int
    rubric_version: int
    judge: int


def scored(connection: Connection, rubric_version: int, judge: int) -> set[int]:
    """Return the sessions on which a judge has answered all of a rubric, and all is scored."""
    is_all = _is_all(connection, rubric_version)
    return set(connection.scalars(_scored(rubric_version, judge, is_all)))


def settled(connection: Connection, answer: Answer, sessions: Sequence[int]) -> set[int]:
    """Return those of `sessions` that a run need not judge: see `Verdicts.settled`."""
    is_all = _is_all(connection, answer.rubric_version)
    given = (
        select(VERDICT.c.session_id)
        .where(is_of_run(answer.run), VERDICT.c.sample == 1)
        .group_by(VERDICT.c.session_id)
        .having(is_all)
    )
    by_all = _scored(answer.rubric_version, answer.judge, is_all)
    found: set[int] = set()
    for some in in_parts(sessions):
        found.update(connection.scalars(given.where(VERDICT.c.session_id.in_(some))))
        found.update(connection.scalars(by_all.where(VERDICT.c.session_id.in_(some))))
    return found


def is_of_run(run: int | BindParameter[int]) -> ColumnElement[bool]:
    # With a sum no index on the run is of use: SQLite would read all its verdicts, and not those
    # on a few hundred sessions.
    return VERDICT.c.run_id + 0 == run


def in_parts(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield `numbers` by the 500: databases take only so many values in one statement."""
    for start in range(0, len(numbers), 500):
        yield numbers[start : start + 500]


def _scored(rubric_version: int, judge: int, is_all: ColumnElement[bool]) -> Select[tuple[int]]:
    is_problem = case((VERDICT.c.outcome == Outcome.NOT_SCORED, 1), else_=0)
    return (
        select(VERDICT.c.session_id)
        .where(
            VERDICT.c.rubric_version_id == rubric_version,
            VERDICT.c.judge_id == judge,
            VERDICT.c.stands,
        )
        .group_by(VERDICT.c.session_id)
        .having(func.sum(is_problem) == 0)
        .having(is_all)
    )


def _is_all(connection: Connection, rubric_version: int) -> ColumnElement[bool]:
    """Tell of a session's verdicts, one a criterion and turn, whether they are as many as asked."""
    query = select(CRITERION.c.level, func.count()).group_by(CRITERION.c.level)
    of_version = query.where(CRITERION.c.rubric_version_id == rubric_version)
    asked = {level: n for level, n in connection.execute(of_version)}  # noqa: C416
    once, of_turns = asked.get(Level.SESSION, 0), asked.get(Level.TURN, 0)
    turns = (
        select(func.count())
        .where(TURN.c.session_id == VERDICT.c.session_id, TURN.c.role == Role.ASSISTANT)
        .correlate(VERDICT)
        .scalar_subquery()
    )
    given: ColumnElement[int] = func.count()
    enough: ColumnElement[bool] = given >= (once + of_turns * turns if of_turns else once)
    return enough
