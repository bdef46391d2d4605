"""Short and long answers: where the cuts lie, and what length does to a verdict."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

import numpy as np

from judging.agreement.clusters import Clusters, student_quantile
from judging.agreement.estimate import Estimate, Status
from judging.agreement.logistic import clustered_logit
from judging.agreement.odds import Table, mantel_haenszel
from judging.agreement.risk_difference import clustered_newcombe, difference_design_effect

CUTS = (33, 67)
FITTED_MINIMUM = 5


@dataclass(frozen=True, slots=True)
class LengthCuts:
    """
    Where short ends and long begins, in words.

    Attributes:
        short: The most words of a short unit.

        long: A long unit has more words than this.
    """

    short: int
    long: int


def length_cuts(words: Sequence[float]) -> LengthCuts | None:
    """
    Cut lengths into thirds; a unit on the cut is short.

    Args:
        words: Words of the units of the develop split that people pass. Keep the cuts with
            the data, so that `short` does not move from run to run.

    Returns:
        The cuts; None without units.

    Example:
        >>> length_cuts([10, 20, 30, 40, 50, 60])
        LengthCuts(short=26, long=43)
    """
    if not len(words):
        return None
    low, high = np.percentile(np.asarray(words, dtype=np.float64), CUTS)
    return LengthCuts(int(low), int(high))


class Third(StrEnum):
    """Where in a session something stands."""

    FIRST = "first"
    MIDDLE = "middle"
    LAST = "last"


def third(offset: float, length: float) -> Third:
    """Tell in which third of `length` characters the one at `offset`, from 0, stands."""
    parts = (Third.FIRST, Third.MIDDLE, Third.LAST)
    return parts[min(2, int(3 * offset / length))]


@dataclass(frozen=True, slots=True)
class MeasuredUnit:
    """
    One unit with its length and both answers.

    Attributes:
        words: Words, above 0.

        reference_fails: Whether people fail it.

        judge_fails: Whether the judge does.

        group: The group that it clusters with.
    """

    words: float
    reference_fails: bool
    judge_fails: bool
    group: str


class LengthMeasure(StrEnum):
    """What the estimate of a length effect is."""

    ODDS_RATIO_PER_DOUBLING = "odds_ratio_per_doubling"
    ODDS_RATIO_OF_LONGER_HALF = "odds_ratio_of_longer_half"
    RISK_DIFFERENCE_OF_LONGER_HALF = "risk_difference_of_longer_half"


@dataclass(frozen=True, slots=True)
class LengthEffect:
    """
    How the judge's fails go with length, what people say being equal.

    Attributes:
        measure: What the estimate is; which one depends on how much the data can tell.

        estimate: The effect.
    """

    measure: LengthMeasure
    estimate: Estimate


def length_effect(units: Sequence[MeasuredUnit], confidence: float = 0.95) -> LengthEffect:
    """
    Estimate what length does to the judge's verdict beyond what people say of the unit.

    Args:
        units: Units that both sides decided.

        confidence: The interval's two-sided level.

    Returns:
        The odds ratio of a judge's fail per doubling of length, from a logistic regression
        clustered by group, if each half of either label has five of each verdict; else Mantel
        and Haenszel's odds ratio of the longer half; where that is undefined, the difference
        of the two halves' rates.
    """
    middle = median(unit.words for unit in units) if units else 0.0
    halves = Counter((u.reference_fails, u.words > middle, u.judge_fails) for u in units)
    if len(halves) == 8 and min(halves.values()) >= FITTED_MINIMUM:
        fitted = _per_doubling(units, confidence)
        if fitted is not None:
            return LengthEffect(LengthMeasure.ODDS_RATIO_PER_DOUBLING, fitted)
    tables = [
        [[halves[label, longer, True], halves[label, longer, False]] for longer in (True, False)]
        for label in (True, False)
    ]
    sides = _longer_and_shorter(units, middle)
    pooled = _pooled(tables, sides, confidence)
    if pooled.value is not None:
        return LengthEffect(LengthMeasure.ODDS_RATIO_OF_LONGER_HALF, pooled)
    difference = clustered_newcombe(sides, confidence)
    return LengthEffect(LengthMeasure.RISK_DIFFERENCE_OF_LONGER_HALF, difference)


def _pooled(tables: Sequence[Table], sides: Clusters, confidence: float) -> Estimate:
    """Pool the labels' odds ratios on the number of units that groups leave of the two halves."""
    pooled = mantel_haenszel(tables, confidence)
    if pooled.value is None:
        return pooled
    effect = difference_design_effect(sides, confidence)
    if effect is None:
        few = Status.TOO_FEW_CLUSTERS
        return Estimate(pooled.value, status=few, confidence=confidence)
    left = [[[count / effect for count in row] for row in table] for table in tables]
    return mantel_haenszel(left, confidence)


def _per_doubling(units: Sequence[MeasuredUnit], confidence: float) -> Estimate | None:
    design = [[1.0, float(u.reference_fails), float(np.log2(u.words))] for u in units]
    outcome = [float(unit.judge_fails) for unit in units]
    fit = clustered_logit(design, outcome, [unit.group for unit in units])
    if fit is None:
        return None
    slope = fit.coefficients[2]
    reach = student_quantile(confidence, fit.k - 1) * fit.standard_errors[2]
    low, high = np.exp([slope - reach, slope + reach]).tolist()
    return Estimate(float(np.exp(slope)), low, high, "clustered_logit", confidence=confidence)


def _longer_and_shorter(units: Sequence[MeasuredUnit], middle: float) -> Clusters:
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0] * 4)
    for unit in units:
        side = 0 if unit.words > middle else 2
        sums[unit.group][side] += unit.judge_fails
        sums[unit.group][side + 1] += 1
    return Clusters.of(sums.values())
