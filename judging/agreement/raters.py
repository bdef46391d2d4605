"""Agreement of any number of raters who each rated some of the units."""

from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from judging.agreement.cells import Array
from judging.agreement.clustered import influence
from judging.agreement.clusters import Clusters, design_effect
from judging.agreement.dirichlet import dirichlet_interval
from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa_interval import zou_donner
from judging.agreement.metrics import Metric

Groups = Sequence[Hashable] | None


def value_counts(units: Iterable[Sequence[Hashable]]) -> Array:
    """
    Count how often each value was given to each unit.

    Args:
        units: One row of ratings a unit; None where a rater gave none.

    Returns:
        Counts, shape (units, distinct values), the values in the order of their first use.
    """
    rows = [[value for value in unit if value is not None] for unit in units]
    used = list(dict.fromkeys(value for row in rows for value in row))
    counts = [[row.count(value) for value in used] for row in rows]
    return np.array(counts, dtype=np.float64).reshape(len(rows), len(used))


def krippendorff_alpha(counts: Array, groups: Groups = None, confidence: float = 0.95) -> Estimate:
    """
    Compute Krippendorff's alpha for unordered values, over units with two ratings or more.

    Args:
        counts: How often each value was given to each unit, shape (units, values).

        groups: The cluster of each unit; each its own where it is None.

        confidence: The interval's two-sided level.

    Returns:
        The coefficient; undefined without a unit that two rated, or if only one value
        occurs. Its interval, for two values only, is Zou and Donner's on the units.

    Example:
        >>> meg = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
        >>> owen = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
        >>> round(krippendorff_alpha(value_counts(zip(meg, owen))).value, 3)
        0.095

    References:
        Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", example A.
    """
    twice = counts[counts.sum(axis=1) >= 2]
    if not len(twice):
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    each, values = twice.sum(axis=1), twice.sum(axis=0)
    n = float(each.sum())
    by_chance = (n * n - float(values @ values)) / (n - 1)
    if not by_chance:
        return Estimate(None, status=Status.UNDEFINED_SINGLE_CLASS, confidence=confidence)
    seen = float(((each**2 - (twice**2).sum(axis=1)) / (each - 1)).sum())
    return _with_interval(1 - seen / by_chance, counts, groups, confidence)


def fleiss_kappa(counts: Array, groups: Groups = None, confidence: float = 0.95) -> Estimate:
    """
    Compute Fleiss' kappa in Gwet's form, which allows a different number of ratings a unit.

    Args:
        counts: How often each value was given to each unit, shape (units, values).

        groups: The cluster of each unit; each its own where it is None.

        confidence: The interval's two-sided level.

    Returns:
        The coefficient: agreement over units that two rated, chance over all rated units.
        Undefined and with an interval as alpha is.

    Example:
        >>> from numpy import array
        >>> round(fleiss_kappa(array([[3.0, 0], [0, 3], [2, 1], [0, 3]])).value, 3)
        0.657

    References:
        Fleiss (1971), Psychological Bulletin 76:378; Gwet (2014), Handbook of Inter-Rater
        Reliability.
    """
    found = _agreement_and_shares(counts)
    if found is None:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    agreement, shares = found
    chance = float(shares @ shares)
    if chance >= 1:
        return Estimate(None, status=Status.UNDEFINED_SINGLE_CLASS, confidence=confidence)
    return _with_interval((agreement - chance) / (1 - chance), counts, groups, confidence)


def gwet_ac1(counts: Array, groups: Groups = None, confidence: float = 0.95) -> Estimate:
    """
    Compute Gwet's AC1 of several raters, which stays high where one value is rare.

    Args:
        counts: How often each value was given to each unit, shape (units, values).

        groups: The cluster of each unit; each its own where it is None.

        confidence: The interval's two-sided level.

    Returns:
        The coefficient; undefined without a unit that two rated; 1 where only one value
        occurs. An interval for two values only. Context, never a gate.

    References:
        Gwet (2008), British Journal of Mathematical and Statistical Psychology 61:29.
    """
    found = _agreement_and_shares(counts)
    if found is None:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    agreement, shares = found
    chance = float(shares @ (1 - shares)) / max(1, len(shares) - 1)
    value = (agreement - chance) / (1 - chance)
    pairs = rater_pairs(counts, groups)
    effect = pair_design_effect(pairs, Metric.AC1, confidence)
    if effect is None:
        return _without_interval(value, counts, confidence)
    low, high = dirichlet_interval(pairs.cells.scaled(1 / effect), Metric.AC1, confidence)
    return Estimate(value, min(low, value), max(high, value), "dirichlet", confidence=confidence)


def rater_pairs(counts: Array, groups: Groups = None) -> Clusters:
    """
    Turn each unit's ratings into one table of its pairs of raters, of weight one.

    Args:
        counts: Ratings by value, shape (units, 2), fails first.

        groups: The cluster of each unit; each its own where it is None.

    Returns:
        One (both fail, split, split, both pass) a cluster, over units that two rated; the
        two splits are equal. No cluster at all where there are not two values.
    """
    if counts.shape[1] != 2:
        return Clusters.of([])
    labels = range(len(counts)) if groups is None else groups
    sums: dict[Hashable, Array] = {}
    for label, (fails, passes) in zip(labels, counts.tolist(), strict=True):
        raters = fails + passes
        if raters >= 2:
            table = np.array([fails * (fails - 1), fails * passes, fails * passes, 0.0])
            table[3] = passes * (passes - 1)
            sums[label] = sums.get(label, np.zeros(4)) + table / (raters * (raters - 1))
    return Clusters.of(total.tolist() for total in sums.values())


def pair_design_effect(pairs: Clusters, metric: Metric, confidence: float) -> float | None:
    """By how much clustering divides the units of a table of pairs; None below two clusters."""
    if not pairs.k:
        return None
    return design_effect(pairs, influence(pairs.cells, metric), pairs.totals, confidence)


def pair_interval(
    value: float, pairs: Clusters, confidence: float = 0.95
) -> tuple[float, float] | None:
    """
    Zou and Donner's interval about a coefficient of the Scott kind on a table of pairs.

    Returns:
        The two ends; None with fewer than two clusters, or with one class among the pairs.
    """
    effect = pair_design_effect(pairs, Metric.SCOTT_PI, confidence)
    if effect is None or pairs.cells.pooled_fail_rate in (0, 1):
        return None
    # Of raters who each rated some of the units, a coefficient can lie below -1.
    rate, n = pairs.cells.pooled_fail_rate, pairs.cells.n / effect
    low, high = zou_donner(max(-1.0, value), rate, n, confidence)
    return min(low, value), high


def _agreement_and_shares(counts: Array) -> tuple[float, Array] | None:
    each = counts.sum(axis=1)
    twice, r = counts[each >= 2], each[each >= 2]
    if not len(twice):
        return None
    agreement = float(((twice * (twice - 1)).sum(axis=1) / (r * (r - 1))).mean())
    rated = each > 0
    return agreement, (counts[rated] / each[rated, np.newaxis]).mean(axis=0)


def _with_interval(value: float, counts: Array, groups: Groups, confidence: float) -> Estimate:
    found = pair_interval(value, rater_pairs(counts, groups), confidence)
    if found is None:
        return _without_interval(value, counts, confidence)
    return Estimate(value, *found, "zou_donner", confidence=confidence)


def _without_interval(value: float, counts: Array, confidence: float) -> Estimate:
    # With other than two values there is no formula, however many the clusters.
    status = Status.TOO_FEW_CLUSTERS if counts.shape[1] == 2 else Status.OK
    return Estimate(value, status=status, confidence=confidence)
