import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import confint_proportions_2indep

from judging.agreement import Clusters, Status, agresti_min, clustered_newcombe, newcombe
from judging.agreement.risk_difference import difference_design_effect, difference_inflation

SAMPLES = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
SESSIONS = [
    (1, 4, 0, 3),
    (0, 3, 0, 5),
    (2, 3, 1, 2),
    (0, 2, 0, 4),
    (0, 5, 0, 1),
    (3, 4, 0, 3),
    (0, 1, 1, 6),
    (1, 3, 0, 2),
    (0, 4, 0, 4),
    (1, 2, 0, 3),
    (0, 3, 0, 5),
    (2, 5, 1, 4),
]


@given(first=SAMPLES, second=SAMPLES)
def test_equals_statsmodels(first: tuple[int, int], second: tuple[int, int]) -> None:
    found = newcombe(*first, *second)
    expected = confint_proportions_2indep(*first, *second, method="newcomb", compare="diff")

    assert (found.low, found.high) == pytest.approx(expected, abs=1e-9)


@given(first=SAMPLES, second=SAMPLES)
def test_changes_its_sign_with_the_groups_swapped(
    first: tuple[int, int], second: tuple[int, int]
) -> None:
    here, there = newcombe(*first, *second), newcombe(*second, *first)

    assert here.low == pytest.approx(-(there.high or 0))


def test_stays_finite_where_neither_group_has_any() -> None:
    found = newcombe(0, 10, 0, 8)

    assert found.value == 0
    assert (found.low, found.high) == pytest.approx((-0.3244, 0.2775), abs=1e-4)


@pytest.mark.parametrize("counts", [(0, 0, 1, 2), (1, 2, 0, 0)])
def test_is_undefined_where_a_group_is_empty(counts: tuple[int, int, int, int]) -> None:
    assert newcombe(*counts).status is Status.UNDEFINED_EMPTY
    assert clustered_newcombe(Clusters.of([counts])).status is Status.UNDEFINED_EMPTY


def test_short_and_long_turns_of_the_same_sessions_are_compared_by_session() -> None:
    clusters = Clusters.of(SESSIONS)
    found = clustered_newcombe(clusters)

    assert found.value == pytest.approx(0.184981684982)
    assert (found.low, found.high) == pytest.approx((0.001452564866, 0.366427112363))
    assert difference_inflation(clusters) == pytest.approx(0.915161581234)
    assert difference_design_effect(clusters) == pytest.approx(1.261066667905)


def test_groups_of_one_unit_give_the_independent_interval() -> None:
    apart = [((1, 1, 0, 0), 5), ((0, 1, 0, 0), 15), ((0, 0, 1, 1), 3), ((0, 0, 0, 1), 27)]
    found = clustered_newcombe(Clusters.counted(apart))

    assert (found.low, found.high) == pytest.approx(
        (newcombe(5, 20, 3, 30).low, newcombe(5, 20, 3, 30).high)
    )


def test_one_session_gives_a_value_and_no_interval() -> None:
    found = clustered_newcombe(Clusters.of([(1, 4, 0, 3)]))

    assert (found.value, found.low) == (0.25, None)
    assert found.status is Status.TOO_FEW_CLUSTERS


def test_the_paired_interval_is_walds_on_half_a_unit_more_a_cell() -> None:
    found = agresti_min(794, 150, 86, 570)
    scores = np.repeat([1.0, -1.0, 0.0], [301, 173, 2 * (794 + 570 + 1)])
    error = scores.std() / np.sqrt(1602)

    assert found.value == pytest.approx(0.04)
    assert (found.low, found.high) == pytest.approx(
        (scores.mean() - 1.959964 * error, scores.mean() + 1.959964 * error), abs=1e-6
    )


def test_the_paired_interval_needs_units_and_stays_in_range() -> None:
    found = agresti_min(0, 1, 0, 0, 0.999)

    assert found.high == 1
    assert agresti_min(0, 0, 0, 0).status is Status.UNDEFINED_EMPTY
