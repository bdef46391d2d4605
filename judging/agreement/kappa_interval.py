"""Intervals and standard errors of one kappa."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from judging.agreement.cells import Array

BISECTIONS = 60


def normal_quantile(confidence: float) -> float:
    """The z that leaves (1 - confidence) / 2 above it: 1.96 for 0.95."""
    return float(ndtri(0.5 + confidence / 2))


def common_correlation_variance(kappa: float, fail_rate: float) -> float:
    """
    The variance of an estimated kappa times the number of units, if both raters fail alike often.

    Args:
        kappa: The true kappa, -1..1.

        fail_rate: The rate at which either rater fails, strictly between 0 and 1.

    Returns:
        The variance, never below 0; it equals that of Fleiss, Cohen and Everitt at equal margins.

    References:
        Bloch and Kraemer (1989); Donner and Eliasziw (1992), Statistics in Medicine 11:1511.
    """
    mixed = 2 * fail_rate * (1 - fail_rate)
    rest = 1 - kappa
    return max(0.0, rest * (rest * (1 - 2 * kappa) + kappa * (2 - kappa) / mixed))


def zou_donner(
    kappa: float, fail_rate: float, n: float, confidence: float = 0.95
) -> tuple[float, float]:
    """
    The kappas that the observed one does not contradict, given the variance that each would have.

    The variance is taken at the kappa under test, not at the estimate. So the interval has a
    width even when every unit agrees: its lower end is then kappa's rule of three.

    Args:
        kappa: The estimate.

        fail_rate: The raters' pooled fail rate, strictly between 0 and 1.

        n: The number of units, or the effective number; above 0.

        confidence: The two-sided level.

    Returns:
        The lower end in [-1, kappa] and the upper end in [kappa, 1].

    Example:
        Twenty sessions on which reviewer and judge agree throughout, six of them failures.

        >>> [round(end, 3) for end in zou_donner(1.0, 0.3, 20)]
        [0.625, 1.0]

    References:
        Zou and Donner (2004), Biometrics 60:807; Donner and Eliasziw (1992).
    """
    z = normal_quantile(confidence)

    def contradicts(candidate: float) -> bool:
        allowed = z * z * common_correlation_variance(candidate, fail_rate) / n
        return (kappa - candidate) ** 2 > allowed

    low = _boundary(contradicts, -1.0, min(kappa, 1 - 1e-9))
    high = 1.0 if kappa >= 1 else _boundary(contradicts, 1.0, kappa)
    return min(low, kappa), max(high, kappa)


def kappa_influence(cells: ArrayLike) -> Array:
    """
    How far one more unit in each cell pulls kappa, in units of one over n.

    Args:
        cells: tp, fn, fp, tn, shape (4,); kappa must be defined on them.

    Returns:
        The influence of each cell, shape (4,); weighted by the cells they sum to zero.

    References:
        Fleiss, Cohen and Everitt (1969), written as influence values.
    """
    shares = np.asarray(cells, dtype=np.float64).reshape(2, 2) / np.sum(cells)
    reference, judge = shares.sum(axis=1), shares.sum(axis=0)
    observed, chance = observed_and_chance(shares)
    kappa = (observed - chance) / (1 - chance)
    margins = judge[:, np.newaxis] + reference[np.newaxis, :]
    pull = np.eye(2) - observed - (1 - kappa) * (margins - 2 * chance)
    return np.asarray(pull / (1 - chance)).ravel()


def kappa_standard_error(table: ArrayLike) -> float:
    """
    The large-sample standard error of kappa that other programs print.

    Args:
        table: Counts, shape (k, k), first rater in rows; kappa must be defined on it.

    Returns:
        The error; 0 where all units agree, which is why intervals are not built on it.

    Example:
        Cohen's 200 diagnoses by two raters, whose kappa is 0.492.

        >>> round(kappa_standard_error([[88, 14, 18], [10, 40, 10], [2, 6, 12]]), 3)
        0.051

    References:
        Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72:323; Cohen (1960).
    """
    counts = np.asarray(table, dtype=np.float64)
    shares, n = counts / counts.sum(), counts.sum()
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    observed, chance = observed_and_chance(shares)
    kappa = (observed - chance) / (1 - chance)
    margins = rows[np.newaxis, :] + columns[:, np.newaxis]
    agreed = np.diag(shares) @ (1 - np.diag(margins) * (1 - kappa)) ** 2
    apart = (shares * (1 - np.eye(len(shares))) * margins**2).sum() * (1 - kappa) ** 2
    variance = agreed + apart - (kappa - chance * (1 - kappa)) ** 2
    return math.sqrt(max(0.0, float(variance)) / n) / (1 - chance)


def kappa_null_standard_error(table: ArrayLike) -> float:
    """
    The standard error that kappa would have if the raters agreed by chance alone.

    Args:
        table: Counts, shape (k, k), first rater in rows; kappa must be defined on it.

    References:
        Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72:323.
    """
    counts = np.asarray(table, dtype=np.float64)
    shares, n = counts / counts.sum(), counts.sum()
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    _, chance = observed_and_chance(shares)
    variance = chance + chance**2 - float((rows * columns) @ (rows + columns))
    return math.sqrt(max(0.0, variance) / n) / (1 - chance)


def observed_and_chance(table: ArrayLike) -> tuple[float, float]:
    """
    The share of units on which two raters agree, and the share that their habits would give.

    Args:
        table: Counts or shares, shape (k, k), not all zero.
    """
    counts = np.asarray(table, dtype=np.float64)
    shares = counts / counts.sum()
    return float(np.trace(shares)), float(shares.sum(axis=1) @ shares.sum(axis=0))


def wald(value: float, standard_error: float, confidence: float = 0.95) -> tuple[float, float]:
    """The interval that other programs print: `value` plus and minus z standard errors."""
    reach = normal_quantile(confidence) * standard_error
    return value - reach, value + reach


def _boundary(contradicts: Callable[[float], bool], outside: float, inside: float) -> float:
    for _ in range(BISECTIONS):
        middle = (outside + inside) / 2
        if contradicts(middle):
            outside = middle
        else:
            inside = middle
    return (outside + inside) / 2
