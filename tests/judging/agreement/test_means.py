import numpy as np
import pytest
from scipy import stats

from judging.agreement import Clusters, Status
from judging.agreement.means import clustered_mean


def test_units_alone_in_their_cluster_give_the_t_interval() -> None:
    sample = [1.0, -2.0, 0.0, 4.0, 2.5]
    found = clustered_mean(Clusters.of([(each, 1) for each in sample], width=2))
    expected = stats.t.interval(0.95, 4, np.mean(sample), stats.sem(sample))

    assert found.value == pytest.approx(np.mean(sample))
    assert (found.low, found.high) == pytest.approx(expected)


def test_units_that_say_nothing_still_count() -> None:
    assert clustered_mean(Clusters.of([(0, 1), (3, 1)], width=2)).value == 1.5


def test_one_cluster_has_no_interval_and_none_no_mean() -> None:
    assert clustered_mean(Clusters.of([(3, 2)], 2)).status is Status.TOO_FEW_CLUSTERS
    assert clustered_mean(Clusters.of([], 2)).status is Status.UNDEFINED_EMPTY


def test_equal_values_have_a_mean_and_no_interval() -> None:
    found = clustered_mean(Clusters.of([(0.1, 1), (0.1, 1), (0.1, 1)], width=2))

    assert found.value == pytest.approx(0.1)
    assert (found.low, found.high, found.status) == (None, None, Status.NO_SPREAD)
