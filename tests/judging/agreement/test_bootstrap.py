import numpy as np
import pytest
from scipy import stats

from judging.agreement import Cells, Clusters, Metric
from judging.agreement.bootstrap import cluster_bootstrap, jackknife_standard_error
from judging.agreement.clusters import standard_error
from judging.agreement.kappa_interval import kappa_influence
from tests.judging.agreement.tables import SESSIONS, separate

CLUSTERS = Clusters.of(SESSIONS)


def test_redrawn_sessions_spread_as_the_linearised_error_says() -> None:
    found = cluster_bootstrap(CLUSTERS, Metric.KAPPA)
    expected = standard_error(CLUSTERS, kappa_influence(CLUSTERS.totals))

    assert found.standard_error == pytest.approx(expected, rel=0.15)
    assert found.undefined == 0


def test_agrees_with_scipys_corrected_interval() -> None:
    sample = np.repeat([1.0, 0.0], [30, 20])
    expected = stats.bootstrap(
        (sample,), np.mean, n_resamples=4000, rng=np.random.default_rng(3)
    ).confidence_interval
    found = cluster_bootstrap(separate(Cells(15, 0, 0, 15)), Metric.OBSERVED_AGREEMENT)
    rate = cluster_bootstrap(separate(Cells(30, 20, 0, 0)), Metric.TPR, draws=4000)

    assert rate.bca == pytest.approx((expected.low, expected.high), abs=0.03)
    assert found.bca is None


def test_is_the_same_every_time() -> None:
    assert cluster_bootstrap(CLUSTERS, Metric.F1) == cluster_bootstrap(CLUSTERS, Metric.F1)


def test_hides_its_intervals_where_draws_are_undefined_too_often() -> None:
    found = cluster_bootstrap(separate(Cells(1, 0, 0, 9)), Metric.KAPPA)

    assert found.undefined > 0.3
    assert found.percentile is found.bca is None


def test_one_cluster_has_no_corrected_interval() -> None:
    found = cluster_bootstrap(Clusters.of([(3, 1, 0, 9)]), Metric.TPR)

    assert found.percentile == (0.75, 0.75)
    assert found.bca is None


def test_nothing_comes_of_nothing() -> None:
    found = cluster_bootstrap(Clusters.of([]), Metric.KAPPA)

    assert (found.standard_error, found.percentile, found.undefined) == (None, None, 1)


def test_always_undefined_is_no_error_of_zero() -> None:
    found = cluster_bootstrap(separate(Cells(0, 0, 0, 9)), Metric.KAPPA)

    assert (found.standard_error, found.undefined) == (None, 1)


def test_leaving_out_one_session_at_a_time_gives_the_published_error() -> None:
    assert jackknife_standard_error(CLUSTERS, Metric.KAPPA) == pytest.approx(0.091249084474)


@pytest.mark.parametrize("clusters", [Clusters.of([(3, 1, 0, 9)]), separate(Cells(1, 0, 0, 9))])
def test_has_no_jackknife_where_leaving_one_out_leaves_nothing(clusters: Clusters) -> None:
    assert jackknife_standard_error(clusters, Metric.KAPPA) is None
