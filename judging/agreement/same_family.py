"""Does a judge favour agents of its own model family?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from judging.agreement.bias import (
    DENOMINATOR_MINIMUM,
    BiasCheck,
    Check,
    Group,
    bounded,
    contrast,
)
from judging.agreement.cells import Array, Cells
from judging.agreement.clustered import estimated
from judging.agreement.clusters import SMOOTHING, Clusters, design_effect, student_quantile
from judging.agreement.differences import linearised
from judging.agreement.dirichlet import JEFFREYS, between, posterior
from judging.agreement.estimate import Estimate, Status
from judging.agreement.metrics import Metric, ratio
from judging.agreement.odds import fisher_p
from judging.agreement.risk_difference import clustered_newcombe
from judging.agreement.versions import DISCORDANT_MINIMUM

FALSE_PASS_LIMIT = 0.15

# From (tp, fn, fp, tn) of the same family, then of others, to (x1, n1, x2, n2).
PASSED_FAILS = np.zeros((8, 4))
PASSED_FAILS[[1, 0, 1, 5, 4, 5], [0, 1, 1, 2, 3, 3]] = 1
FAILS_AMONG_PASSED = np.zeros((8, 4))
FAILS_AMONG_PASSED[[1, 1, 3, 5, 5, 7], [0, 1, 1, 2, 3, 3]] = 1
# To what the judge alone passes, what people alone pass, and what both say alike.
LENIENCY = np.zeros((8, 6))
LENIENCY[[1, 2, 0, 3, 5, 6, 4, 7], [0, 1, 2, 2, 3, 4, 5, 5]] = 1
HALVES = (slice(0, 3), slice(3, 6))
PULL = np.array([1.0, -1.0, 0.0])


@dataclass(frozen=True, slots=True)
class SameFamily:
    """
    The judge on agents of its own family and on others.

    Attributes:
        check: The check on passes among what people fail, which no base rate touches.

        fails_among_passed: The difference of the false-pass rates among what the judge
            passes. It depends on how good either agent is: read it beside the check.

        leniency: The difference of (judge passes - people pass).

        leniency_p: Welch's p of that; None where it is undefined or sessions are clustered.

        fisher_p: Fisher's exact p of the check; None where a group is empty.
    """

    check: BiasCheck
    fails_among_passed: Estimate
    leniency: Estimate
    leniency_p: float | None
    fisher_p: float | None


def same_family(groups: Sequence[tuple[Cells, Cells, int]], confidence: float = 0.95) -> SameFamily:
    """
    Compare the judge's errors on its own family's sessions with those on others'.

    Args:
        groups: For each distinct group of sessions its cells of the same family, its cells of
            other families, and how many groups have them.

        confidence: The intervals' two-sided level.

    Returns:
        The contrasts, clustered by group; undefined where one side has no session.
    """
    rows = (([*own.counts, *others.counts], count) for own, others, count in groups)
    clusters = Clusters.counted(rows, width=8)
    counts = clusters.projected(PASSED_FAILS)
    names = ("failures of its own family's agents", "failures of other agents")
    x1, n1, x2, n2 = counts.totals.tolist()
    leniency, p_value = _leniency(clusters, confidence)
    return SameFamily(
        check=contrast(Check.SAME_FAMILY, counts, names, confidence),
        fails_among_passed=clustered_newcombe(clusters.projected(FAILS_AMONG_PASSED), confidence),
        leniency=leniency,
        leniency_p=p_value,
        fisher_p=fisher_p([[x1, n1 - x1], [x2, n2 - x2]]) if n1 and n2 else None,
    )


def only_family(clusters: Clusters, confidence: float = 0.95) -> BiasCheck:
    """
    Bound the false-pass rate where all agents are of the judge's family, so nothing compares.

    Args:
        clusters: One (tp, fn, fp, tn) a group of sessions; only what the judge passes counts.

        confidence: The interval's two-sided level.

    Returns:
        `cleared` if at most 15 % of what the judge passes fails, at the upper end; `flagged`
        if more at the lower; `insufficient` with fewer than 20 labels, or with all of one group.
    """
    cells = clusters.cells
    rate = estimated(clusters, Metric.FALSE_PASS_RATE, confidence)
    group = Group("sessions that the judge passes", cells.fn, cells.judge_passes, rate)
    what = "All agents are of the judge's own family; people find failures"
    return bounded(Check.SAME_FAMILY, group, what, FALSE_PASS_LIMIT, DENOMINATOR_MINIMUM)


def second_judge(clusters: Clusters, confidence: float = 0.95) -> Estimate:
    """
    Compare a judge with one of another family, on its own family's agents and on others.

    Each session is its own control, so that how hard it was drops out; no labels are needed.

    Args:
        clusters: For each group of sessions of the same family, then of others: how many the
            first judge alone passes, how many the second alone passes, on how many both agree.

        confidence: The interval's two-sided level.

    Returns:
        How much more lenient the first judge is on its own family: the difference of (first alone
        - second alone) / sessions. Undefined where a family has no session; without an interval
        with fewer than two groups of a family. Where either family has fewer than five verdicts
        that differ, the interval comes from Dirichlet posteriors: the linearised one would have
        next to no width.

    Example:
        Of 40 sessions of its own family it alone passes 12, of 40 others 3.

        >>> rows = [((1, 0, 0, 0, 0, 0), 12), ((0, 0, 1, 0, 0, 0), 28)]
        >>> rows += [((0, 0, 0, 1, 0, 0), 3), ((0, 0, 0, 0, 0, 1), 37)]
        >>> round(second_judge(Clusters.counted(rows, width=6)).value, 3)
        0.225
    """
    sides = [clusters.totals[half] for half in HALVES]
    if all(side.sum() for side in sides) and min(s[:2].sum() for s in sides) < DISCORDANT_MINIMUM:
        return _difference_posterior(clusters, confidence)
    return linearised(clusters, _difference, np.zeros(6)).estimate(confidence)


def _difference(totals: Array) -> Array:
    own, others = (
        ratio(totals[..., half] @ PULL, totals[..., half].sum(axis=-1)) for half in HALVES
    )
    return np.asarray(own - others)


def _difference_posterior(clusters: Clusters, confidence: float) -> Estimate:
    value = float(_difference(clusters.totals))
    drawn = []
    for half in HALVES:
        side = clusters.projected(np.eye(6)[:, half])
        smoothed = side.totals + SMOOTHING
        pull = PULL - float(PULL @ smoothed) / float(smoothed.sum())
        effect = design_effect(side, pull, smoothed, confidence)
        if effect is None:
            return Estimate(value, status=Status.TOO_FEW_CLUSTERS, confidence=confidence)
        tables = posterior(side.totals / effect, JEFFREYS, f"second judge {half.start}")
        drawn.append(tables @ PULL)
    low, high = between(drawn[0] - drawn[1], confidence)
    low, high = min(low, value), max(high, value)
    return Estimate(value, low, high, "dirichlet", confidence=confidence)


def _leniency(clusters: Clusters, confidence: float) -> tuple[Estimate, float | None]:
    own, others = (_moments(half) for half in (clusters.totals[:4], clusters.totals[4:]))
    if not own.n or not others.n:
        status = Status.UNDEFINED_EMPTY
        return Estimate(None, status=status, confidence=confidence), None
    if not clusters.are_single_units:
        return second_judge(clusters.projected(LENIENCY), confidence), None
    difference = own.mean - others.mean
    spread = own.spread + others.spread
    if not spread or own.n < 2 or others.n < 2:
        return _leniency_posterior(clusters, difference, confidence), None
    degrees = spread**2 / sum(each.spread**2 / (each.n - 1) for each in (own, others))
    error = math.sqrt(spread)
    reach = student_quantile(confidence, degrees) * error
    p_value = 2 * float(stdtr(degrees, -abs(difference) / error))
    ends = difference - reach, difference + reach
    return Estimate(difference, *ends, "welch_t", confidence=confidence), p_value


@dataclass(frozen=True, slots=True)
class _Moments:
    n: float
    mean: float
    spread: float


def _moments(half: Array) -> _Moments:
    """Of (judge passes - people pass), which is 1 on a missed failure and -1 on a false alarm."""
    cells = Cells(*half.tolist())
    if not cells.n:
        return _Moments(0, 0.0, 0.0)
    mean = (cells.fn - cells.fp) / cells.n
    squares = (cells.fn + cells.fp) - cells.n * mean**2
    return _Moments(cells.n, mean, squares / max(cells.n - 1, 1) / cells.n)


def _leniency_posterior(clusters: Clusters, value: float, confidence: float) -> Estimate:
    """Where nobody erred, or hardly anybody was asked, there is no variance to go by."""
    own, others = (
        posterior(half, JEFFREYS, f"leniency {i}")
        for i, half in enumerate((clusters.totals[:4], clusters.totals[4:]))
    )
    drawn = own[:, 1] - own[:, 2] - others[:, 1] + others[:, 2]
    low, high = between(drawn, confidence)
    low, high = min(low, value), max(high, value)
    return Estimate(value, low, high, "dirichlet", confidence=confidence)
