"""Prediction-powered pass rates, as a comparison line beside the corrected rate."""

import math

from judging.agreement.cells import Cells
from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa_interval import normal_quantile


def prediction_powered(
    labelled: Cells,
    judge_passes: float,
    n: float,
    *,
    power: float | None = None,
    confidence: float = 0.95,
) -> Estimate:
    """
    Correct the judge's pass rate on unlabelled sessions by its mean error on labelled ones.

    Args:
        labelled: A simple random sample of labels; any other design makes this wrong.

        judge_passes: Unlabelled sessions that the judge passes.

        n: Unlabelled sessions.

        power: The weight on the judge, 0..1: 1 is the original method, None the weight with
            the least variance.

        confidence: The interval's two-sided level.

    Returns:
        The pass rate, not clipped, with a normal interval; undefined without labels or
        without unlabelled sessions. As `no_spread` without an interval where nothing varies, as
        with one label, or a judge that was never wrong and passes everything.

    Example:
        >>> rate = prediction_powered(Cells(17, 3, 4, 36), 700, 1000, power=1)
        >>> round(rate.value, 4)
        0.7167

    References:
        Angelopoulos et al. (2023), Science 382:669; Angelopoulos, Duchi and Zrnic (2023),
        arXiv:2311.01453.
    """
    if not labelled.n or not n:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    weight = best_power(labelled, judge_passes, n) if power is None else power
    judged = judge_passes / n
    said, answered = labelled.reference_passes / labelled.n, labelled.judge_passes / labelled.n
    both = labelled.tn / labelled.n - said * answered
    rest = said * (1 - said) - 2 * weight * both + weight**2 * answered * (1 - answered)
    variance = weight**2 * judged * (1 - judged) / n + max(rest, 0.0) / labelled.n
    value = weight * judged + said - weight * answered
    if variance <= 0:
        return Estimate(value, status=Status.NO_SPREAD, confidence=confidence)
    reach = normal_quantile(confidence) * math.sqrt(variance)
    method = "prediction_powered"
    return Estimate(value, value - reach, value + reach, method, confidence=confidence)


def best_power(labelled: Cells, judge_passes: float, n: float) -> float:
    """The weight on the judge, 0..1, that leaves the least variance; 0 if it never varies."""
    total = labelled.n + n
    passed = (labelled.judge_passes + judge_passes) / total
    spread = passed * (1 - passed)
    if not spread:
        return 0.0
    said, answered = labelled.reference_passes / labelled.n, labelled.judge_passes / labelled.n
    shared = labelled.tn / labelled.n - said * answered
    return min(max(shared / ((1 + labelled.n / n) * spread), 0.0), 1.0)
