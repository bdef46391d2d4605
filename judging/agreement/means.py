"""The mean of a quantity over units that come in clusters."""

from collections import defaultdict
from collections.abc import Hashable, Iterable

import numpy as np

from judging.agreement.clusters import Clusters, student_quantile
from judging.agreement.estimate import Estimate, Status

# What sums of equal numbers leave of a spread of 0.
SPREADLESS = 1e-12


def mean_of(units: Iterable[tuple[Hashable, float]], confidence: float = 0.95) -> Estimate:
    """Compute the mean of a number over units, each with its group; see `clustered_mean`."""
    sums: dict[Hashable, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for group, value in units:
        sums[group][0] += value
        sums[group][1] += 1
    return clustered_mean(Clusters.of(sums.values(), width=2), confidence)


def clustered_mean(clusters: Clusters, confidence: float = 0.95) -> Estimate:
    """
    Compute a ratio of totals, such as a mean a unit, with Student's interval by clusters.

    Args:
        clusters: One (sum, number of units) a cluster; where each holds one unit, this is the
            ordinary mean and t interval.

        confidence: The interval's two-sided level.

    Returns:
        The mean; undefined without units. The value stands without an interval with fewer than
        two clusters, and as `no_spread` where all say the same: an interval of no width would
        claim to know what a few equal values cannot tell.

    Example:
        >>> mean = clustered_mean(Clusters.of([(1, 1), (2, 1), (3, 1)], width=2))
        >>> mean.value, round(mean.low, 2), round(mean.high, 2)
        (2.0, -0.48, 4.48)
    """
    total, n = clusters.totals.tolist()
    if not n:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    k, mean = clusters.k, total / n
    if k < 2:
        return Estimate(mean, status=Status.TOO_FEW_CLUSTERS, confidence=confidence)
    residuals = clusters.vectors @ np.array([1.0, -mean])
    error = np.sqrt(k / (k - 1) * float(clusters.counts @ residuals**2)) / n
    if not error > SPREADLESS:
        return Estimate(mean, status=Status.NO_SPREAD, confidence=confidence)
    reach = student_quantile(confidence, k - 1) * float(error)
    return Estimate(mean, mean - reach, mean + reach, "student_t", confidence=confidence)
