"""Intervals from a Dirichlet posterior, for metrics without a closed form."""

import hashlib
import json
from collections.abc import Sequence

import numpy as np

from judging.agreement.cells import Array, Cells
from judging.agreement.metrics import Metric, values

DRAWS = 4000
JEFFREYS = 0.5


def dirichlet_interval(
    cells: Cells, metric: Metric, confidence: float = 0.95, prior: float = JEFFREYS
) -> tuple[float, float]:
    """
    Where a metric lies under every table that could well have produced these counts.

    The draws are seeded by the arguments, so the same cells always give the same interval.

    Args:
        cells: The table, or its effective counts; may be empty.

        metric: What to compute on each drawn table.

        confidence: The share of the draws between the two ends.

        prior: What is added to each cell; one half is Jeffreys' choice.

    Returns:
        The lower and the upper end.

    References:
        Gelman et al., Bayesian Data Analysis, on the multinomial with a Dirichlet prior.
    """
    counts = cells.array
    drawn = values(posterior(counts, prior, f"{metric}@{confidence}"), metric)
    return between(drawn, confidence)


def posterior(counts: Array, prior: float, purpose: str, draws: int = DRAWS) -> Array:
    """
    Draw tables of shares, seeded by all of the arguments.

    Args:
        counts: Non-negative counts, shape (k,).

        prior: What is added to each count; above 0.

        purpose: Text that tells this use from others of the same counts.

        draws: How many tables.

    Returns:
        Shares that sum to one along the last axis, shape (draws, k).
    """
    generator = np.random.default_rng(seed(counts.tolist(), f"{purpose}+{prior}"))
    gammas = generator.standard_gamma(counts + prior, size=(draws, len(counts)))
    return np.asarray(gammas / gammas.sum(axis=1, keepdims=True))


def seed(counts: Sequence[float], purpose: str) -> int:
    """The first eight bytes of the SHA-256 of counts and purpose: equal on every machine."""
    # Rounded, so that the order in which counts were summed does not matter.
    text = json.dumps([[round(float(count), 6) for count in counts], purpose])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def between(drawn: Array, confidence: float) -> tuple[float, float]:
    """The quantiles that leave equal tails outside `confidence` of the draws."""
    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)
