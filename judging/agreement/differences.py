"""Differences of statistics that rest on the same units, such as two kappas."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from judging.agreement.cells import Array
from judging.agreement.clusters import Clusters, student_quantile
from judging.agreement.estimate import Estimate, Status

STEP = 1e-5
# Slopes are numerical: what they leave of an error of 0.
SPREADLESS = 1e-8

Statistic = Callable[[Array], Array]


@dataclass(frozen=True, slots=True)
class Linearised:
    """
    A statistic of additive totals, near enough to a sum over clusters to have its error.

    Attributes:
        value: The statistic at the totals; None where it is undefined there.

        centre: The statistic at the smoothed totals, about which the interval lies.

        standard_error: The error by clusters; None with fewer than two.

        k: How many clusters.
    """

    value: float | None
    centre: float
    standard_error: float | None
    k: int

    def estimate(self, confidence: float = 0.95, limit: float = 2.0) -> Estimate:
        """
        Put Student's interval with k - 1 degrees of freedom about the smoothed value.

        Args:
            confidence: The interval's two-sided level.

            limit: What the difference can reach at most in either direction: 2 for kappas.

        Returns:
            The statistic; undefined where it is at the totals. The value stands without an
            interval with fewer than two clusters, and as `no_spread` where no cluster moves it.
        """
        if self.value is None:
            undefined = Status.UNDEFINED_SINGLE_CLASS if self.k else Status.UNDEFINED_EMPTY
            return Estimate(None, status=undefined, confidence=confidence)
        if self.standard_error is None:
            status = Status.TOO_FEW_CLUSTERS
            return Estimate(self.value, status=status, confidence=confidence)
        if self.standard_error < SPREADLESS:
            return Estimate(self.value, status=Status.NO_SPREAD, confidence=confidence)
        reach = student_quantile(confidence, self.k - 1) * self.standard_error
        low = max(-limit, min(self.centre - reach, self.value))
        high = min(limit, max(self.centre + reach, self.value))
        return Estimate(self.value, low, high, "linearised_t", confidence=confidence)


def linearised(clusters: Clusters, statistic: Statistic, smoothing: Array) -> Linearised:
    """
    Find a statistic and its error from additive totals over clusters.

    Args:
        clusters: One additive vector a cluster, shape (d,).

        statistic: Maps totals of shape (..., d) to values of shape (...), not a number where
            undefined; it must be defined at the smoothed totals.

        smoothing: What is added to the totals so that the statistic has a slope, shape (d,).

    References:
        The delta method by clusters; Yang and Zhou (2015), Computational Statistics and Data
        Analysis 82:1, apply it to dependent kappas.
    """
    totals = clusters.totals
    value = float(statistic(totals))
    smoothed = totals + smoothing
    moved = STEP * np.eye(len(smoothed))
    slopes = (statistic(smoothed + moved) - statistic(smoothed - moved)) / (2 * STEP)
    k = clusters.k
    error = None
    if k >= 2:
        pulls = clusters.vectors @ slopes
        pulls = pulls - float(clusters.counts @ pulls) / k
        error = float(np.sqrt(k / (k - 1) * float(clusters.counts @ pulls**2)))
    return Linearised(None if np.isnan(value) else value, float(statistic(smoothed)), error, k)
