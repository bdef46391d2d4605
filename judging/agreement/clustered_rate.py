"""One proportion of units that come in clusters."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import replace

import numpy as np

from judging.agreement.clusters import SMOOTHING, Clusters, design_effect
from judging.agreement.estimate import Estimate, Status
from judging.agreement.proportions import wilson


def clustered_wilson(clusters: Clusters, confidence: float = 0.95) -> Estimate:
    """
    Compute a proportion with Wilson's interval on the number of units that clustering leaves.

    Args:
        clusters: One (x, n - x) a cluster.

        confidence: The interval's two-sided level.

    Returns:
        The proportion; undefined without units. With fewer than two clusters the value
        stands without an interval.
    """
    return clustered_rate(clusters, rate_design_effect(clusters, confidence), confidence)


def share_of(units: Iterable[tuple[Hashable, float]], confidence: float = 0.95) -> Estimate:
    """
    Compute the mean of shares with Wilson's interval by groups.

    Args:
        units: For each unit its group, and 0 or 1, or what share of it is a hit.

        confidence: The interval's two-sided level.

    Returns:
        As `clustered_wilson`.

    Example:
        >>> round(share_of([("a", 1), ("a", 0), ("b", 1), ("c", 1)]).value, 2)
        0.75
    """
    sums: dict[Hashable, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for group, share in units:
        sums[group][0] += share
        sums[group][1] += 1 - share
    return clustered_wilson(Clusters.of(sums.values(), width=2), confidence)


def rate_design_effect(clusters: Clusters, confidence: float = 0.95) -> float | None:
    """
    By how much clustering divides the units of a proportion.

    Args:
        clusters: One (x, n - x) a cluster.

        confidence: The level of the interval to come.

    Returns:
        The effect; None with fewer than two clusters.
    """
    smoothed = clusters.totals + SMOOTHING
    rate = float(smoothed[0] / smoothed.sum())
    expected = clusters.totals.sum() * np.array([rate, 1 - rate])
    return design_effect(clusters, np.array([1 - rate, -rate]), expected, confidence)


def clustered_rate(clusters: Clusters, effect: float | None, confidence: float = 0.95) -> Estimate:
    """Compute a proportion from (x, n - x) a cluster and a design effect found elsewhere."""
    x, rest = clusters.totals.tolist()
    if x + rest == 0:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    value = x / (x + rest)
    if effect is None:
        return Estimate(value, status=Status.TOO_FEW_CLUSTERS, confidence=confidence)
    return replace(wilson(x / effect, (x + rest) / effect, confidence), value=value)
