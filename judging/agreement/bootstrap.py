"""The cluster bootstrap, for those who ask to see it; no default interval rests on it."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from judging.agreement.cells import Array
from judging.agreement.clusters import Clusters
from judging.agreement.dirichlet import between, seed
from judging.agreement.metrics import Metric, values

DRAWS = 2000
UNDEFINED_LIMIT = 0.05


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """
    What redrawing the clusters gives.

    Attributes:
        standard_error: The standard deviation over draws; None where hardly any is defined.

        percentile: The plain quantiles; None where too many draws are undefined.

        bca: The bias-corrected and accelerated interval; None where it is undefined too.

        undefined: The share of draws on which the metric is undefined.
    """

    standard_error: float | None
    percentile: tuple[float, float] | None
    bca: tuple[float, float] | None
    undefined: float


def cluster_bootstrap(
    clusters: Clusters, metric: Metric, *, draws: int = DRAWS, confidence: float = 0.95
) -> Bootstrap:
    """
    Redraw clusters with replacement, from their distinct patterns alone.

    Args:
        clusters: One (tp, fn, fp, tn) a cluster.

        metric: What to compute on each draw.

        draws: How many.

        confidence: The intervals' two-sided level.

    Returns:
        The result, always the same for the same arguments.

    References:
        Efron (1987), Journal of the American Statistical Association 82:171, for BCa.
    """
    if not clusters.k:
        return Bootstrap(None, None, None, 1.0)
    purpose = f"bootstrap {metric}@{confidence} {clusters.vectors.tolist()}"
    generator = np.random.default_rng(seed(clusters.counts.tolist(), purpose))
    picked = generator.multinomial(clusters.k, clusters.counts / clusters.k, size=draws)
    drawn = values(picked @ clusters.vectors, metric)
    known = drawn[~np.isnan(drawn)]
    undefined = 1 - len(known) / draws
    error = float(known.std()) if len(known) > 1 else None
    if undefined > UNDEFINED_LIMIT:
        return Bootstrap(error, None, None, undefined)
    bca = _bca(clusters, metric, known, confidence)
    return Bootstrap(error, between(known, confidence), bca, undefined)


def jackknife_standard_error(clusters: Clusters, metric: Metric) -> float | None:
    """
    The standard error from leaving out one cluster at a time.

    Returns:
        The error; None with fewer than two clusters, or where leaving one out makes the
        metric undefined.
    """
    if clusters.k < 2:
        return None
    left = values(clusters.totals - clusters.vectors, metric)
    if np.isnan(left).any():
        return None
    k, mean = clusters.k, float(clusters.counts @ left) / clusters.k
    return float(np.sqrt((k - 1) / k * float(clusters.counts @ (left - mean) ** 2)))


def _bca(
    clusters: Clusters, metric: Metric, drawn: Array, confidence: float
) -> tuple[float, float] | None:
    value = float(values(clusters.totals, metric))
    below = float(((drawn < value) + 0.5 * (drawn == value)).mean())
    left = values(clusters.totals - clusters.vectors, metric)
    known = ~np.isnan(left)
    counts = clusters.counts[known]
    if not 0 < below < 1 or not known.any():
        return None
    apart = float(counts @ left[known]) / counts.sum() - left[known]
    spread = float(counts @ apart**2) ** 1.5
    if not spread:
        return None
    shift, acceleration = float(ndtri(below)), float(counts @ apart**3) / (6 * spread)
    tails = ndtri(np.array([(1 - confidence) / 2, (1 + confidence) / 2])) + shift
    low, high = np.quantile(drawn, ndtr(shift + tails / (1 - acceleration * tails)))
    return float(low), float(high)
