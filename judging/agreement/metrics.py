"""Point values of every metric of a judge against a reference, as functions of the four cells."""

from collections.abc import Callable, Mapping
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from judging.agreement.cells import Array, Cells
from judging.agreement.estimate import Estimate, Status


class Metric(StrEnum):
    """What can be said of four cells; a failure is the positive class."""

    OBSERVED_AGREEMENT = "observed_agreement"
    CHANCE_AGREEMENT = "chance_agreement"
    KAPPA = "kappa"
    KAPPA_MAX = "kappa_max"
    SCOTT_PI = "scott_pi"
    PABAK = "pabak"
    AC1 = "ac1"
    PREVALENCE_INDEX = "prevalence_index"
    BIAS_INDEX = "bias_index"
    F1 = "f1"
    NEGATIVE_AGREEMENT = "negative_agreement"
    TPR = "tpr"
    TNR = "tnr"
    PRECISION = "precision"
    NEGATIVE_PREDICTIVE_VALUE = "negative_predictive_value"
    FALSE_PASS_RATE = "false_pass_rate"  # noqa: S105  (a rate, not a password)
    REFERENCE_FAIL_RATE = "reference_fail_rate"
    JUDGE_FAIL_RATE = "judge_fail_rate"
    BALANCED_ACCURACY = "balanced_accuracy"
    MCC = "mcc"
    YOUDEN_J = "youden_j"


def point(cells: Cells, metric: Metric) -> Estimate:
    """
    Compute a metric's value alone, without an interval.

    Returns:
        The value; without one, `undefined_empty` where there are no cells, else
        `undefined_single_class` where the metric divides by a class that never occurs.
        A kappa of 0 that follows from one rater never varying is
        `degenerate_one_rater_constant`.

    Example:
        Nine in ten are failures, and 85 agreements in 100 are worth a kappa of 0.32.

        >>> round(point(Cells(80, 10, 5, 5), Metric.KAPPA).value, 2)
        0.32

    References:
        Feinstein and Cicchetti (1990), "High agreement but low kappa", table 2.
    """
    if cells.n == 0:
        return Estimate(None, status=Status.UNDEFINED_EMPTY)
    value = float(values(cells.array, metric))
    if np.isnan(value):
        return Estimate(None, status=Status.UNDEFINED_SINGLE_CLASS)
    if metric is Metric.KAPPA and 0 in cells.margins:
        return Estimate(0.0, status=Status.DEGENERATE_ONE_RATER_CONSTANT)
    return Estimate(value)


def values(cells: ArrayLike, metric: Metric) -> Array:
    """
    Compute a metric over many tables at once.

    Args:
        cells: Counts or shares in the order tp, fn, fp, tn along the last axis, shape (..., 4).

        metric: What to compute.

    Returns:
        One value a table, shape (...); not a number where the metric is undefined, so this
        is for computing with, and `point` for showing.
    """
    tp, fn, fp, tn = np.moveaxis(np.asarray(cells, dtype=np.float64), -1, 0)
    found: Array = FORMULAS[metric](tp, fn, fp, tn)
    return found


def ratio(above: ArrayLike, below: ArrayLike) -> Array:
    """Divide elementwise, with not-a-number instead of a division by zero."""
    top, bottom = np.broadcast_arrays(
        np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    )
    empty = np.full(top.shape, np.nan)
    quotient: Array = np.divide(top, bottom, out=empty, where=bottom != 0)
    return quotient


def _observed(tp: Array, fn: Array, fp: Array, tn: Array) -> Array:
    return ratio(tp + tn, tp + fn + fp + tn)


def _chance(tp: Array, fn: Array, fp: Array, tn: Array) -> Array:
    both_fail = (tp + fn) * (tp + fp)
    both_pass = (fp + tn) * (fn + tn)
    return ratio(both_fail + both_pass, (tp + fn + fp + tn) ** 2)


def _kappa(tp: Array, fn: Array, fp: Array, tn: Array) -> Array:
    return ratio(2 * (tp * tn - fn * fp), (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn))


def _kappa_max(tp: Array, fn: Array, fp: Array, tn: Array) -> Array:
    n = tp + fn + fp + tn
    reachable = ratio(np.minimum(fn, fp) + tp, n) + ratio(np.minimum(fn, fp) + tn, n)
    chance = _chance(tp, fn, fp, tn)
    return ratio(reachable - chance, 1 - chance)


def _scott_pi(tp: Array, fn: Array, fp: Array, tn: Array) -> Array:
    fails, passes = 2 * tp + fn + fp, 2 * tn + fn + fp
    return 1 - ratio((fn + fp) * (fails + passes), fails * passes)


def _ac1(tp: Array, fn: Array, fp: Array, tn: Array) -> Array:
    fails, passes = 2 * tp + fn + fp, 2 * tn + fn + fp
    chance = ratio(2 * fails * passes, (fails + passes) ** 2)
    return ratio(_observed(tp, fn, fp, tn) - chance, 1 - chance)


def _mcc(tp: Array, fn: Array, fp: Array, tn: Array) -> Array:
    margins = (tp + fn) * (tp + fp) * (tn + fn) * (tn + fp)
    return ratio(tp * tn - fn * fp, np.sqrt(margins))


Formula = Callable[[Array, Array, Array, Array], Array]

FORMULAS: Mapping[Metric, Formula] = {
    Metric.OBSERVED_AGREEMENT: _observed,
    Metric.CHANCE_AGREEMENT: _chance,
    Metric.KAPPA: _kappa,
    Metric.KAPPA_MAX: _kappa_max,
    Metric.SCOTT_PI: _scott_pi,
    Metric.PABAK: lambda tp, fn, fp, tn: 2 * _observed(tp, fn, fp, tn) - 1,
    Metric.AC1: _ac1,
    Metric.PREVALENCE_INDEX: lambda tp, fn, fp, tn: ratio(tp - tn, tp + fn + fp + tn),
    Metric.BIAS_INDEX: lambda tp, fn, fp, tn: ratio(fn - fp, tp + fn + fp + tn),
    Metric.F1: lambda tp, fn, fp, _: ratio(2 * tp, 2 * tp + fn + fp),
    Metric.NEGATIVE_AGREEMENT: lambda _, fn, fp, tn: ratio(2 * tn, 2 * tn + fn + fp),
    Metric.TPR: lambda tp, fn, _fp, _tn: ratio(tp, tp + fn),
    Metric.TNR: lambda _tp, _fn, fp, tn: ratio(tn, fp + tn),
    Metric.PRECISION: lambda tp, _fn, fp, _tn: ratio(tp, tp + fp),
    Metric.NEGATIVE_PREDICTIVE_VALUE: lambda _tp, fn, _fp, tn: ratio(tn, fn + tn),
    Metric.FALSE_PASS_RATE: lambda _tp, fn, _fp, tn: ratio(fn, fn + tn),
    Metric.REFERENCE_FAIL_RATE: lambda tp, fn, fp, tn: ratio(tp + fn, tp + fn + fp + tn),
    Metric.JUDGE_FAIL_RATE: lambda tp, fn, fp, tn: ratio(tp + fp, tp + fn + fp + tn),
    Metric.BALANCED_ACCURACY: lambda tp, fn, fp, tn: (ratio(tp, tp + fn) + ratio(tn, fp + tn)) / 2,
    Metric.MCC: _mcc,
    Metric.YOUDEN_J: lambda tp, fn, fp, tn: ratio(tp, tp + fn) + ratio(tn, fp + tn) - 1,
}
