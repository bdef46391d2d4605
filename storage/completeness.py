"""Which sessions a judge has answered to the end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    FromClause,
    Select,
    bindparam,
    case,
    func,
    select,
)

from judging.ratings import Outcome
from judging.rubrics import Level
from judging.sessions import Role
from storage.tables import CriterionRow, RunRow, TurnRow, VerdictRow, table

CRITERION, TURN, VERDICT = table(CriterionRow), table(TurnRow), table(VerdictRow)
RUN = table(RunRow)
THESE = VERDICT.c.session_id.in_(bindparam("sessions", expanding=True))

Some = TypeVar("Some")


@dataclass(frozen=True, slots=True)
class Answer:
    """
    Verdicts of one judge under one rubric version, as a run adds them.

    Attributes:
        samples: How many of each unit the run asks for.

        level: Of which criteria, where the run asks of one level alone; None for all.
    """

    run: int
    rubric_version: int
    judge: int
    samples: int = 1
    level: Level | None = None


def scored(connection: Connection, answer: Answer) -> set[int]:
    """Return the sessions on which a judge, in whatever runs, has scored all that is asked."""
    first, *others = _scored(connection, answer)
    found = set(connection.scalars(first))
    for other in others:
        given = Counter(connection.scalars(other))
        found = {session for session in found if given[session] == answer.samples - 1}
    return found


def settled(connection: Connection, answer: Answer, sessions: Sequence[int]) -> set[int]:
    """Return those of `sessions` that a run need not judge: see `Verdicts.due`."""
    return set(sessions) - due(connection, answer, sessions).keys()


def due(
    connection: Connection, answer: Answer, sessions: Sequence[int]
) -> dict[int, tuple[int, ...]]:
    """Return what of `sessions` a run has yet to ask for: see `Verdicts.due`."""
    found: dict[int, set[int]] = {session: set() for session in sessions}
    for query in (_given(connection, answer), *_scored(connection, answer, THESE)):
        for some in in_parts(sessions):
            for session, sample in connection.execute(query, {"sessions": some}):
                found[session].add(sample)
    samples = range(1, answer.samples + 1)
    left = {s: tuple(n for n in samples if n not in given) for s, given in found.items()}
    return {session: missing for session, missing in left.items() if missing}


def is_of_run(run: int | BindParameter[int]) -> ColumnElement[bool]:
    # With a sum no index on the run is of use: SQLite would read all its verdicts, and not those
    # on a few hundred sessions.
    return VERDICT.c.run_id + 0 == run


def in_parts(numbers: Sequence[Some]) -> Iterator[Sequence[Some]]:
    """Yield what is given by the 500: databases take only so many values in one statement."""
    for start in range(0, len(numbers), 500):
        yield numbers[start : start + 500]


def _given(connection: Connection, answer: Answer) -> Select[int, int]:
    """Select what a run has given itself, problems among it."""
    mine = (is_of_run(answer.run), VERDICT.c.sample <= answer.samples, THESE)
    return _complete(connection, answer, VERDICT, *mine)


def _scored(
    connection: Connection, answer: Answer, *these: ColumnElement[bool]
) -> Iterator[Select[int, int]]:
    """Yield what selects all that a judge has scored: the first answers, then the others."""
    is_problem = case((VERDICT.c.outcome == Outcome.NOT_SCORED, 1), else_=0)
    first = (*_is_theirs(answer), VERDICT.c.stands, *these)
    yield _complete(connection, answer, VERDICT, *first).having(func.sum(is_problem) == 0)
    if answer.samples > 1:
        # By session where these are few, since all of a run's verdicts would be read else.
        which = (*_is_theirs(answer), VERDICT.c.sample > 1, *these) if these else is_again(answer)
        yield _complete(connection, answer, _others(answer, which))


def _is_theirs(answer: Answer) -> tuple[ColumnElement[bool], ...]:
    version, judge = answer.rubric_version, answer.judge
    return (VERDICT.c.rubric_version_id == version, VERDICT.c.judge_id == judge)


def _others(answer: Answer, which: Sequence[ColumnElement[bool]]) -> FromClause:
    """Select scored answers beside the first, each once however many runs gave it."""
    unit = (VERDICT.c.session_id, VERDICT.c.sample, VERDICT.c.criterion, VERDICT.c.turn)
    scored = (VERDICT.c.outcome != Outcome.NOT_SCORED, VERDICT.c.sample <= answer.samples)
    return select(*unit).distinct().where(*which, *scored).subquery()


def is_again(answer: Answer) -> tuple[ColumnElement[bool], ...]:
    """Tell of a verdict whether it is an answer beside the first: by runs, which have an index."""
    repeated = select(RUN.c.id).where(
        RUN.c.rubric_version_id == answer.rubric_version,
        RUN.c.judge_id == answer.judge,
        RUN.c.samples > 1,
    )
    return (VERDICT.c.run_id.in_(repeated), VERDICT.c.sample > 1)


def _complete(
    connection: Connection, answer: Answer, of: FromClause, *which: ColumnElement[bool]
) -> Select[int, int]:
    """Select each session, and sample of it, with an answer on every criterion and turn asked."""
    is_all = _is_all(connection, answer, of)
    sample = (of.c.session_id, of.c.sample)
    asked = {Level.SESSION: of.c.turn == 0, Level.TURN: of.c.turn > 0}
    some = [asked[answer.level]] if answer.level else []
    return select(*sample).where(*which, *some).group_by(*sample).having(is_all)


def _is_all(connection: Connection, answer: Answer, of: FromClause) -> ColumnElement[bool]:
    """Tell of a session's verdicts, one a criterion and turn, whether they are as many as asked."""
    query = select(CRITERION.c.level, func.count()).group_by(CRITERION.c.level)
    of_version = query.where(CRITERION.c.rubric_version_id == answer.rubric_version)
    asked = {
        level: n
        for level, n in connection.execute(of_version)
        if answer.level in (None, Level(level))
    }
    once, of_turns = asked.get(Level.SESSION, 0), asked.get(Level.TURN, 0)
    turns = (
        select(func.count())
        .where(TURN.c.session_id == of.c.session_id, TURN.c.role == Role.ASSISTANT)
        .correlate(of)
        .scalar_subquery()
    )
    given: ColumnElement[int] = func.count()
    enough: ColumnElement[bool] = given >= (once + of_turns * turns if of_turns else once)
    return enough
