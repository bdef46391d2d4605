"""Which of two sides passes more."""

import pytest

from judging.agreement import Status
from judging.agreement.leniency import leniency_shift


def test_one_way_is_the_mirror_of_the_other() -> None:
    there = leniency_shift(
        [((1, 0, 0, 0), 20), ((0, 1, 0, 0), 9), ((0, 0, 1, 0), 2), ((0, 0, 0, 1), 40)]
    )
    back = leniency_shift(
        [((1, 0, 0, 0), 20), ((0, 0, 1, 0), 9), ((0, 1, 0, 0), 2), ((0, 0, 0, 1), 40)]
    )

    assert there.change.value == pytest.approx(7 / 71)
    assert there.change.low is not None
    assert back.change.high == pytest.approx(-there.change.low)
    assert there.test.p_exact == back.test.p_exact


def test_sessions_of_one_group_tell_less_than_as_many_others() -> None:
    alone = leniency_shift([((0, 1, 0, 0), 12), ((0, 0, 0, 1), 48)])
    grouped = leniency_shift([((0, 6, 0, 0), 2), ((0, 0, 0, 6), 8)])

    assert alone.change.value == grouped.change.value == pytest.approx(0.2)
    assert alone.change.low is not None
    assert grouped.change.low is not None
    assert grouped.change.low < alone.change.low


def test_few_changes_still_have_an_interval_with_a_width() -> None:
    found = leniency_shift([((1, 0, 0, 0), 10), ((0, 0, 0, 1), 30)])

    assert (found.to_pass, found.to_fail, found.change.value) == (0, 0, 0.0)
    assert found.change.method == "agresti_min"
    assert found.change.high is not None
    assert found.change.high > 0.02


def test_nothing_is_undefined_and_not_0() -> None:
    found = leniency_shift([])

    assert (found.n, found.change.value, found.change.status) == (0, None, Status.UNDEFINED_EMPTY)
