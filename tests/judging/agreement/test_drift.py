"""A certified recall, held against later labels."""

from dataclasses import replace

import pytest

from judging.agreement import Clusters, Status, wilson
from judging.agreement.drift import DriftState, drift, effective_units
from judging.agreement.gate_row import Condition, GateRow, at_least
from judging.agreement.metrics import Metric

TPR = at_least(Condition.TPR, wilson(66, 70, 0.90), 0.60, 70, "")
TNR = at_least(Condition.TNR, wilson(165, 170, 0.90), 0.80, 170, "")


def later(tp: int = 0, fn: int = 0, fp: int = 0, tn: int = 0) -> Clusters:
    single = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
    return Clusters.counted((row, n) for row, n in zip(single, (tp, fn, fp, tn), strict=True) if n)


@pytest.mark.parametrize(
    ("found", "certified", "state"),
    [
        (later(tp=28, fn=2), TPR, DriftState.HELD),
        (later(tp=9, fn=15), TPR, DriftState.DRIFTED),
        (later(tp=4, fn=1), TPR, DriftState.TOO_FEW),
        (later(tn=58, fp=2), TNR, DriftState.HELD),
        (later(tn=20, fp=40), TNR, DriftState.DRIFTED),
        (later(), TNR, DriftState.TOO_FEW),
    ],
)
def test_later_labels_prove_or_disprove_what_the_gate_asks_for(
    found: Clusters, certified: GateRow, state: DriftState
) -> None:
    one = drift(found, certified)

    assert one.state is state
    assert bool(one.needed) is (state is DriftState.TOO_FEW)


def test_a_rate_that_fell_far_has_drifted_though_it_is_still_enough() -> None:
    one = drift(later(tp=75, fn=25), TPR)

    assert one.rate.low is not None
    assert one.rate.low >= 0.60
    assert one.difference.high is not None
    assert one.difference.high < 0
    assert one.state is DriftState.DRIFTED


def test_a_rate_that_fell_a_little_for_sure_has_held() -> None:
    best = at_least(Condition.TNR, wilson(4990, 5000, 0.90), 0.80, 5000, "")

    one = drift(later(tn=4800, fp=200), best)

    assert one.difference.high is not None
    assert one.difference.high < 0
    assert one.state is DriftState.HELD


def test_few_labels_cannot_show_a_fall_however_deep() -> None:
    one = drift(later(tp=12, fn=7), TPR)

    assert (one.n, one.state) == (19, DriftState.TOO_FEW)


def test_nothing_is_no_rate() -> None:
    one = drift(later(), TPR)

    assert (one.n, one.rate.value, one.difference.value) == (0, None, None)
    assert one.difference.status is Status.UNDEFINED_EMPTY
    assert one.needed == "Label some fails."


def test_weighed_labels_are_counted_one_by_one() -> None:
    weighed = Clusters.counted([((0.5, 0, 0, 0), 40), ((0, 2.0, 0, 0), 5)])

    one = drift(weighed, TPR, later(tp=40, fn=5))

    assert one.n == 45
    assert one.rate.value == pytest.approx(20 / 30)
    assert one.metric is Metric.TPR


@pytest.mark.parametrize(("x", "n"), [(66, 70), (165, 170), (20, 20), (1, 9)])
def test_the_units_behind_a_bound_are_found_again(x: int, n: int) -> None:
    row = at_least(Condition.TPR, wilson(x, n, 0.90), 0.60, 1, "")

    assert effective_units(row) == pytest.approx(n)


def test_a_row_without_a_bound_rests_on_what_it_counts() -> None:
    assert effective_units(replace(TPR, bound=None)) == 70.0


def test_later_labels_of_one_group_prove_no_fall() -> None:
    one = drift(Clusters.of([(9, 40, 0, 0)]), TPR)

    assert one.state is DriftState.TOO_FEW
    assert one.difference.value == pytest.approx(9 / 49 - 66 / 70)
    assert (one.difference.low, one.difference.status) == (None, Status.TOO_FEW_CLUSTERS)
