"""The ledger of calls."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError

from calibration import projects
from judging.judges.usage import Usage
from judging.ratings import Outcome, Problem
from storage import CallStatus, Project, Settled, Store
from storage.engine import opened, writing
from storage.ledger import Ledger
from tests import keeping
from tests.storage import at_work

WIDE = 32


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "abc"))


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = opened(database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def run(project: Project) -> int:
    return at_work.started(project, "a", "b", "c")


def rows(engine: Engine, columns: str) -> list[tuple[Any, ...]]:
    with engine.connect() as connection:
        query = text(f"SELECT {columns} FROM judge_call ORDER BY id")  # noqa: S608
        return [tuple(row) for row in connection.execute(query)]


def test_only_what_became_of_a_request_waits_for_the_disk(
    project: Project, engine: Engine, run: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[list[tuple[Any, ...]]] = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(rows(engine, "status")))

    number = project.ledger.begin(at_work.asked(project, run, "a"))
    assert number is not None
    assert synced == []

    project.ledger.settle(Settled(number, CallStatus.OK, reply="{}"))
    assert synced == [[("ok",)]]


def test_the_row_is_there_before_the_request_is_sent(
    project: Project, engine: Engine, run: int
) -> None:
    number = project.ledger.begin(at_work.asked(project, run, "a", key="k"))

    columns = "id, run_id, turn, attempt, cache_key, status, finished_at"
    assert rows(engine, columns) == [(number, run, 0, 1, "k", "started", None)]


def test_an_answer_is_written_beside_its_request(project: Project, run: int) -> None:
    number = project.ledger.begin(at_work.asked(project, run, "a"))
    assert number is not None

    project.ledger.settle(
        Settled(
            number,
            CallStatus.OK,
            Usage(1, 2, 3, 4),
            cost=5,
            reply='{"body": "ü"}',
            request_id="req-1",
            http_status=200,
            latency_ms=7,
        )
    )

    [call] = project.calls.of_session(run, "a")
    assert (call.status, call.usage, call.cost) == (CallStatus.OK, Usage(1, 2, 3, 4), 5)
    assert (call.request, call.reply) == ({"asked of": "a"}, '{"body": "ü"}')
    assert (call.request_id, call.http_status, call.latency_ms) == ("req-1", 200, 7)
    assert call.finished_at is not None


def test_what_was_not_counted_is_not_zero(project: Project, run: int) -> None:
    at_work.call(project, run, "a", CallStatus.ERROR, reply="", error="dropped")

    [call] = project.calls.of_session(run, "a")
    assert (call.usage, call.cost, call.http_status) == (None, None, None)
    assert (call.reply, call.error, call.problem) == ("", "dropped", None)


def test_an_equal_answered_request_is_found(project: Project, run: int) -> None:
    at_work.call(project, run, "a", reply="old")
    newer = at_work.call(project, run, "b", reply="new")

    found = project.ledger.reusable("key")

    assert found is not None
    assert (found.call, found.reply) == (newer, "new")
    assert project.ledger.reusable("another key") is None


@pytest.mark.parametrize("status", [CallStatus.INVALID, CallStatus.ERROR])
def test_one_that_came_to_nothing_is_not_reused(
    project: Project, run: int, status: CallStatus
) -> None:
    at_work.call(project, run, "a", status, reply="{}")
    project.ledger.begin(at_work.asked(project, run, "b"))

    assert project.ledger.reusable("key") is None


def test_another_projects_answers_stay_there(project: Project, run: int) -> None:
    at_work.call(project, run, "a")
    other = projects.new_or_existing(project.store, "other")

    assert project.ledger.reusable("key")
    assert other.ledger.reusable("key") is None


def test_an_equal_request_is_found_by_the_index_of_answered_ones(
    project: Project, engine: Engine, run: int
) -> None:
    at_work.call(project, run, "a")

    with at_work.planned(engine) as steps:
        Ledger(engine, project.number).reusable("key")

    assert any("ix_judge_call_cache_key_ok (cache_key=?)" in step for step in steps)
    assert not any("SCAN" in step or "TEMP B-TREE" in step for step in steps)


def test_an_attempt_that_another_process_has_begun_is_not_begun_again(
    project: Project, database_url: str, run: int
) -> None:
    other = Store(database_url)
    assert other.project("default").ledger.begin(at_work.asked(project, run, "a"))

    again = project.ledger.begin(at_work.asked(project, run, "a"))
    next_one = project.ledger.begin(at_work.asked(project, run, "a", attempt=2))

    other.close()
    assert again is None
    assert next_one is not None


def test_one_that_was_begun_elsewhere_keeps_no_other_thread_from_beginning(
    project: Project, run: int
) -> None:
    project.ledger.begin(at_work.asked(project, run, "a"))
    asked = [at_work.asked(project, run, "a", attempt=n % 5 + 1) for n in range(WIDE)]

    with ThreadPoolExecutor(WIDE) as pool:
        begun = list(pool.map(project.ledger.begin, asked))

    numbers = [number for number in begun if number]
    assert len(set(numbers)) == len(numbers) == 4
    assert project.runs.get(run).calls == 5


def test_verdicts_that_another_process_gave_first_stay_and_the_call_is_settled(
    project: Project, database_url: str, run: int
) -> None:
    other = Store(database_url)
    other.project("default").ledger.settle(at_work.judged(project, run, "a", rationale="first"))
    other.close()
    number = project.ledger.begin(at_work.asked(project, run, "a"))
    assert number is not None

    second = at_work.judged(project, run, "a", Problem.REFUSED, calls={"goal_met": number})
    settled = Settled(number, CallStatus.OK, Usage(output=1), cost=3, reply="{}")
    project.ledger.settle(settled, second)

    assert project.calls.of_session(run, "a")[0].cost == 3
    assert {v.verdict.rationale for v in at_work.standing(project, run).values()} == {"first"}


def test_verdicts_that_cannot_be_kept_leave_the_call_settled_and_other_threads_in_peace(
    project: Project, run: int
) -> None:
    one, two = (project.ledger.begin(at_work.asked(project, run, name)) for name in "ab")
    assert one
    assert two
    twice = at_work.judged(project, run, "a", criteria=("goal_met", "goal_met"))
    with ThreadPoolExecutor(2) as pool:
        bad = pool.submit(project.ledger.settle, Settled(one, CallStatus.OK, reply="{}"), twice)
        good = pool.submit(
            project.ledger.settle,
            Settled(two, CallStatus.OK, reply="{}"),
            at_work.judged(project, run, "b"),
        )

    assert isinstance(bad.exception(), IntegrityError)
    assert good.exception() is None
    assert [project.calls.of_session(run, n)[0].status for n in "ab"] == [CallStatus.OK] * 2
    assert len(at_work.standing(project, run)) == len(at_work.KEYS)


def test_a_session_that_went_while_it_was_judged_is_no_error(
    project: Project, engine: Engine, run: int
) -> None:
    number = project.ledger.begin(at_work.asked(project, run, "a"))
    assert number is not None
    verdicts = at_work.judged(project, run, "a")
    later = at_work.asked(project, run, "a", attempt=2)
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM session WHERE external_id = 'a'"))

    project.ledger.settle(Settled(number, CallStatus.OK, reply="{}"), verdicts)

    assert project.ledger.begin(later) is None
    assert project.runs.get(run).scored == 0


def test_verdicts_on_one_session_from_two_questions_are_all_kept(
    project: Project, run: int
) -> None:
    parts = [at_work.judged(project, run, "a", criteria=(key,)) for key in at_work.KEYS]

    project.ledger.settle(*parts)

    assert len(at_work.standing(project, run)) == len(at_work.KEYS)


def test_nothing_to_settle_is_nothing_written(project: Project) -> None:
    project.ledger.settle()


def test_verdicts_know_their_calls(project: Project, engine: Engine, run: int) -> None:
    number = at_work.call(project, run, "a")
    calls = {"goal_met": number}

    project.ledger.settle(at_work.judged(project, run, "a", calls=calls))

    with engine.connect() as connection:
        query = text("SELECT criterion, call_id FROM verdict WHERE call_id IS NOT NULL")
        assert connection.execute(query).all() == [("goal_met", number)]


def test_attempts_count_on_when_the_process_begins_anew(
    project: Project, database_url: str, run: int
) -> None:
    for attempt in (1, 2, 3):
        at_work.call(project, run, "a", attempt=attempt)
    at_work.call(project, run, "b", criterion="goal_met")
    at_work.call(project, run, "b", turn=2, attempt=4)
    at_work.call(project, at_work.started(project, "a", judge="other"), "a", attempt=9)
    a, b, c = (keeping.number(project, name) for name in "abc")

    reopened = Store(database_url)
    before = reopened.project("default").ledger.attempts(run, [a, b, c])
    reopened.close()

    assert before == {(a, 0, "", 1): 3, (b, 0, "goal_met", 1): 1, (b, 2, "", 1): 4}


def test_each_of_many_threads_gets_the_number_of_its_own_request(
    project: Project, engine: Engine, run: int
) -> None:
    asked = [at_work.asked(project, run, "a", attempt=n, key=f"k{n}") for n in range(1, 200)]

    with ThreadPoolExecutor(WIDE) as pool:
        numbers = list(pool.map(project.ledger.begin, asked))

    assert dict(rows(engine, "id, cache_key")) == {
        number: one.cache_key for number, one in zip(numbers, asked, strict=True)
    }


def test_nobody_is_locked_out_while_32_threads_write_and_a_reviewer_labels(
    project: Project, database_url: str, run: int
) -> None:
    ended, saved = Event(), 0

    def write(thread: int) -> None:
        judged = at_work.judged(project, run, "a")
        for n in range(10):
            key = f"c{thread}-{n}"
            number = project.ledger.begin(
                at_work.asked(project, run, "a", attempt=10 * thread + n + 1, key=key)
            )
            assert number is not None
            verdicts = [replace(v, criterion=key) for v in judged.verdicts[:1]]
            settled = Settled(number, CallStatus.OK, Usage(1, 0, 0, 1), cost=1, reply="{}")
            calls = {(0, key, 1): [number]}
            project.ledger.settle(settled, replace(judged, verdicts=verdicts, calls=calls))

    def label() -> None:
        nonlocal saved
        store = Store(database_url)
        while not ended.is_set():
            outcome = Outcome.FAIL if saved % 2 else Outcome.PASS
            saved += keeping.label(store.project("default"), "b", outcome)
        store.close()

    labelling = Thread(target=label)
    labelling.start()
    with ThreadPoolExecutor(WIDE) as pool:
        list(pool.map(write, range(WIDE)))
    ended.set()
    labelling.join()

    line = project.runs.get(run)
    assert (line.calls, line.in_flight, line.cost) == (320, 0, 320)
    assert len(at_work.standing(project, run)) == 320
    assert project.labels.count() == saved > 0
