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
from judging.agreement.clusters import Clusters, student_quantile
from judging.agreement.differences import linearised
from judging.agreement.dirichlet import JEFFREYS, between, posterior
from judging.agreement.estimate import Estimate, Status
from judging.agreement.metrics import ratio
from judging.agreement.odds import fisher_p
from judging.agreement.proportions import wilson
from judging.agreement.risk_difference import clustered_newcombe

FALSE_PASS_LIMIT = 0.15

# From (tp, fn, fp, tn) of the same family, then of others, to (x1, n1, x2, n2).
PASSED_FAILS = np.zeros((8, 4))
PASSED_FAILS[[1, 0, 1, 5, 4, 5], [0, 1, 1, 2, 3, 3]] = 1
FAILS_AMONG_PASSED = np.zeros((8, 4))
FAILS_AMONG_PASSED[[1, 1, 3, 5, 5, 7], [0, 1, 1, 2, 3, 3]] = 1
LENIENCY = np.zeros((8, 4))
LENIENCY[[0, 1, 2, 3, 4, 5, 6, 7], [1, 1, 1, 1, 3, 3, 3, 3]] = 1
LENIENCY[[1, 2, 5, 6], [0, 0, 2, 2]] = [1, -1, 1, -1]


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


def only_family(cells: Cells, confidence: float = 0.95) -> BiasCheck:
    """
    Bound the false-pass rate where all agents are of the judge's family, so nothing compares.

    Args:
        cells: The cells; only what the judge passes counts.

        confidence: The interval's two-sided level.

    Returns:
        `cleared` if at most 15 % of what the judge passes fails, at the upper end; `flagged`
        if more at the lower; `insufficient` with fewer than 20 labels.
    """
    rate = wilson(cells.fn, cells.judge_passes, confidence)
    group = Group("sessions that the judge passes", cells.fn, cells.judge_passes, rate)
    what = "All agents are of the judge's own family; people find failures"
    return bounded(Check.SAME_FAMILY, group, what, FALSE_PASS_LIMIT, DENOMINATOR_MINIMUM)


def second_judge(clusters: Clusters, confidence: float = 0.95) -> Estimate:
    """
    Compare a judge with one of another family, on its own family's agents and on others.

    Each session is its own control, so that how hard it was drops out; no labels are needed.

    Args:
        clusters: For each group (sum of differences, sessions) of the same family, then of
            others; a difference is (first judge passes - second judge passes).

        confidence: The interval's two-sided level.

    Returns:
        How much more lenient the first judge is on its own family; undefined where a family
        has no session.
    """

    def statistic(totals: Array) -> Array:
        own = ratio(totals[..., 0], totals[..., 1])
        return np.asarray(own - ratio(totals[..., 2], totals[..., 3]))

    return linearised(clusters, statistic, np.zeros(4)).estimate(confidence)


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
