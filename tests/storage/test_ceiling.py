"""What a run may cost at most, in the ledger."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from judging.judges.usage import Usage
from storage import CallStatus, Ledger, Project, RunStatus, Settled
from storage.ceiling import LOST_AFTER, NoRoomError, Room
from storage.engine import opened, writing
from storage.tables.columns import now
from tests import keeping
from tests.storage import at_work

SOME = Usage(input=1, output=1)


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abcdef"))


@pytest.fixture
def run(project: Project) -> int:
    """Return a run that may cost a hundred micro-dollars."""
    return project.runs.start(replace(at_work.new(project, *"abcdef"), max_cost=100))


def begun(
    project: Project, run: int, name: str, most: int | None = 40, *, ledger: Ledger | None = None
) -> int | Room | None:
    """Return the call's number, or whether there may be room for it later."""
    try:
        asked = replace(at_work.asked(project, run, name), most=most)
        return (ledger or project.ledger).begin(asked)
    except NoRoomError as objection:
        return objection.room


def settle(project: Project, call: int | Room | None, cost: int) -> None:
    assert isinstance(call, int)
    project.ledger.settle(Settled(call, CallStatus.OK, SOME, cost, "{}", http_status=200))


def test_what_is_on_its_way_counts_with_all_that_it_may_cost(project: Project, run: int) -> None:
    calls = [begun(project, run, name) for name in "abc"]

    assert [isinstance(call, int) for call in calls] == [True, True, False]
    assert calls[2] is Room.LATER


def test_what_has_come_back_counts_with_what_it_cost(project: Project, run: int) -> None:
    calls = [begun(project, run, name) for name in "ab"]
    settle(project, calls[0], 10)

    assert isinstance(begun(project, run, "c"), int)
    assert begun(project, run, "d") is Room.LATER
    assert isinstance(begun(project, run, "e", most=10), int)


def test_there_is_none_where_it_is_spent(project: Project, run: int) -> None:
    settle(project, begun(project, run, "a"), 61)

    assert begun(project, run, "b") is Room.NONE
    assert isinstance(begun(project, run, "c", most=39), int)


def test_another_process_counts_the_same(project: Project, run: int) -> None:
    engine = opened(project.store.url)
    other = Ledger(engine, project.number)
    first = begun(project, run, "a")
    assert isinstance(begun(project, run, "b", ledger=other), int)
    settle(project, first, 70)

    found = begun(project, run, "c", ledger=other)

    engine.dispose()
    assert found is Room.NONE


def test_what_was_lost_long_ago_counts_as_spent(project: Project, run: int) -> None:
    begun(project, run, "a", most=70)
    before = begun(project, run, "b")
    engine = opened(project.store.url)
    long_ago = now() - LOST_AFTER - timedelta(seconds=1)
    with writing(engine) as connection:
        connection.execute(text("UPDATE judge_call SET started_at = :at"), {"at": long_ago})
    anew = Ledger(engine, project.number)

    after = begun(project, run, "b", ledger=anew)

    engine.dispose()
    assert (before, after) == (Room.LATER, Room.NONE)


def test_what_is_reckoned_is_no_cost(project: Project, run: int) -> None:
    begun(project, run, "a")

    [call] = project.calls.of_session(run, "a")
    assert (project.runs.get(run).cost, call.cost) == (0, None)


def test_a_ceiling_that_is_raised_has_room(project: Project, run: int) -> None:
    settle(project, begun(project, run, "a"), 100)
    before = begun(project, run, "b")
    at_work.put(project, run, RunStatus.PAUSED)

    project.runs.resume(run, max_cost=140)

    assert before is Room.NONE
    assert isinstance(begun(project, run, "b"), int)


def test_without_a_ceiling_there_is_always_room(project: Project) -> None:
    run = at_work.started(project, "a", "b")

    assert isinstance(begun(project, run, "a", most=10**9), int)
    assert isinstance(begun(project, run, "b", most=None), int)
