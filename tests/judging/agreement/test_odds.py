import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import boschloo_exact, fisher_exact
from statsmodels.stats.contingency_tables import StratifiedTable, Table2x2

from judging.agreement import Status
from judging.agreement.odds import boschloo_p, fisher_p, haldane_odds_ratio, mantel_haenszel

COUNTS = st.integers(1, 40)
TABLES = st.tuples(st.tuples(COUNTS, COUNTS), st.tuples(COUNTS, COUNTS))


@given(table=TABLES)
def test_the_odds_ratio_equals_statsmodels_on_shifted_counts(
    table: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    found, expected = haldane_odds_ratio(table), Table2x2(np.array(table) + 0.5)

    assert found.value == pytest.approx(expected.oddsratio)
    assert (found.low, found.high) == pytest.approx(expected.oddsratio_confint())


def test_the_odds_ratio_is_never_infinite() -> None:
    found = haldane_odds_ratio([[5, 0], [0, 5]])

    assert found.value == pytest.approx(121)
    assert haldane_odds_ratio([[0, 0], [3, 4]]).status is Status.UNDEFINED_EMPTY


@given(tables=st.lists(TABLES, min_size=1, max_size=4))
def test_the_pooled_ratio_equals_statsmodels(
    tables: list[tuple[tuple[int, int], tuple[int, int]]],
) -> None:
    found = mantel_haenszel(tables)
    expected = StratifiedTable([np.array(table, dtype=float) for table in tables])

    assert found.value == pytest.approx(expected.oddsratio_pooled)
    assert (found.low, found.high) == pytest.approx(expected.oddsratio_pooled_confint())


def test_empty_strata_do_not_matter() -> None:
    tables = [[[9, 51], [4, 76]], [[0, 0], [0, 0]]]

    assert mantel_haenszel(tables) == mantel_haenszel(tables[:1])


def test_the_pooled_ratio_is_undefined_where_it_would_be_infinite() -> None:
    assert mantel_haenszel([[[5, 3], [0, 9]]]).status is Status.UNDEFINED_SINGLE_CLASS
    assert mantel_haenszel([]).value is None


def test_fishers_p_is_that_of_the_tea() -> None:
    assert fisher_p([[3, 1], [1, 3]]) == pytest.approx(34 / 70)
    assert fisher_p([[3, 1], [1, 3]], "greater") == pytest.approx(17 / 70)


def test_boschloos_p_has_the_groups_in_rows() -> None:
    found = boschloo_p([[74, 43], [31, 32]], "greater")
    expected = boschloo_exact([[74, 31], [43, 32]], alternative="greater").pvalue

    assert found == pytest.approx(expected)
    assert found == pytest.approx(0.0355, abs=1e-4)
    assert (found or 1) < fisher_exact([[74, 43], [31, 32]], alternative="greater")[1]


@pytest.mark.parametrize(
    ("table", "p"), [([[0, 0], [3, 4]], None), ([[300, 1], [99, 1]], None), ([[0, 5], [0, 9]], 1)]
)
def test_boschloos_p_is_left_out_where_it_says_nothing_or_takes_too_long(
    table: list[list[int]], p: float | None
) -> None:
    assert boschloo_p(table) == p
