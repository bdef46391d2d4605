"""Do the intervals hold the truth as often as they say? Few, seeded repetitions."""

import numpy as np
import pytest
from numpy.typing import NDArray

from judging.agreement import Cells, Clusters, Metric, estimated, point, wilson

REPETITIONS = 300


def sessions_of_turns(
    generator: np.random.Generator, sessions: int, correlation: float
) -> NDArray[np.int64]:
    """Draw cells by session whose shares vary from session to session about (15, 5, 5, 75) %."""
    spread = (1 - correlation) / correlation
    shares = generator.dirichlet(spread * np.array([0.15, 0.05, 0.05, 0.75]), size=sessions)
    turns = generator.integers(4, 13, size=sessions)
    return np.array([generator.multinomial(n, p) for n, p in zip(turns, shares, strict=True)])


@pytest.mark.parametrize("metric", [Metric.KAPPA, Metric.TPR])
def test_clustered_intervals_cover_and_intervals_without_clusters_do_not(metric: Metric) -> None:
    generator = np.random.default_rng(20_260)
    truth = point(Cells(15, 5, 5, 75), metric).value or 0
    covered = naive = 0
    for _ in range(REPETITIONS):
        drawn = sessions_of_turns(generator, sessions=40, correlation=0.3)
        clustered = estimated(Clusters.of(drawn.tolist()), metric)
        apart = estimated(Clusters.independent(drawn.sum(axis=0).tolist()), metric)
        covered += (clustered.low or 0) <= truth <= (clustered.high or 0)
        naive += (apart.low or 0) <= truth <= (apart.high or 0)

    assert covered / REPETITIONS >= 0.92
    assert naive / REPETITIONS < 0.90


def test_the_independent_interval_of_kappa_covers_in_small_samples() -> None:
    generator = np.random.default_rng(20_261)
    truth = point(Cells(15, 5, 5, 75), Metric.KAPPA).value or 0
    covered = 0
    for _ in range(REPETITIONS):
        drawn = generator.multinomial(40, [0.15, 0.05, 0.05, 0.75])
        found = estimated(Clusters.independent(drawn.tolist()), Metric.KAPPA)
        covered += found.low is not None and found.low <= truth <= (found.high or 0)

    assert covered / REPETITIONS >= 0.92


def test_wilsons_interval_covers_a_rare_rate() -> None:
    generator = np.random.default_rng(20_262)
    drawn = generator.binomial(60, 0.05, size=REPETITIONS)
    found = [wilson(float(x), 60) for x in drawn]

    assert np.mean([(f.low or 0) <= 0.05 <= (f.high or 0) for f in found]) >= 0.92
