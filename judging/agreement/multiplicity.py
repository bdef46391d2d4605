"""Corrections for asking more than one question of the same labels."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from judging.agreement.cells import Array


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """
    Adjust p-values so that the chance of any false rejection stays below the level.

    Returns:
        The adjusted values, in the order given.

    Example:
        >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005, 0.2])]
        [0.04, 0.09, 0.09, 0.025, 0.2]

    References:
        Holm (1979), Scandinavian Journal of Statistics 6:65.
    """
    p, order = _sorted(p_values)
    stepped = np.maximum.accumulate(p * np.arange(len(p), 0, -1))
    return _restored(stepped, order)


def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """
    Adjust p-values so that the expected share of false ones among the rejected is bounded.

    For slices that nobody registered beforehand, and that are shown as exploratory.

    Returns:
        The adjusted values, in the order given.

    Example:
        >>> [round(p, 3) for p in benjamini_hochberg([0.01, 0.04, 0.03, 0.005, 0.2])]
        [0.025, 0.05, 0.05, 0.025, 0.2]

    References:
        Benjamini and Hochberg (1995), Journal of the Royal Statistical Society B 57:289.
    """
    return _false_discoveries(p_values, 1.0)


def benjamini_yekutieli(p_values: Sequence[float]) -> tuple[float, ...]:
    """
    Adjust p-values as Benjamini and Hochberg do, for tests that depend on each other in any way.

    Returns:
        The adjusted values, in the order given.

    References:
        Benjamini and Yekutieli (2001), Annals of Statistics 29:1165.
    """
    harmonic = sum(1 / rank for rank in range(1, len(p_values) + 1))
    return _false_discoveries(p_values, harmonic)


def _false_discoveries(p_values: Sequence[float], factor: float) -> tuple[float, ...]:
    p, order = _sorted(p_values)
    scaled = factor * p * len(p) / np.arange(1, len(p) + 1)
    return _restored(np.minimum.accumulate(scaled[::-1])[::-1], order)


def _sorted(p_values: Sequence[float]) -> tuple[Array, NDArray[np.intp]]:
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    return p[order], order


def _restored(adjusted: Array, order: NDArray[np.intp]) -> tuple[float, ...]:
    back = np.empty_like(adjusted)
    back[order] = np.minimum(adjusted, 1.0)
    return tuple(back.tolist())
