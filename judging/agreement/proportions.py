"""Intervals of one proportion."""

import math

from scipy.special import betaincinv

from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa_interval import normal_quantile


def wilson(x: float, n: float, confidence: float = 0.95) -> Estimate:
    """
    Compute a proportion with the score interval, which never leaves 0..1 and never has no width.

    Args:
        x: How many of the units; effective counts may be fractions.

        n: Out of how many.

        confidence: The interval's two-sided level.

    Returns:
        The proportion; undefined where n is 0.

    Example:
        >>> rate = wilson(15, 148)
        >>> round(rate.low, 4), round(rate.high, 4)
        (0.0624, 0.1605)

    References:
        Wilson (1927); the example is in table I of Newcombe (1998), Statistics in Medicine 17:857.
    """
    if n == 0:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    z2 = normal_quantile(confidence) ** 2
    rate, shrink = x / n, 1 + z2 / n
    centre = (rate + z2 / (2 * n)) / shrink
    reach = math.sqrt(z2 * (rate * (1 - rate) / n + z2 / (4 * n * n))) / shrink
    low = 0.0 if x == 0 else centre - reach
    high = 1.0 if x == n else centre + reach
    return Estimate(rate, low, high, "wilson", confidence=confidence)


def clopper_pearson(x: float, n: float, confidence: float = 0.95) -> Estimate:
    """
    Compute a proportion whose interval covers at least as often as it says, at the price of width.

    For bounds that must hold, such as the success rate of prompt injections.

    Args:
        x: How many of the units.

        n: Out of how many.

        confidence: The interval's two-sided level.

    Returns:
        The proportion; undefined where n is 0.

    Example:
        None of sixty injections worked; one in seventeen may still.

        >>> round(clopper_pearson(0, 60).high, 3)
        0.06

    References:
        Clopper and Pearson (1934), Biometrika 26:404.
    """
    if n == 0:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    tail = (1 - confidence) / 2
    low = 0.0 if x == 0 else float(betaincinv(x, n - x + 1, tail))
    high = 1.0 if x == n else float(betaincinv(x + 1, n - x, 1 - tail))
    return Estimate(x / n, low, high, "clopper_pearson", confidence=confidence)
