import numpy as np
import pytest
from scipy import stats

from judging.agreement import Clusters, Status
from judging.agreement.cells import Array
from judging.agreement.differences import linearised
from judging.agreement.metrics import ratio


def rate(totals: Array) -> Array:
    return ratio(totals[..., 0], totals[..., 1])


def test_a_mean_is_its_own_linearisation() -> None:
    sample = [0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0]
    clusters = Clusters.of([(each, 1) for each in sample], width=2)
    found = linearised(clusters, rate, np.zeros(2))
    estimate = found.estimate()

    assert found.standard_error == pytest.approx(stats.sem(sample), abs=1e-8)
    assert (estimate.low, estimate.high) == pytest.approx(
        stats.t.interval(0.95, 6, np.mean(sample), stats.sem(sample)), abs=1e-8
    )


def test_the_interval_lies_about_the_smoothed_value_and_holds_the_other() -> None:
    clusters = Clusters.of([(1, 1)] * 39 + [(0, 1)], width=2)
    found = linearised(clusters, rate, np.array([0.0, 40.0]))
    estimate = found.estimate()

    assert (found.value, found.centre) == (39 / 40, 39 / 80)
    assert estimate.high == 39 / 40
    assert (estimate.low or 0) < 39 / 80


def test_what_no_cluster_moves_has_no_interval() -> None:
    found = linearised(Clusters.of([(1, 1)] * 4, width=2), rate, np.zeros(2)).estimate()

    assert (found.value, found.low, found.status) == (1, None, Status.NO_SPREAD)


def test_the_interval_ends_where_the_difference_can_go_no_further() -> None:
    clusters = Clusters.of([(1, 1), (0, 1)], width=2)

    assert linearised(clusters, rate, np.zeros(2)).estimate(limit=1).high == 1


def test_says_why_there_is_no_interval() -> None:
    one, none = Clusters.of([(1, 1)], width=2), Clusters.of([], width=2)
    undefined = Clusters.of([(1, 0), (2, 0)], width=2)
    smoothing = np.array([0.5, 0.5])

    assert linearised(one, rate, smoothing).estimate().status is Status.TOO_FEW_CLUSTERS
    assert linearised(none, rate, smoothing).estimate().status is Status.UNDEFINED_EMPTY
    assert linearised(undefined, rate, smoothing).estimate().status is Status.UNDEFINED_SINGLE_CLASS
