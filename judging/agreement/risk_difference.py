"""Differences of two proportions: of two groups of units, and of two answers to the same units."""

import math

import numpy as np

from judging.agreement.cells import Array
from judging.agreement.clusters import SMOOTHING, Clusters, design_effect, inflation
from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa_interval import normal_quantile
from judging.agreement.proportions import wilson

# From (x1, n1, x2, n2) to (x1, n1 - x1, x2, n2 - x2).
HITS_AND_MISSES = ((1, -1, 0, 0), (0, 1, 0, 0), (0, 0, 1, -1), (0, 0, 0, 1))


def newcombe(x1: float, n1: float, x2: float, n2: float, confidence: float = 0.95) -> Estimate:
    """
    Compute x1/n1 - x2/n2 with an interval put together from the two Wilson intervals.

    Args:
        x1: How many in the first group; effective counts may be fractions.

        n1: Out of how many.

        x2: How many in the second group.

        n2: Out of how many.

        confidence: The interval's two-sided level.

    Returns:
        The difference; undefined where a group is empty.

    Example:
        >>> difference = newcombe(56, 70, 48, 80)
        >>> round(difference.value, 2), round(difference.low, 4), round(difference.high, 4)
        (0.2, 0.0524, 0.3339)

    References:
        Newcombe (1998), Statistics in Medicine 17:873, method 10 and table II.
    """
    if n1 == 0 or n2 == 0:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    low1, high1 = ends(x1, n1, confidence)
    low2, high2 = ends(x2, n2, confidence)
    p1, p2 = x1 / n1, x2 / n2
    low = p1 - p2 - math.hypot(p1 - low1, high2 - p2)
    high = p1 - p2 + math.hypot(high1 - p1, p2 - low2)
    return Estimate(p1 - p2, low, high, "newcombe", confidence=confidence)


def clustered_newcombe(clusters: Clusters, confidence: float = 0.95) -> Estimate:
    """
    Compute x1/n1 - x2/n2 where units of both groups come from the same clusters.

    Args:
        clusters: One (x1, n1, x2, n2) a cluster.

        confidence: The interval's two-sided level.

    Returns:
        The difference; undefined where a group is empty. With fewer than two clusters the
        value stands without an interval.

    References:
        Newcombe (1998), on counts divided by the design effect of the difference.
    """
    x1, n1, x2, n2 = clusters.totals.tolist()
    if n1 == 0 or n2 == 0:
        return newcombe(x1, n1, x2, n2, confidence)
    effect = difference_design_effect(clusters, confidence)
    if effect is None:
        value = x1 / n1 - x2 / n2
        return Estimate(value, status=Status.TOO_FEW_CLUSTERS, confidence=confidence)
    return newcombe(x1 / effect, n1 / effect, x2 / effect, n2 / effect, confidence)


def difference_design_effect(clusters: Clusters, confidence: float = 0.95) -> float | None:
    """
    By how much clustering divides the units of a difference of proportions.

    Args:
        clusters: One (x1, n1, x2, n2) a cluster; neither group may be empty in total.

        confidence: The level of the interval to come.

    Returns:
        The effect; None with fewer than two clusters.
    """
    return design_effect(clusters.projected(HITS_AND_MISSES), *_influence(clusters), confidence)


def difference_inflation(clusters: Clusters) -> float | None:
    """The variance of a difference of proportions over that from independent units, unfloored."""
    return inflation(clusters.projected(HITS_AND_MISSES), *_influence(clusters))


def _influence(clusters: Clusters) -> tuple[Array, Array]:
    """The pull of a hit and of a miss in either group, and how many of each to expect."""
    x1, n1, x2, n2 = clusters.totals.tolist()
    p1 = (x1 + SMOOTHING) / (n1 + 2 * SMOOTHING)
    p2 = (x2 + SMOOTHING) / (n2 + 2 * SMOOTHING)
    pull = np.array([(1 - p1) / n1, -p1 / n1, -(1 - p2) / n2, p2 / n2])
    return pull, np.array([n1 * p1, n1 * (1 - p1), n2 * p2, n2 * (1 - p2)])


def agresti_min(
    both: float, first: float, second: float, neither: float, confidence: float = 0.95
) -> Estimate:
    """
    Compute the difference of two rates measured on the same units, half a unit added a cell.

    Args:
        both: Units on which both answers are yes.

        first: Units on which only the first is.

        second: Units on which only the second is.

        neither: Units on which neither is.

        confidence: The interval's two-sided level.

    Returns:
        The first rate minus the second; undefined without units.

    Example:
        Approval of a prime minister, asked twice of the same 1600 people: 944, then 880.

        >>> change = agresti_min(794, 150, 86, 570)
        >>> round(change.value, 2), round(change.low, 3), round(change.high, 3)
        (0.04, 0.021, 0.059)

    References:
        Agresti and Min (2005), Statistics in Medicine 24:729; counts from Agresti (1990), p. 350.
    """
    n = both + first + second + neither
    if n == 0:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    b, c, total = first + SMOOTHING, second + SMOOTHING, n + 4 * SMOOTHING
    centre = (b - c) / total
    reach = normal_quantile(confidence) * math.sqrt(((b + c) / total - centre**2) / total)
    low, high = max(-1.0, centre - reach), min(1.0, centre + reach)
    return Estimate((first - second) / n, low, high, "agresti_min", confidence=confidence)


def ends(x: float, n: float, confidence: float) -> tuple[float, float]:
    """The two ends of Wilson's interval; n must be above 0."""
    rate = wilson(x, n, confidence)
    assert rate.low is not None
    assert rate.high is not None
    return rate.low, rate.high
