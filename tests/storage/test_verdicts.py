"""Verdicts as they are kept, and which of them stand."""

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, event

from judging.judges import JudgeIdentity
from judging.ratings import Outcome, Problem
from storage import Answer, Project
from storage.engine import opened
from storage.verdicts import Verdicts
from tests import keeping
from tests.storage import at_work


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abcd"))


def test_only_units_without_a_verdict_are_settled_by_another_judge(project: Project) -> None:
    run = at_work.started(project, "a", "b", "c")
    at_work.judge(project, run, "a")
    at_work.judge(project, run, "b", problem=Problem.REFUSED)
    at_work.judge(project, run, "c", criteria=at_work.KEYS[:4])
    answer = at_work.answer(project, run)
    numbers = [keeping.number(project, name) for name in "abcd"]

    mine = project.verdicts.settled(answer, numbers)
    another = Answer(run + 1, answer.rubric_version, answer.judge)
    others = project.verdicts.settled(another, numbers)
    stranger = project.judges.kept(JudgeIdentity("another", "recorded")).id
    none = project.verdicts.settled(Answer(run + 1, 1, stranger), numbers)

    assert mine == set(numbers[:2])
    assert others == set(numbers[:1])
    assert none == set()


def outcomes(project: Project, run: int) -> set[tuple[int, Outcome]]:
    """Return which runs gave what stands, and what."""
    return {(s.run, s.verdict.outcome) for s in at_work.standing(project, run).values()}


def test_the_first_verdict_of_a_run_stays(project: Project) -> None:
    run = at_work.started(project, "a")
    at_work.judge(project, run, "a")
    at_work.judge(project, run, "a", problem=Problem.REFUSED)

    assert outcomes(project, run) == {(run, Outcome.PASS)}


@pytest.mark.parametrize(
    ("first", "second", "stands"),
    [
        (None, None, 1),
        (Problem.REFUSED, None, 1),
        (Problem.REFUSED, Problem.TOO_LONG, 1),
        (None, Problem.REFUSED, 0),
    ],
)
def test_the_newest_scored_verdict_of_all_runs_stands_else_the_newest_problem(
    project: Project, first: Problem | None, second: Problem | None, stands: int
) -> None:
    runs = []
    for problem in (first, second):
        runs.append(at_work.started(project, "a"))
        at_work.judge(project, runs[-1], "a", problem=problem)
        project.runs.finish(runs[-1])

    assert {run for run, _ in outcomes(project, runs[0])} == {runs[stands]}


@pytest.fixture
def narrow(database_url: str) -> Iterator[Engine]:
    """Return an engine whose database takes 999 values in a statement, as some do."""
    engine = opened(database_url)

    @event.listens_for(engine, "connect")
    def limit(connection: Any, _record: object) -> None:
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 999)

    yield engine
    engine.dispose()


def test_as_many_sessions_as_there_are_can_be_kept_at_once(
    project: Project, narrow: Engine
) -> None:
    names = [f"s{n}" for n in range(1200)]
    keeping.add(project, *map(keeping.session, names))
    numbers = dict(zip(names, project.sessions.ids()[4:], strict=True))
    runs = [at_work.started(project, "a", judge="example")]
    project.runs.finish(runs[0])
    runs.append(at_work.started(project, "a", judge="example"))
    verdicts = {numbers[name]: at_work.verdicts(name) for name in names}
    kept = Verdicts(narrow, project.number)

    for run in runs:
        kept.add(at_work.answer(project, run), verdicts)

    answer = at_work.answer(project, runs[1])
    assert kept.settled(answer, list(numbers.values())) == set(numbers.values())
    assert outcomes(project, runs[1]) == {(runs[1], Outcome.PASS)}


def test_verdicts_are_looked_up_by_session_however_many_their_run_has(
    project: Project, database_url: str
) -> None:
    run = at_work.started(project, "a")
    answer, number = at_work.answer(project, run), keeping.number(project, "a")
    engine = opened(database_url)
    kept = Verdicts(engine, project.number)

    with at_work.planned(engine) as steps:
        kept.add(answer, {number: at_work.verdicts("a")})
        kept.settled(answer, [number])
    engine.dispose()

    looked_up = [step for step in steps if "verdict" in step]
    assert len(looked_up) == 4
    assert all("ix_verdict_session_id (session_id=?)" in step for step in looked_up)
