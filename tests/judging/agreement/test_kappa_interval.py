import numpy as np
import pytest
from hypothesis import given
from statsmodels.stats.inter_rater import cohens_kappa

from judging.agreement import Cells
from judging.agreement.kappa_interval import (
    common_correlation_variance,
    kappa_influence,
    kappa_null_standard_error,
    kappa_standard_error,
    normal_quantile,
    wald,
    zou_donner,
)
from tests.judging.agreement.tables import MIXED_CELLS

DIAGNOSES = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]


@given(cells=MIXED_CELLS)
def test_standard_errors_equal_statsmodels(cells: Cells) -> None:
    table = [[cells.tp, cells.fn], [cells.fp, cells.tn]]
    expected = cohens_kappa(table)

    assert kappa_standard_error(table) == pytest.approx(expected.std_kappa, abs=1e-9)
    assert kappa_null_standard_error(table) == pytest.approx(expected.std_kappa0)


def test_standard_errors_equal_statsmodels_on_three_categories() -> None:
    expected = cohens_kappa(DIAGNOSES)

    assert kappa_standard_error(DIAGNOSES) == pytest.approx(expected.std_kappa)
    assert kappa_null_standard_error(DIAGNOSES) == pytest.approx(expected.std_kappa0)
    assert wald(expected.kappa, expected.std_kappa) == pytest.approx(
        (expected.kappa_low, expected.kappa_upp)
    )


@given(cells=MIXED_CELLS)
def test_influence_values_give_the_large_sample_error(cells: Cells) -> None:
    pull = kappa_influence(cells.array)
    table = [[cells.tp, cells.fn], [cells.fp, cells.tn]]

    assert cells.array @ pull == pytest.approx(0, abs=1e-8)
    assert np.sqrt(cells.array @ pull**2) / cells.n == pytest.approx(
        kappa_standard_error(table), abs=1e-8
    )


@pytest.mark.parametrize("kappa", [0.0, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("rate", [0.05, 0.2, 0.5])
def test_the_variance_is_the_large_sample_one_at_equal_margins(kappa: float, rate: float) -> None:
    apart = (1 - kappa) * rate * (1 - rate)
    table = 1000 * np.array([[rate - apart, apart], [apart, 1 - rate - apart]])

    assert common_correlation_variance(kappa, rate) == pytest.approx(
        1000 * kappa_standard_error(table) ** 2
    )


def test_the_variance_is_never_negative() -> None:
    assert common_correlation_variance(-1, 0.05) == 0


@given(cells=MIXED_CELLS)
def test_both_ends_are_where_the_estimate_is_just_not_contradicted(cells: Cells) -> None:
    kappa, rate, n = 0.4, cells.pooled_fail_rate, cells.n
    low, high = zou_donner(kappa, rate, n)

    for end in (low, high):
        allowed = normal_quantile(0.95) ** 2 * common_correlation_variance(end, rate) / n
        assert (kappa - end) ** 2 == pytest.approx(allowed, abs=1e-9)


def test_a_higher_level_gives_a_wider_interval() -> None:
    narrow, wide = zou_donner(0.6, 0.3, 80, 0.9), zou_donner(0.6, 0.3, 80, 0.99)

    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_the_end_of_the_range_is_its_own_bound() -> None:
    assert zou_donner(-1.0, 0.5, 10)[0] == -1
    assert zou_donner(1.0, 0.5, 10)[1] == 1
