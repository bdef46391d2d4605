"""Metrics of a judge with intervals that know which units belong together."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from judging.agreement.cells import Array, Cells
from judging.agreement.clustered_rate import clustered_rate, rate_design_effect
from judging.agreement.clusters import SMOOTHING, Clusters, design_effect
from judging.agreement.dirichlet import dirichlet_interval
from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa import cohen_kappa
from judging.agreement.kappa_interval import kappa_influence
from judging.agreement.metrics import Metric, point, values

STEP = 1e-6

# Which of tp, fn, fp, tn a proportion counts, and which it counts against.
PARTS: Mapping[Metric, tuple[tuple[int, ...], tuple[int, ...]]] = {
    Metric.OBSERVED_AGREEMENT: ((1, 0, 0, 1), (0, 1, 1, 0)),
    Metric.TPR: ((1, 0, 0, 0), (0, 1, 0, 0)),
    Metric.TNR: ((0, 0, 0, 1), (0, 0, 1, 0)),
    Metric.PRECISION: ((1, 0, 0, 0), (0, 0, 1, 0)),
    Metric.NEGATIVE_PREDICTIVE_VALUE: ((0, 0, 0, 1), (0, 1, 0, 0)),
    Metric.FALSE_PASS_RATE: ((0, 1, 0, 0), (0, 0, 0, 1)),
    Metric.REFERENCE_FAIL_RATE: ((1, 1, 0, 0), (0, 0, 1, 1)),
    Metric.JUDGE_FAIL_RATE: ((1, 0, 1, 0), (0, 1, 0, 1)),
}


def estimated(clusters: Clusters, metric: Metric, confidence: float = 0.95) -> Estimate:
    """
    Compute a metric with the interval that suits it, on the sample size that clustering leaves.

    Kappa gets a Zou-Donner interval, a proportion Wilson's, anything else a Dirichlet one; the
    counts are first divided by the metric's own design effect.

    Args:
        clusters: One (tp, fn, fp, tn) a group.

        metric: What to compute.

        confidence: The interval's two-sided level.

    Returns:
        The metric; undefined as `point` says. With fewer than two groups that bear on it, the
        value stands without an interval and the status is `too_few_clusters`.
    """
    if metric in PARTS:
        return _proportion(clusters, metric, confidence)
    if metric is Metric.PABAK:
        return _from_agreement(estimated(clusters, Metric.OBSERVED_AGREEMENT, confidence))
    cells = clusters.cells
    found = replace(point(cells, metric), confidence=confidence)
    if found.value is None:
        return found
    effect = design_effect_of(clusters, metric, confidence)
    if effect is None:
        return replace(found, status=Status.TOO_FEW_CLUSTERS)
    if metric is Metric.KAPPA:
        return cohen_kappa(cells, confidence, effect)
    low, high = dirichlet_interval(cells.scaled(1 / effect), metric, confidence)
    return replace(
        found, low=min(low, found.value), high=max(high, found.value), method="dirichlet"
    )


def design_effect_of(clusters: Clusters, metric: Metric, confidence: float = 0.95) -> float | None:
    """
    By how much clustering divides the number of units that bear on a metric.

    Returns:
        The effect; None with fewer than two groups that bear on the metric, or without units.
    """
    if clusters.k >= 2 and clusters.are_single_units:
        return 1.0
    if metric not in PARTS:
        pull = influence(clusters.cells, metric)
        return design_effect(clusters, pull, clusters.totals, confidence)
    return rate_design_effect(clusters.projected(np.array(PARTS[metric]).T), confidence)


def influence(cells: Cells, metric: Metric) -> Array:
    """
    How far one more unit in each cell pulls a metric, taken at cells smoothed by one half.

    Returns:
        The influence of each cell, shape (4,), in units of one over n.
    """
    smoothed = cells.array + SMOOTHING
    if metric is Metric.KAPPA:
        return kappa_influence(smoothed)
    shares = smoothed / smoothed.sum()
    moved = STEP * np.eye(4)
    slopes = (values(shares + moved, metric) - values(shares - moved, metric)) / (2 * STEP)
    return np.asarray(slopes - slopes @ shares)


def _proportion(clusters: Clusters, metric: Metric, confidence: float) -> Estimate:
    parts = clusters.projected(np.array(PARTS[metric]).T)
    if not parts.k:
        return replace(point(clusters.cells, metric), confidence=confidence)
    return clustered_rate(parts, design_effect_of(clusters, metric, confidence), confidence)


def _from_agreement(agreement: Estimate) -> Estimate:
    """PABAK is 2 p_o - 1, and so are the ends of its interval."""
    value, low, high = (
        None if part is None else 2 * part - 1
        for part in (agreement.value, agreement.low, agreement.high)
    )
    return replace(agreement, value=value, low=low, high=high)
