from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss

from judging.agreement import (
    Cells,
    Metric,
    Status,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    point,
)
from judging.agreement.raters import pair_interval, rater_pairs, value_counts

# Three coders, fifteen units, four values: the computational example of Wikipedia's article on
# Krippendorff's alpha.
CODERS: list[list[Any]] = [
    [None, None, None, None, None, 3, 4, 1, 2, 1, 1, 3, 3, None, 3],
    [1, None, 2, 1, 3, 3, 4, 3, None, None, None, None, None, None, None],
    [None, None, 2, 1, 3, 4, 4, None, 2, 1, 1, 3, 3, None, 4],
]
# Fourteen raters, ten units, five values: the example of its article on Fleiss' kappa.
FOURTEEN = np.array(
    [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ],
    dtype=float,
)
PAIRS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=40)


def test_alpha_prints_the_published_value() -> None:
    counts = value_counts(list(zip(*CODERS, strict=True)))

    assert round(krippendorff_alpha(counts).value or 0, 3) == 0.691


def test_fleiss_kappa_prints_the_published_value() -> None:
    assert round(fleiss_kappa(FOURTEEN).value or 0, 2) == 0.21


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=2, max_size=20))
def test_fleiss_kappa_equals_statsmodels_on_complete_ratings(units: list[list[int]]) -> None:
    assume(len({value for unit in units for value in unit}) > 1)
    table, _ = aggregate_raters(np.array(units))

    assert fleiss_kappa(value_counts(units)).value == pytest.approx(statsmodels_fleiss(table))


@settings(max_examples=25)
@given(PAIRS)
def test_alpha_is_scotts_pi_with_a_correction_for_two_complete_raters(
    pairs: list[tuple[int, int]],
) -> None:
    cells = Cells(*(pairs.count(pair) for pair in ((1, 1), (1, 0), (0, 1), (0, 0))))
    pi = point(cells, Metric.SCOTT_PI).value
    assume(pi is not None)
    assert pi is not None

    assert krippendorff_alpha(value_counts(pairs)).value == pytest.approx(
        pi + (1 - pi) / (2 * len(pairs))
    )


@settings(max_examples=25)
@given(PAIRS)
def test_ac1_of_two_raters_is_that_of_their_table(pairs: list[tuple[int, int]]) -> None:
    cells = Cells(*(pairs.count(pair) for pair in ((1, 1), (1, 0), (0, 1), (0, 0))))

    assert gwet_ac1(value_counts(pairs)).value == pytest.approx(point(cells, Metric.AC1).value)


@pytest.mark.parametrize("statistic", [krippendorff_alpha, fleiss_kappa, gwet_ac1])
def test_is_undefined_where_nobody_rated_twice(statistic: Any) -> None:
    assert statistic(value_counts([[1, None], [None, 0]])).status is Status.UNDEFINED_EMPTY


@pytest.mark.parametrize("statistic", [krippendorff_alpha, fleiss_kappa])
def test_is_undefined_where_one_value_occurs(statistic: Any) -> None:
    assert statistic(value_counts([[1, 1], [1, 1]])).status is Status.UNDEFINED_SINGLE_CLASS


def test_ac1_of_one_value_is_one_without_an_interval() -> None:
    found = gwet_ac1(value_counts([[1, 1], [1, 1]]))

    assert (found.value, found.low) == (1, None)


@pytest.mark.parametrize("statistic", [krippendorff_alpha, fleiss_kappa, gwet_ac1])
def test_two_values_have_an_interval_that_clusters_widen(statistic: Any) -> None:
    counts = value_counts([[1, 1]] * 6 + [[1, 0]] * 3 + [[0, 0]] * 15)
    apart, together = statistic(counts), statistic(counts, [i // 3 for i in range(24)])

    assert apart.low < apart.value < apart.high
    assert together.high - together.low > apart.high - apart.low


@pytest.mark.parametrize("statistic", [krippendorff_alpha, fleiss_kappa, gwet_ac1])
def test_one_cluster_has_no_interval(statistic: Any) -> None:
    found = statistic(value_counts([[1, 1], [1, 0], [0, 0]]), ["one"] * 3)

    assert found.low is None
    assert found.status is Status.TOO_FEW_CLUSTERS


def test_more_than_two_values_have_no_interval() -> None:
    found = krippendorff_alpha(value_counts(list(zip(*CODERS, strict=True))))

    assert (found.low, found.status) == (None, Status.OK)


def test_a_unit_weighs_one_however_many_rated_it() -> None:
    pairs = rater_pairs(np.array([[3.0, 1.0], [2.0, 0.0], [1.0, 0.0]]))

    assert pairs.cells.n == pytest.approx(2)
    assert pairs.totals == pytest.approx([0.5 + 1, 0.25, 0.25, 0])


def test_pairs_of_one_class_bound_nothing() -> None:
    pairs = rater_pairs(np.array([[2.0, 0.0], [2.0, 0.0], [0.0, 1.0]]))

    assert pair_interval(1.0, pairs) is None


def test_counts_values_in_the_order_of_their_first_use() -> None:
    assert value_counts([["b", None], ["a", "b"]]).tolist() == [[1, 0], [1, 1]]
    assert value_counts([]).shape == (0, 0)
