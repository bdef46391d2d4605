from datetime import UTC, datetime

import pytest

from judging.importers.date_orders import DateOrder, Dates, days

DAY, MONTH = DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST


def noted(*texts: object, told: DateOrder | None = None) -> Dates:
    dates = Dates(told)
    for text in texts:
        dates.note(text)
    return dates


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [
        ("31/10/2026, 09:00 - ", datetime(2026, 10, 31, 9, tzinfo=UTC)),
        ("10/31/26, 9:00\u202fPM - ", datetime(2026, 10, 31, 21, tzinfo=UTC)),
        ("10/31/26, 12:05 AM - ", datetime(2026, 10, 31, 0, 5, tzinfo=UTC)),
        ("10/31/26, 12:05 p.m. - ", datetime(2026, 10, 31, 12, 5, tzinfo=UTC)),
        ("2026-10-01 21:00 - ", datetime(2026, 10, 1, 21, tzinfo=UTC)),
        ("2026/10/01 21:00", datetime(2026, 10, 1, 21, tzinfo=UTC)),
        ("[01.10.26, 09:00:12] ", datetime(2026, 10, 1, 9, 0, 12, tzinfo=UTC)),
        ("[1.10.2026 klo 9.00.12] ", datetime(2026, 10, 1, 9, 0, 12, tzinfo=UTC)),
        ("5/5/26, 09:00 - ", datetime(2026, 5, 5, 9, tzinfo=UTC)),
        ("31/10/2026", datetime(2026, 10, 31, tzinfo=UTC)),
    ],
)
def test_a_date_that_can_be_read_in_one_way_is(stamp: str, expected: datetime) -> None:
    dates = noted(stamp)

    assert dates.read(stamp) == expected
    assert dates.unclear == ""


def test_one_that_can_be_read_in_two_ways_is_unclear() -> None:
    dates = noted("5/5/2026, 09:00", "01/10/2026, 09:00")

    assert dates.read("01/10/2026, 09:00") is None
    assert dates.unclear == "01/10/2026"


@pytest.mark.parametrize("stamp", ["13/13/26, 9:00 - ", "1/2/26, 25:00 - ", "soon", None, 7])
def test_what_is_no_date_tells_nothing(stamp: object) -> None:
    dates = noted(stamp, "31/10/2026")

    assert dates.order is DAY
    assert dates.read(stamp) is None


@pytest.mark.parametrize(("told", "month"), [(DAY, 10), (MONTH, 1)])
def test_what_a_person_says_settles_what_is_left_open(told: DateOrder, month: int) -> None:
    dates = noted("01/10/2026, 09:00", told=told)

    assert dates.read("01/10/2026, 09:00") == datetime(2026, month, 11 - month, 9, tzinfo=UTC)
    assert dates.unclear == ""


def test_what_a_person_says_does_not_change_what_the_dates_tell() -> None:
    assert noted("01/10/2026", "13/10/2026", told=MONTH).order is DAY


def test_dates_of_two_orders_in_one_file_are_read_in_neither() -> None:
    dates = noted("13/10/2026", "10/13/2026")

    assert dates.order is None
    assert dates.unclear == ""


def test_time_does_not_run_backwards() -> None:
    stamps = ("1/12/26, 09:00 - ", "2/1/26, 09:00 - ")
    dates = noted(*stamps)

    dates.settle_by_time(stamps)

    assert dates.order is MONTH


def test_time_that_runs_backwards_either_way_leaves_both() -> None:
    stamps = ("2/3/26, 09:00 - ", "1/2/26, 09:00 - ")
    dates = noted(*stamps)

    dates.settle_by_time(stamps)

    assert dates.unclear == "2/3/26"


def test_a_date_is_told_as_the_days_that_it_can_be() -> None:
    assert {order: day.month for order, day in days("1/10/2026").items()} == {DAY: 10, MONTH: 1}
