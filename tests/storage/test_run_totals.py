"""What a run has come to."""

import pytest

from judging.judges.usage import Usage
from judging.ratings import Problem
from storage import CallStatus, Project, run_totals
from storage.engine import opened
from storage.run_totals import Totals
from tests import keeping
from tests.storage import at_work

ONE, OTHER = "goal_met", "consistent"
OTHERS = at_work.KEYS[1:]
# The names of questions in the ledger: of all criteria, of one, of two, and of what two rest on.
TOGETHER = ("", ONE, f"{ONE},{OTHER}", f"(summary 1),{OTHER},{ONE}")


@pytest.fixture
def run(project: Project) -> int:
    keeping.add(project, *(keeping.session(name) for name in "abcd"))
    return at_work.started(project, "a", "b", "c", "d")


def totals(project: Project, run: int) -> Totals:
    engine = opened(project.store.url)
    with engine.connect() as connection:
        found = run_totals.count(connection, run)
    engine.dispose()
    return found


def test_a_run_that_has_done_nothing_has_come_to_nothing(project: Project, run: int) -> None:
    assert totals(project, run) == Totals()
    assert totals(project, run + 1) == Totals()


def test_a_unit_is_scored_once_however_many_criteria_it_has(project: Project, run: int) -> None:
    at_work.judge(project, run, "a", "b")

    assert totals(project, run) == Totals(scored=2)


def test_one_criterion_without_an_outcome_leaves_a_unit_unscored(
    project: Project, run: int
) -> None:
    at_work.judge(project, run, "a", criteria=OTHERS)
    at_work.judge(project, run, "a", problem=Problem.REFUSED, criteria=(ONE,))
    at_work.judge(project, run, "b", problem=Problem.TOO_LONG)

    found = totals(project, run)

    assert (found.scored, found.units) == (0, 2)
    assert found.not_scored == {Problem.REFUSED: 1, Problem.TOO_LONG: 1}


def test_a_unit_put_off_is_not_scored_and_has_no_verdict(project: Project, run: int) -> None:
    at_work.deferred(project, run, "a")
    at_work.judge(project, run, "b")

    found = totals(project, run)

    assert (found.scored, found.not_scored) == (1, {Problem.DEFERRED: 1})


def test_a_unit_of_which_one_question_is_put_off_is_put_off(project: Project, run: int) -> None:
    at_work.judge(project, run, "a", criteria=OTHERS)
    at_work.deferred(project, run, "a", criterion=ONE)

    found = totals(project, run)

    assert (found.scored, found.not_scored) == (0, {Problem.DEFERRED: 1})


def test_a_unit_of_which_two_questions_are_put_off_is_one(project: Project, run: int) -> None:
    at_work.deferred(project, run, "a", criterion=ONE)
    at_work.deferred(project, run, "a", criterion=OTHER)

    assert totals(project, run).not_scored == {Problem.DEFERRED: 1}


@pytest.mark.parametrize("criterion", TOGETHER)
def test_a_question_answered_at_a_later_attempt_is_no_longer_put_off(
    project: Project, run: int, criterion: str
) -> None:
    at_work.deferred(project, run, "a", criterion=criterion)
    at_work.call(project, run, "a", attempt=2, criterion=criterion)
    at_work.judge(project, run, "a")

    found = totals(project, run)

    assert (found.scored, found.not_scored, found.calls) == (1, {}, 2)


@pytest.mark.parametrize("criterion", TOGETHER)
def test_a_question_that_another_runs_answer_settled_is_no_longer_put_off(
    project: Project, run: int, criterion: str
) -> None:
    at_work.deferred(project, run, "a", criterion=criterion)
    at_work.judge(project, run, "a")

    found = totals(project, run)

    assert (found.scored, found.not_scored) == (1, {})


