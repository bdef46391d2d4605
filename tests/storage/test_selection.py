"""Which sessions a run covers."""

import doctest
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from storage import selection

NUMBERS = st.lists(st.integers(0, 200))


@given(NUMBERS)
def test_the_numbers_come_back_in_order_and_once(given: list[int]) -> None:
    assert selection.numbers(selection.ranges(given)) == sorted(set(given))


@given(NUMBERS)
def test_no_two_ranges_touch(given: list[int]) -> None:
    ranges = selection.ranges(given)

    assert all(before[1] + 1 < after[0] for before, after in pairwise(ranges))


def test_a_hundred_thousand_in_a_row_are_one_range() -> None:
    assert selection.ranges(range(1, 100_001)) == [[1, 100_000]]


def test_the_examples_are_true() -> None:
    results = doctest.testmod(selection)

    assert results.attempted == 2
    assert results.failed == 0
