"""Calls as they are looked at afterwards."""

import pytest
from sqlalchemy import text

from calibration import projects
from judging.ratings import Problem
from storage import CallStatus, ProblemUnit, Project
from storage.engine import opened
from tests import keeping
from tests.storage import at_work

ONE, OTHER = "goal_met", "consistent"


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abc"))


@pytest.fixture
def run(project: Project) -> int:
    return at_work.started(project, "a", "b", "c")


def verdict(project: Project, run: int, name: str, criterion: str = ONE) -> int:
    """Return the number of a verdict."""
    engine = opened(project.store.url)
    query = text(
        "SELECT id FROM verdict WHERE run_id = :run AND session_id = :session AND criterion = :key"
    )
    values = {"run": run, "session": keeping.number(project, name), "key": criterion}
    with engine.connect() as connection:
        number = connection.scalar(query, values)
    engine.dispose()
    assert isinstance(number, int)
    return number


def test_a_verdict_shows_every_attempt_that_it_took(project: Project, run: int) -> None:
    at_work.call(project, run, "a", CallStatus.INVALID, reply="Well,", error="unreadable")
    last = at_work.call(project, run, "a", attempt=2, reply='{"goal_met": "pass"}')
    at_work.call(project, run, "b")
    project.ledger.settle(at_work.judged(project, run, "a", calls={ONE: last}))

    behind = project.calls.behind(verdict(project, run, "a"))

    assert [(call.attempt, call.status, call.reply) for call in behind] == [
        (1, CallStatus.INVALID, "Well,"),
        (2, CallStatus.OK, '{"goal_met": "pass"}'),
    ]
    assert behind[0].request == behind[1].request == {"asked of": "a"}


def test_only_the_attempts_at_its_own_question_are_behind_a_verdict(
    project: Project, run: int
) -> None:
    calls = {key: at_work.call(project, run, "a", criterion=key) for key in (ONE, OTHER)}
    project.ledger.settle(at_work.judged(project, run, "a", calls=calls))

    behind = project.calls.behind(verdict(project, run, "a", OTHER))

    assert [call.criterion for call in behind] == [OTHER]
    assert len(project.calls.of_session(run, "a")) == 2


def test_a_verdict_from_an_answer_paid_for_before_shows_the_run_that_paid(
    project: Project, run: int
) -> None:
    paid = at_work.call(project, run, "a", reply="paid")
    later = at_work.started(project, "a", judge="its twin")
    reused = project.ledger.reusable("key")
    assert reused is not None
    project.ledger.settle(at_work.judged(project, later, "a", calls={ONE: reused.call}))

    [call] = project.calls.behind(verdict(project, later, "a"))

    assert (call.id, call.run, call.reply) == (paid, run, "paid")
    assert project.calls.of_session(later, "a") == []


def test_nothing_is_behind_a_verdict_that_no_model_gave(project: Project, run: int) -> None:
    at_work.judge(project, run, "a")

    assert project.calls.behind(verdict(project, run, "a")) == []
    assert project.calls.behind(0) == []


def test_a_request_that_never_had_a_reply_is_shown(project: Project, run: int) -> None:
    project.ledger.begin(at_work.asked(project, run, "a"))

    [call] = project.calls.of_session(run, "a")

    assert (call.status, call.reply, call.usage) == (CallStatus.STARTED, "", None)
    assert call.finished_at is None


def test_units_without_an_outcome_are_listed_with_why(project: Project, run: int) -> None:
    project.ledger.settle(
        at_work.judged(project, run, "a"),
        at_work.judged(project, run, "b", Problem.REFUSED, rationale="Not for me."),
    )
    at_work.deferred(project, run, "c")

    assert project.calls.problems(run) == [
        ProblemUnit("b", 0, Problem.REFUSED, at_work.KEYS, "Not for me."),
        ProblemUnit("c", 0, Problem.DEFERRED, (), "overloaded_error"),
    ]
    assert len(project.calls.problems(run, limit=1)) == 1


def test_a_unit_put_off_twice_is_listed_once_with_all_it_lacks(project: Project, run: int) -> None:
    for attempt in (1, 2):
        for key in (ONE, OTHER):
            at_work.deferred(project, run, "a", criterion=key, attempt=attempt)

    expected = ProblemUnit("a", 0, Problem.DEFERRED, (ONE, OTHER), "overloaded_error")
    assert project.calls.problems(run) == [expected]


def test_a_question_answered_since_is_not_listed(project: Project, run: int) -> None:
    for key in (ONE, OTHER):
        at_work.deferred(project, run, "a", criterion=key)
    at_work.call(project, run, "a", criterion=ONE, attempt=2)
    at_work.judge(project, run, "a", criteria=(ONE,))

    [unit] = project.calls.problems(run)

    assert unit.criteria == (OTHER,)


def test_another_projects_calls_are_not_shown(project: Project, run: int) -> None:
    last = at_work.call(project, run, "a")
    project.ledger.settle(
        at_work.judged(project, run, "a", Problem.REFUSED, calls=dict.fromkeys(at_work.KEYS, last))
    )
    at_work.deferred(project, run, "b")
    other = projects.new_or_existing(project.store, "other")

    assert other.calls.behind(verdict(project, run, "a")) == []
    assert other.calls.of_session(run, "a") == []
    assert other.calls.problems(run) == []