def test_an_answer_to_what_has_only_a_part_of_its_name_settles_nothing(
    project: Project, run: int
) -> None:
    at_work.deferred(project, run, "a", criterion=f"(part 1),{ONE}_{OTHER}")
    at_work.judge(project, run, "a", criteria=(ONE, OTHER))

    assert totals(project, run).not_scored == {Problem.DEFERRED: 1}


def test_another_questions_answer_settles_nothing(project: Project, run: int) -> None:
    at_work.deferred(project, run, "a", criterion=ONE)
    at_work.call(project, run, "a", attempt=2, criterion=OTHER)
    at_work.judge(project, run, "a", criteria=(OTHER,))

    assert totals(project, run).not_scored == {Problem.DEFERRED: 1}


def test_a_unit_that_is_asked_again_and_not_yet_answered_is_neither(
    project: Project, run: int
) -> None:
    at_work.judge(project, run, "a", criteria=OTHERS)
    at_work.deferred(project, run, "a", criterion=ONE)
    project.ledger.begin(at_work.asked(project, run, "a", attempt=2, criterion=ONE))

    found = totals(project, run)

    assert (found.units, found.in_flight) == (0, 1)


def test_a_unit_put_off_again_is_put_off_once(project: Project, run: int) -> None:
    at_work.deferred(project, run, "a")
    at_work.deferred(project, run, "a", attempt=2)

    assert totals(project, run).not_scored == {Problem.DEFERRED: 1}


def test_a_request_without_a_reply_is_on_its_way(project: Project, run: int) -> None:
    at_work.call(project, run, "a")
    project.ledger.begin(at_work.asked(project, run, "b"))

    found = totals(project, run)

    assert (found.calls, found.in_flight) == (2, 1)


def test_tokens_and_money_add_up_over_all_attempts(project: Project, run: int) -> None:
    invalid, ok = CallStatus.INVALID, CallStatus.OK
    at_work.call(project, run, "a", invalid, usage=Usage(1, 2, 3, 4), cost=10)
    at_work.call(project, run, "a", ok, attempt=2, usage=Usage(10, 20, 30, 40), cost=5)
    at_work.call(project, run, "b", CallStatus.ERROR, reply="", error="dropped")
    other = at_work.started(project, "a", judge="other")
    at_work.call(project, other, "a", usage=Usage(1, 1, 1, 1), cost=1)

    found = totals(project, run)

    assert (found.usage, found.cost, found.calls) == (Usage(11, 22, 33, 44), 15, 3)


def test_there_is_no_cost_where_one_call_has_no_known_price(project: Project, run: int) -> None:
    at_work.call(project, run, "a", usage=Usage(1, 0, 0, 1), cost=10)
    at_work.call(project, run, "b", usage=Usage(1, 0, 0, 1), cost=None)

    found = totals(project, run)

    assert found.cost is None
    assert found.usage == Usage(2, 0, 0, 2)


def test_a_run_without_calls_cost_nothing(project: Project, run: int) -> None:
    at_work.judge(project, run, "a")

    assert totals(project, run).cost == 0


def test_what_is_kept_comes_back() -> None:
    found = Totals(3, {Problem.REFUSED: 2}, 9, 1, Usage(1, 2, 3, 4), None)

    assert Totals.of_json(found.as_json()) == found


def test_whether_a_question_is_answered_is_looked_up_by_session(project: Project, run: int) -> None:
    engine = opened(project.store.url)

    with at_work.planned(engine) as steps, engine.connect() as connection:
        run_totals.count(connection, run)
    engine.dispose()

    answers = [step for step in steps if "SEARCH verdict_" in step]
    assert len(answers) == 2
    assert all("ix_verdict_session_id (session_id=?)" in step for step in answers)
    assert not any("SCAN verdict" in step or "SCAN judge_call" in step for step in steps)


def test_an_answer_of_which_nobody_counted_the_tokens_did_not_cost_nothing(
    project: Project, run: int
) -> None:
    at_work.call(project, run, "a", usage=Usage(1, 0, 0, 1), cost=10)
    at_work.call(project, run, "b", usage=None, cost=None)

    assert totals(project, run).cost is None
