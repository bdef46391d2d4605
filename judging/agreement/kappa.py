"""Cohen's kappa of one table."""

import numpy as np
from numpy.typing import ArrayLike
from sklearn.metrics import cohen_kappa_score

from judging.agreement.cells import Cells
from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa_interval import zou_donner
from judging.agreement.metrics import Metric, point


def cohen_kappa(cells: Cells, confidence: float = 0.95, design_effect: float = 1.0) -> Estimate:
    """
    Compute Cohen's kappa of one table: agreement beyond what chance would give.

    Kappa is (p_o - p_e) / (1 - p_e): the agreement seen, p_o, over what two raters who fail
    this often would reach by chance, p_e.

    Args:
        cells: The table; weighted counts may be fractions.

        confidence: The interval's two-sided level.

        design_effect: By what clustering divides the number of units; 1 for independent ones.

    Returns:
        The coefficient with a Zou-Donner interval. Undefined without units, or where both
        raters gave one and the same answer throughout; 0 with the status
        `degenerate_one_rater_constant` where one of them never varied.

    Example:
        A hundred subjects, two examiners: 40 both positive, 45 both negative, 9 + 6 split.

        >>> kappa = cohen_kappa(Cells(40, 9, 6, 45))
        >>> round(kappa.value, 2), round(kappa.low, 2), round(kappa.high, 2)
        (0.7, 0.53, 0.81)

    References:
        Cohen (1960), "A coefficient of agreement for nominal scales"; the example is table 1
        of Feinstein and Cicchetti (1990).
    """
    found = point(cells, Metric.KAPPA)
    if found.value is None:
        return Estimate(None, status=found.status, confidence=confidence)
    value = _scored([[cells.tp, cells.fn], [cells.fp, cells.tn]])
    if found.status is Status.DEGENERATE_ONE_RATER_CONSTANT:
        value = 0.0
    n = cells.n / design_effect
    low, high = zou_donner(value, cells.pooled_fail_rate, n, confidence)
    return Estimate(value, low, high, "zou_donner", found.status, confidence)


def kappa_of_table(table: ArrayLike) -> Estimate:
    """
    Compute Cohen's kappa over any number of unordered categories, without an interval.

    For the sensitivity line of a conditional criterion, over not applicable, pass and fail.

    Args:
        table: Counts, shape (k, k), first rater in rows.

    Returns:
        The coefficient; undefined without units, or if both raters used one and the same
        category throughout.

    Example:
        Two hundred patients in three diagnostic groups.

        >>> round(kappa_of_table([[88, 14, 18], [10, 40, 10], [2, 6, 12]]).value, 3)
        0.492

    References:
        Cohen (1960), the worked example.
    """
    counts = np.asarray(table, dtype=np.float64)
    if not counts.sum():
        return Estimate(None, status=Status.UNDEFINED_EMPTY)
    used_by_first, used_by_second = counts.sum(axis=1) > 0, counts.sum(axis=0) > 0
    if (used_by_first | used_by_second).sum() == 1:
        return Estimate(None, status=Status.UNDEFINED_SINGLE_CLASS)
    if 1 in (used_by_first.sum(), used_by_second.sum()):
        return Estimate(0.0, status=Status.DEGENERATE_ONE_RATER_CONSTANT)
    return Estimate(_scored(counts))


def _scored(table: ArrayLike) -> float:
    counts = np.asarray(table, dtype=np.float64)
    first, second = np.indices(counts.shape)
    kappa = cohen_kappa_score(
        first.ravel(),
        second.ravel(),
        labels=np.arange(len(counts)),
        sample_weight=counts.ravel(),
    )
    return float(kappa)
