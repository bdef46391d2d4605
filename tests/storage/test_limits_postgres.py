"""The same limit, on a server."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from storage import Store, migrate
from storage.engine import opened
from storage.limits import CallLimit
from tests.storage.conftest import Calling

pytestmark = pytest.mark.postgres


def test_two_processes_that_begin_at_once_share_one_allowance(
    url: str, calls_of_two_processes: Calling
) -> None:
    both = calls_of_two_processes(url, 6000)

    moments = sorted(moment for calls in both for moment in calls)
    assert all(both)
    assert len(moments) <= 25 + (moments[-1] - moments[0] + 0.2) * 100


def test_many_that_open_it_for_the_first_time_at_once_find_one_row(url: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        limits = list(threads.map(lambda _: CallLimit(url, 60), range(8)))
    for limit in limits:
        limit.close()

    engine = opened(url)
    with engine.connect() as connection:
        rows = connection.scalar(text("SELECT count(*) FROM judge_call_rate"))
    engine.dispose()
    assert rows == 1


def test_another_waits_for_the_first_and_leaves_when_told_to_stop(url: str) -> None:
    first, second, stop = CallLimit(url, 1), CallLimit(url, 1), threading.Event()
    timer = threading.Timer(0.3, stop.set)

    assert first.acquire(threading.Event())
    timer.start()
    answer = second.acquire(stop)
    timer.join()
    first.close()
    second.close()

    assert answer is False


def test_its_table_is_no_difference_between_code_and_schema(url: str) -> None:
    Store.upgraded(url).close()
    CallLimit(url, 60).close()

    migrate.check(url)
