"""The limit on model calls that processes share."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from storage.limits import MINUTE, CallLimit, spread
from tests.storage.conftest import ROOT, Calling

LIMITS = (1, 7, 50, 60, 100, 240, 241, 600, 4000)
PROMPT, LATE = (0,), (0, 0, 0, 1500, 0, 3, 40)
NOBODY_STOPS = threading.Event()


def _moments(per_minute: int, late: tuple[int, ...], minutes: int = 3) -> list[int]:
    """Return when calls go, to the millisecond, if each asks as late as `late` says in turn."""
    step, now, used_until, moments = spread(per_minute), 0, 0, list[int]()
    while now < minutes * MINUTE:
        used_until, wait = step(now, used_until)
        if wait is None:
            moments.append(now)
        else:
            now += wait + late[len(moments) % len(late)]
    return moments


@pytest.mark.parametrize("late", [PROMPT, LATE])
@pytest.mark.parametrize("per_minute", LIMITS)
def test_no_minute_has_more_calls_than_the_limit(per_minute: int, late: tuple[int, ...]) -> None:
    moments = _moments(per_minute, late)

    for first, next_but_all in zip(moments, moments[per_minute:], strict=False):
        assert next_but_all - first >= MINUTE


@pytest.mark.parametrize("late", [PROMPT, LATE])
@pytest.mark.parametrize("per_minute", LIMITS)
def test_a_bucket_of_a_seconds_worth_accepts_every_call(
    per_minute: int, late: tuple[int, ...]
) -> None:
    capacity = max(1.0, per_minute / 60)

    tokens, before, least = capacity, 0, capacity
    for moment in _moments(per_minute, late):
        tokens = min(capacity, tokens + (moment - before) * per_minute / MINUTE) - 1
        before, least = moment, min(least, tokens)

    assert least > -1e-6


@pytest.mark.parametrize("per_minute", LIMITS)
def test_who_always_asks_gets_nearly_all_of_it(per_minute: int) -> None:
    assert len(_moments(per_minute, PROMPT, minutes=10)) >= 10 * per_minute * 0.99


def test_what_comes_a_little_late_is_made_up_for() -> None:
    assert len(_moments(600, (150, 0))) == len(_moments(600, PROMPT))


def test_a_clock_that_was_set_back_costs_a_minute_at_most() -> None:
    tomorrow = 24 * 60 * MINUTE

    _, wait = spread(60)(1000, (1000 + tomorrow) * 1000)

    assert wait is not None
    assert wait <= MINUTE


def test_a_limit_that_allows_nothing_is_refused(database_url: str) -> None:
    with pytest.raises(ValueError, match="allows none"):
        CallLimit(database_url, 0)


def test_without_a_limit_nothing_is_opened_and_only_a_stop_says_no(tmp_path: Path) -> None:
    limits = [
        CallLimit(f"sqlite:///{tmp_path}/judging.db", None),
        CallLimit("postgresql+psycopg://127.0.0.1:1/none", None),
    ]
    stopped = threading.Event()
    stopped.set()

    for limit in limits:
        assert limit.acquire(NOBODY_STOPS)
        assert not limit.acquire(stopped)
        limit.close()
    assert list(tmp_path.iterdir()) == []


def test_calls_wait_for_one_another(database_url: str) -> None:
    limit = CallLimit(database_url, 600)
    began = time.monotonic()

    for _ in range(6):
        assert limit.acquire(NOBODY_STOPS)

    assert time.monotonic() - began > 0.29


def test_another_of_the_same_database_has_no_allowance_of_its_own(database_url: str) -> None:
    first, second, stop = CallLimit(database_url, 1), CallLimit(database_url, 1), threading.Event()
    timer = threading.Timer(0.3, stop.set)

    assert first.acquire(NOBODY_STOPS)
    timer.start()
    answer = second.acquire(stop)
    timer.join()

    assert answer is False


def test_two_processes_of_many_threads_share_one_allowance(
    database_url: str, calls_of_two_processes: Calling
) -> None:
    both = calls_of_two_processes(database_url, 6000)

    moments = sorted(moment for calls in both for moment in calls)
    assert all(both)
    assert len(moments) <= 25 + (moments[-1] - moments[0] + 0.2) * 100


def test_each_that_waits_leaves_when_it_is_told_to_stop_whoever_has_the_turn(
    database_url: str,
) -> None:
    limit, answers = CallLimit(database_url, 1), list[bool]()
    assert limit.acquire(NOBODY_STOPS)
    stops = [threading.Event() for _ in range(4)]
    waiting = [
        threading.Thread(target=lambda s=stop: answers.append(limit.acquire(s)), daemon=True)
        for stop in stops
    ]
    for thread in waiting:
        thread.start()

    for stop, thread in reversed(list(zip(stops, waiting, strict=True))):
        stop.set()
        thread.join(timeout=10)
        assert not thread.is_alive()

    assert answers == [False] * 4


def test_what_a_process_killed_while_writing_left_is_in_nobodys_way(database_url: str) -> None:
    file = Path(f"{database_url.removeprefix('sqlite:///')}.rates")
    limit = CallLimit(database_url, 1)
    assert limit.acquire(NOBODY_STOPS)
    assert file.read_text("utf-8").isdecimal()

    file.write_text("", "utf-8")

    assert limit.acquire(NOBODY_STOPS)


def test_is_imported_without_the_library_that_it_needs_later() -> None:
    program = "import sys, storage.limits; print('pyrate_limiter' in sys.modules)"

    printed = subprocess.check_output([sys.executable, "-c", program], text=True, cwd=ROOT)

    assert printed == "False\n"
