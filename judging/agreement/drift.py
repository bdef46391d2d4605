"""Whether a judge that the gate has passed does as well on labels that came later."""

from dataclasses import dataclass
from enum import StrEnum

from judging.agreement.bias import DENOMINATOR_MINIMUM, MATERIAL, shared_confidence
from judging.agreement.clustered import design_effect_of, estimated
from judging.agreement.clusters import Clusters
from judging.agreement.estimate import Estimate, Status
from judging.agreement.gate import recall
from judging.agreement.gate_row import GateRow, RowOutcome
from judging.agreement.kappa_interval import normal_quantile
from judging.agreement.metrics import Metric
from judging.agreement.risk_difference import newcombe
from judging.agreement.sample_size import ONE_SIDED

RECALLS = (Metric.TPR, Metric.TNR)
ROUNDING = 1e-9


class DriftState(StrEnum):
    """What later labels say of a rate that the gate has certified, from good to bad."""

    HELD = "held"
    TOO_FEW = "too_few"
    DRIFTED = "drifted"


@dataclass(frozen=True, slots=True)
class Drift:
    """
    One rate of a judge on later labels, beside the one that it was certified with.

    Attributes:
        metric: The recall on failures, or that on passes.

        rate: On the later labels, with the interval whose ends the gate goes by: two-sided 0.90.

        n: The later labels that it rests on.

        certified: What the gate found.

        difference: The later rate less the certified one, at a level that holds for both recalls
            of a criterion together; undefined without a later label.

        needed: What would settle it; empty unless the labels are too few.
    """

    metric: Metric
    state: DriftState
    rate: Estimate
    n: int
    certified: GateRow
    difference: Estimate
    needed: str = ""


def drift(later: Clusters, certified: GateRow, drawn: Clusters | None = None) -> Drift:
    """
    Hold a judge's recall on later labels against the one that it was certified with.

    Args:
        later: One (tp, fn, fp, tn) a group, of labels given since, on other sessions.

        certified: The gate's row on the recall: its value, bound and threshold are there.

        drawn: The same cells as they were counted, where `later` weighs its units.

    Returns:
        `drifted` if the later rate is shown to be below what the gate asks for, or to have
        fallen by a material 0.10 or more; `held` if it is shown to keep what the gate asks for;
        else `too_few`.

    Example:
        A judge that found 66 of 70 failures finds 9 of 24 a month later.

        >>> from judging.agreement.gate_row import Condition, at_least
        >>> from judging.agreement.proportions import wilson
        >>> found = at_least(Condition.TPR, wilson(66, 70, 0.90), 0.60, 70, "")
        >>> months = Clusters.counted([((1, 0, 0, 0), 9), ((0, 1, 0, 0), 15)])
        >>> drift(months, found).state.value
        'drifted'

    References:
        The rate is Wilson's, the difference Newcombe's (1998, method 10), both on the number of
        units that groups and weights leave.
    """
    metric = Metric(certified.condition)
    rate = estimated(later, metric, ONE_SIDED)
    assert certified.threshold is not None
    row = recall(later, metric, certified.threshold)
    counted = (drawn or later).cells
    n = counted.reference_fails if metric is Metric.TPR else counted.reference_passes
    difference = _difference(later, metric, certified)
    state = _state(row, difference, n)
    needed = row.needed if state is DriftState.TOO_FEW else ""
    return Drift(metric, state, rate, round(n), certified, difference, needed)


def _state(row: GateRow, difference: Estimate, n: float) -> DriftState:
    has_fallen = (
        n >= DENOMINATOR_MINIMUM
        and difference.value is not None
        and difference.high is not None
        and difference.high < 0
        and difference.value <= -MATERIAL + ROUNDING
    )
    if has_fallen or row.outcome is RowOutcome.DISPROVED:
        return DriftState.DRIFTED
    return DriftState.HELD if row.outcome is RowOutcome.MET else DriftState.TOO_FEW


def _difference(later: Clusters, metric: Metric, certified: GateRow) -> Estimate:
    confidence = shared_confidence(len(RECALLS))
    cells = later.cells
    x, rest = (cells.tp, cells.fn) if metric is Metric.TPR else (cells.tn, cells.fp)
    effect = design_effect_of(later, metric, confidence)
    before = effective_units(certified)
    value = certified.value or 0.0
    if effect is None and x + rest:
        change, few = x / (x + rest) - value, Status.TOO_FEW_CLUSTERS
        return Estimate(change, status=few, confidence=confidence)
    effect = effect or 1.0
    return newcombe(x / effect, (x + rest) / effect, value * before, before, confidence)


def effective_units(certified: GateRow) -> float:
    """
    Return how many independent units a row of the gate rests on, by the bound that it states.

    Wilson's lower end L of a rate p solves (p - L)^2 = z^2 L (1 - L) / n, which gives n back.

    Returns:
        That number; the row's own where it has no bound, or one of 0.

    Example:
        >>> from judging.agreement.gate_row import Condition, at_least
        >>> from judging.agreement.proportions import wilson
        >>> row = at_least(Condition.TPR, wilson(66, 70, 0.90), 0.60, 140, "")
        >>> round(effective_units(row))
        70
    """
    value, low = certified.value, certified.bound
    if value is None or not low or value <= low:
        return float(certified.n or 0)
    return normal_quantile(ONE_SIDED) ** 2 * low * (1 - low) / (value - low) ** 2
