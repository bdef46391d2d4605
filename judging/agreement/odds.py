"""Odds ratios and exact tests of two groups."""

import math
from collections.abc import Sequence

from scipy.stats import boschloo_exact, fisher_exact

from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa_interval import normal_quantile

BOSCHLOO_LIMIT = 400
HALDANE = 0.5

Table = Sequence[Sequence[float]]


def haldane_odds_ratio(table: Table, confidence: float = 0.95) -> Estimate:
    """
    Compute the odds ratio of two groups with half a unit added to each cell, so never infinite.

    Args:
        table: ((yes, no), (yes, no)), the first group first.

        confidence: The interval's two-sided level.

    Returns:
        The ratio with Woolf's interval; undefined where a group is empty.

    References:
        Haldane (1956), Annals of Human Genetics 20:309; Woolf (1955).
    """
    if any(sum(row) == 0 for row in table):
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    (a, b), (c, d) = ([count + HALDANE for count in row] for row in table)
    log_ratio = math.log(a * d / (b * c))
    reach = normal_quantile(confidence) * math.sqrt(1 / a + 1 / b + 1 / c + 1 / d)
    low, high = math.exp(log_ratio - reach), math.exp(log_ratio + reach)
    return Estimate(math.exp(log_ratio), low, high, "haldane_woolf", confidence=confidence)


def mantel_haenszel(tables: Sequence[Table], confidence: float = 0.95) -> Estimate:
    """
    Pool the odds ratios of several strata into one.

    Args:
        tables: For each stratum ((yes, no), (yes, no)), the first group first.

        confidence: The interval's two-sided level.

    Returns:
        The ratio with Robins, Breslow and Greenland's interval; undefined where no stratum
        bears on one of its two sides, so that the ratio would be 0 or infinite.

    References:
        Mantel and Haenszel (1959), Journal of the National Cancer Institute 22:719; Robins,
        Breslow and Greenland (1986), Biometrics 42:311.
    """
    for_first = for_second = same = mixed = opposite = 0.0
    for (a, b), (c, d) in tables:
        n = a + b + c + d
        if not n:
            continue
        r, s = a * d / n, b * c / n
        p, q = (a + d) / n, (b + c) / n
        for_first, for_second = for_first + r, for_second + s
        same, mixed, opposite = same + p * r, mixed + p * s + q * r, opposite + q * s
    if not for_first or not for_second:
        return Estimate(None, status=Status.UNDEFINED_SINGLE_CLASS, confidence=confidence)
    ratio = for_first / for_second
    variance = same / for_first**2 + mixed / (for_first * for_second) + opposite / for_second**2
    reach = normal_quantile(confidence) * math.sqrt(variance / 2)
    low, high = ratio * math.exp(-reach), ratio * math.exp(reach)
    return Estimate(ratio, low, high, "robins_breslow_greenland", confidence=confidence)


def fisher_p(table: Table, alternative: str = "two-sided") -> float:
    """
    The exact p of two groups, both margins held fixed.

    Args:
        table: ((yes, no), (yes, no)), whole counts, the first group first.

        alternative: `two-sided`, `greater` or `less`, of the first group's share of yes.

    Example:
        The lady told three of four cups with milk first.

        >>> round(fisher_p([[3, 1], [1, 3]]), 4)
        0.4857

    References:
        Fisher (1935), The Design of Experiments.
    """
    return float(fisher_exact(table, alternative=alternative)[1])


def boschloo_p(table: Table, alternative: str = "two-sided") -> float | None:
    """
    The exact p of two groups, only their sizes held fixed: more powerful than Fisher's.

    Args:
        table: ((yes, no), (yes, no)), whole counts, the first group first.

        alternative: `two-sided`, `greater` or `less`, of the first group's share of yes.

    Returns:
        The p; None where a group is empty, and for more than 400 units, which take it
        seconds: use Fisher's there. 1 where every answer is the same.

    References:
        Boschloo (1970), Statistica Neerlandica 24:1.
    """
    sizes = [sum(row) for row in table]
    if 0 in sizes or sum(sizes) > BOSCHLOO_LIMIT:
        return None
    if 0 in (table[0][0] + table[1][0], table[0][1] + table[1][1]):
        return 1.0
    transposed = [[row[0] for row in table], [row[1] for row in table]]
    return float(boschloo_exact(transposed, alternative=alternative).pvalue)
