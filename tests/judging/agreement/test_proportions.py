from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from judging.agreement import Estimate, Status, clopper_pearson, wilson

SAMPLES = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))

NEWCOMBE = {
    (81, 263): ((0.2553, 0.3662), (0.2527, 0.3676)),
    (15, 148): ((0.0624, 0.1605), (0.0578, 0.1617)),
    (0, 20): ((0.0, 0.1611), (0.0, 0.1684)),
}


@pytest.mark.parametrize("sample", NEWCOMBE)
def test_prints_newcombes_table(sample: tuple[int, int]) -> None:
    score, exact = wilson(*sample), clopper_pearson(*sample)

    assert (score.low, score.high) == pytest.approx(NEWCOMBE[sample][0], abs=5e-5)
    assert (exact.low, exact.high) == pytest.approx(NEWCOMBE[sample][1], abs=5e-5)


@given(sample=SAMPLES, confidence=st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_equals_statsmodels(sample: tuple[int, int], confidence: float) -> None:
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "beta")):
        found = ours(*sample, confidence)
        expected = proportion_confint(*sample, alpha=1 - confidence, method=method)

        assert (found.low, found.high) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
def test_is_undefined_without_units(interval: Callable[[float, float], Estimate]) -> None:
    found = interval(0, 0)

    assert found.value is None
    assert found.status is Status.UNDEFINED_EMPTY


def test_the_ends_are_exact_where_all_or_none_are() -> None:
    assert wilson(0, 7).low == clopper_pearson(0, 7).low == 0
    assert wilson(7, 7).high == clopper_pearson(7, 7).high == 1
