"""What is left of a run when its work is over."""

import pytest
from sqlalchemy import text

from judging.ratings import Problem
from judging.rubrics import Criterion, Level, RubricVersion
from storage import Project, RunStatus
from storage.engine import opened, writing
from tests import keeping
from tests.storage import at_work

RUNNING, PAUSED = RunStatus.RUNNING, RunStatus.PAUSED
DONE, FAILED = RunStatus.DONE, RunStatus.FAILED


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abcd"))


def test_work_that_stops_with_units_left_has_failed(project: Project) -> None:
    run = at_work.started(project, "a", "b", "c")
    at_work.judge(project, run, "a")

    project.runs.finish(run)

    line = project.runs.get(run)
    assert line.status is FAILED
    assert line.reason == "The work stopped with 2 units left: resume the run."
    assert line.left == 2


def test_a_unit_with_a_problem_is_not_left(project: Project) -> None:
    run = at_work.started(project, "a", "b", "c")
    at_work.judge(project, run, "a")
    at_work.judge(project, run, "b", problem=Problem.REFUSED)
    at_work.deferred(project, run, "c")

    project.runs.finish(run)

    line = project.runs.get(run)
    assert (line.status, line.left) == (DONE, 0)
    assert line.not_scored == {Problem.REFUSED: 1, Problem.DEFERRED: 1}


def test_what_another_run_has_judged_meanwhile_is_not_left(project: Project) -> None:
    paused = at_work.started(project, "a", "b")
    at_work.judge(project, paused, "a")
    project.runs.steer(paused, {RUNNING: PAUSED}, word="paused")
    meanwhile = at_work.started(project, "b")
    at_work.judge(project, meanwhile, "b")
    project.runs.finish(meanwhile)
    project.runs.resume(paused)
    project.runs.begin(paused, epoch=1)

    project.runs.finish(paused, epoch=1)

    line = project.runs.get(paused)
    assert (line.status, line.reason) == (DONE, "")
    assert (line.units, line.cached, line.scored, line.left) == (2, 1, 2, 0)


def test_what_another_run_has_left_unscored_is_left(project: Project) -> None:
    paused = at_work.started(project, "a", "b")
    project.runs.steer(paused, {RUNNING: PAUSED}, word="paused")
    meanwhile = at_work.started(project, "a", "b")
    at_work.judge(project, meanwhile, "a")
    at_work.judge(project, meanwhile, "b", problem=Problem.REFUSED)
    project.runs.finish(meanwhile)
    project.runs.resume(paused)
    project.runs.begin(paused, epoch=1)

    project.runs.finish(paused, epoch=1)

    line = project.runs.get(paused)
    assert (line.status, line.left) == (FAILED, 2)


def test_a_session_that_is_no_longer_there_is_not_left(project: Project, database_url: str) -> None:
    run = at_work.started(project, "a", "b")
    at_work.judge(project, run, "a")
    engine = opened(database_url)
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM session WHERE external_id = 'b'"))
    engine.dispose()

    project.runs.finish(run)

    line = project.runs.get(run)
    assert (line.status, line.units, line.scored, line.left) == (DONE, 1, 1, 0)


def test_turns_are_units_of_their_own_where_they_are_asked(project: Project) -> None:
    new = at_work.new(project, "a", "b", rubric="turn@1", level=Level.TURN, units=5)
    run = project.runs.start(new)
    keys = ("turn_pass",)
    project.ledger.settle(
        *(at_work.judged(project, run, "a", criteria=keys, turn=turn) for turn in (2, 4))
    )

    project.runs.finish(run)

    line = project.runs.get(run)
    assert (line.status, line.scored, line.left) == (FAILED, 2, 3)
    assert line.reason.startswith("The work stopped with 3 units left")


def test_turns_that_another_run_has_judged_are_counted_as_turns(project: Project) -> None:
    keys = ("turn_pass",)
    new = at_work.new(project, "a", rubric="turn@1", level=Level.TURN, units=2)
    paused = project.runs.start(new)
    project.runs.steer(paused, {RUNNING: PAUSED}, word="paused")
    meanwhile = project.runs.start(new)
    project.ledger.settle(
        *(at_work.judged(project, meanwhile, "a", criteria=keys, turn=turn) for turn in (2, 4))
    )
    project.runs.finish(meanwhile)
    project.runs.resume(paused)
    project.runs.begin(paused, epoch=1)

    project.runs.finish(paused)

    line = project.runs.get(paused)
    assert (line.status, line.units, line.cached, line.left) == (DONE, 2, 2, 0)


def test_a_session_is_one_unit_of_a_rubric_that_asks_of_turns_as_well(project: Project) -> None:
    asks = (Criterion("goal_met", "Met?"), Criterion("turn_pass", "Fine?", level=Level.TURN))
    project.rubrics.add(RubricVersion("mixed", 0, asks))
    run = project.runs.start(at_work.new(project, "a", "b", rubric="mixed@1"))
    for name in "ab":
        project.ledger.settle(
            at_work.judged(project, run, name, criteria=("goal_met",)),
            at_work.judged(project, run, name, criteria=("turn_pass",), turn=2),
            at_work.judged(project, run, name, criteria=("turn_pass",), turn=4),
        )

    project.runs.finish(run)

    line = project.runs.get(run)
    assert (line.status, line.scored, line.units, line.left) == (DONE, 2, 2, 0)


def test_a_unit_with_an_open_question_is_left(project: Project) -> None:
    run = at_work.started(project, "a", "b")
    at_work.judge(project, run, "a")
    at_work.judge(project, run, "b", criteria=at_work.KEYS[1:])
    at_work.deferred(project, run, "b", criterion="goal_met")
    project.ledger.begin(at_work.asked(project, run, "b", attempt=2, criterion="goal_met"))

    project.runs.finish(run)

    line = project.runs.get(run)
    assert (line.status, line.units, line.left) == (FAILED, 2, 1)
