from datetime import UTC, datetime

import pytest

from judging.importers.chat_times import moments


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [
        ("31/10/2026, 09:00 - ", datetime(2026, 10, 31, 9, tzinfo=UTC)),
        ("10/31/26, 9:00\u202fPM - ", datetime(2026, 10, 31, 21, tzinfo=UTC)),
        ("10/31/26, 12:05 AM - ", datetime(2026, 10, 31, 0, 5, tzinfo=UTC)),
        ("10/31/26, 12:05 p.m. - ", datetime(2026, 10, 31, 12, 5, tzinfo=UTC)),
        ("2026-10-01 21:00 - ", datetime(2026, 10, 1, 21, tzinfo=UTC)),
        ("[01.10.26, 09:00:12] ", datetime(2026, 10, 1, 9, 0, 12, tzinfo=UTC)),
        ("[1.10.2026 klo 9.00.12] ", datetime(2026, 10, 1, 9, 0, 12, tzinfo=UTC)),
        ("5/5/26, 09:00 - ", datetime(2026, 5, 5, 9, tzinfo=UTC)),
    ],
)
def test_a_stamp_that_can_be_read_in_one_way_is(stamp: str, expected: datetime) -> None:
    assert moments([stamp]) == [expected]


@pytest.mark.parametrize("stamp", ["01/10/2026, 09:00 - ", "13/13/26, 9:00 - ", "1/2/26, 25:00 - "])
def test_one_that_can_be_read_in_two_ways_or_none_is_no_time(stamp: str) -> None:
    assert moments([stamp]) is None


def test_another_message_tells_the_order_of_all() -> None:
    found = moments(["01/10/2026, 09:00 - ", "13/10/2026, 09:00 - "])

    assert found == [datetime(2026, 10, day, 9, tzinfo=UTC) for day in (1, 13)]


def test_time_does_not_run_backwards() -> None:
    found = moments(["1/12/26, 09:00 - ", "2/1/26, 09:00 - "])

    assert found == [datetime(2026, 1, 12, 9, tzinfo=UTC), datetime(2026, 2, 1, 9, tzinfo=UTC)]
