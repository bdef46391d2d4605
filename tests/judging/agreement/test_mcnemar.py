import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from judging.agreement import mcnemar_test

COUNTS = st.integers(0, 80)


@given(first=COUNTS, second=COUNTS)
def test_the_exact_p_equals_statsmodels(first: int, second: int) -> None:
    expected = statsmodels_mcnemar([[0, first], [second, 0]], exact=True).pvalue

    assert mcnemar_test(first, second).p_exact == pytest.approx(expected)


@given(first=COUNTS, second=COUNTS)
def test_the_large_sample_p_equals_statsmodels(first: int, second: int) -> None:
    found = mcnemar_test(first, second)
    if found.chi2 is None:
        assert first == second == 0
        return
    expected = statsmodels_mcnemar([[0, first], [second, 0]], exact=False, correction=False)

    assert (found.chi2, found.p_chi2) == pytest.approx((expected.statistic, expected.pvalue))


def test_the_corrected_statistic_equals_statsmodels() -> None:
    expected = statsmodels_mcnemar([[0, 121], [59, 0]], exact=False, correction=True)

    assert mcnemar_test(121, 59).chi2_corrected == pytest.approx(expected.statistic)


@given(first=COUNTS, second=COUNTS)
def test_the_mid_p_counts_the_observed_split_by_half_on_either_side(
    first: int, second: int
) -> None:
    found = mcnemar_test(first, second)

    assert 0 < found.p_mid <= found.p_exact <= 1
    if first + second and first != second:
        same = binomtest(min(first, second), first + second).pvalue
        assert found.p_exact == pytest.approx(same)


def test_nothing_is_shown_where_no_unit_differs() -> None:
    found = mcnemar_test(0, 0)

    assert (found.p_exact, found.p_mid) == (1, 1)
    assert (found.chi2, found.chi2_corrected, found.p_chi2) == (None, None, None)
