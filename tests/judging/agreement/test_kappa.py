import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

from judging.agreement import Cells, Status, cohen_kappa, kappa_of_table
from tests.judging.agreement.tables import CELLS, MIXED_CELLS

TABLES = st.lists(st.lists(st.integers(1, 30), min_size=3, max_size=3), min_size=3, max_size=3)


@settings(max_examples=25)
@given(cells=CELLS)
def test_is_the_same_with_the_labels_swapped(cells: Cells) -> None:
    here = cohen_kappa(cells)
    there = cohen_kappa(Cells(cells.tn, cells.fp, cells.fn, cells.tp))

    assert here.status is there.status
    assert here.value == pytest.approx(there.value, abs=1e-12)
    assert here.low == pytest.approx(there.low, abs=1e-9)


@settings(max_examples=25)
@given(cells=CELLS)
def test_is_the_same_with_the_raters_swapped(cells: Cells) -> None:
    here = cohen_kappa(cells)
    there = cohen_kappa(Cells(cells.tp, cells.fp, cells.fn, cells.tn))

    assert here.value == pytest.approx(there.value, abs=1e-12)
    assert here.high == pytest.approx(there.high, abs=1e-9)


@settings(max_examples=25)
@given(cells=MIXED_CELLS, times=st.integers(2, 9))
def test_duplication_leaves_it_unchanged_and_narrows_the_interval(cells: Cells, times: int) -> None:
    once, often = cohen_kappa(cells), cohen_kappa(cells.scaled(times))

    assert often.value == pytest.approx(once.value)
    assert (often.high or 0) - (often.low or 0) < (once.high or 0) - (once.low or 0)


@settings(max_examples=25)
@given(cells=CELLS)
def test_its_interval_holds_it_and_stays_in_range(cells: Cells) -> None:
    found = cohen_kappa(cells)

    if found.value is not None and found.low is not None and found.high is not None:
        assert -1 <= found.low <= found.value <= found.high <= 1
        assert math.isfinite(found.low)
        assert found.low < found.high


@settings(max_examples=25)
@given(cells=MIXED_CELLS)
def test_equals_statsmodels(cells: Cells) -> None:
    expected = cohens_kappa([[cells.tp, cells.fn], [cells.fp, cells.tn]])

    assert cohen_kappa(cells).value == pytest.approx(expected.kappa)


def test_perfect_agreement_still_has_a_width() -> None:
    found = cohen_kappa(Cells(20, 0, 0, 80))

    assert found.value == 1
    assert found.low == pytest.approx(0.885, abs=1e-3)
    assert found.high == 1


def test_is_undefined_without_units() -> None:
    found = cohen_kappa(Cells(0, 0, 0, 0), 0.9)

    assert (found.value, found.low, found.high) == (None, None, None)
    assert found.status is Status.UNDEFINED_EMPTY
    assert found.confidence == 0.9


def test_is_undefined_where_both_say_one_thing_throughout() -> None:
    assert cohen_kappa(Cells(0, 0, 0, 12)).status is Status.UNDEFINED_SINGLE_CLASS


def test_is_exactly_zero_with_an_interval_where_one_rater_never_varied() -> None:
    found = cohen_kappa(Cells(0, 0, 3, 9))

    assert found.value == 0
    assert found.status is Status.DEGENERATE_ONE_RATER_CONSTANT
    assert found.low is not None


def test_a_design_effect_acts_as_fewer_units() -> None:
    thinned = cohen_kappa(Cells(40, 9, 6, 45), design_effect=2)

    assert thinned.low == pytest.approx(cohen_kappa(Cells(20, 4.5, 3, 22.5)).low)
    assert thinned.value == cohen_kappa(Cells(40, 9, 6, 45)).value


@settings(max_examples=25)
@given(table=TABLES)
def test_equals_statsmodels_on_more_categories(table: list[list[int]]) -> None:
    assert kappa_of_table(table).value == pytest.approx(cohens_kappa(table).kappa)


@settings(max_examples=25)
@given(table=TABLES, order=st.permutations([0, 1, 2]))
def test_does_not_depend_on_the_order_of_the_categories(
    table: list[list[int]], order: list[int]
) -> None:
    shuffled = np.array(table)[np.ix_(order, order)]

    assert kappa_of_table(shuffled).value == pytest.approx(kappa_of_table(table).value)


@pytest.mark.parametrize(
    ("table", "value", "status"),
    [
        ([[0, 0], [0, 0]], None, Status.UNDEFINED_EMPTY),
        ([[0, 0, 0], [0, 7, 0], [0, 0, 0]], None, Status.UNDEFINED_SINGLE_CLASS),
        ([[0, 0, 0], [3, 7, 1], [0, 0, 0]], 0, Status.DEGENERATE_ONE_RATER_CONSTANT),
        ([[0, 3, 0], [0, 0, 0], [0, 0, 0]], 0, Status.DEGENERATE_ONE_RATER_CONSTANT),
    ],
)
def test_says_why_a_table_has_no_kappa_worth_the_name(
    table: list[list[int]], value: float | None, status: Status
) -> None:
    found = kappa_of_table(table)

    assert (found.value, found.status) == (value, status)
