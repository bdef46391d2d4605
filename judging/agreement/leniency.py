"""Whether one of two judges or versions passes more than the other, which needs no label."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from judging.agreement.cells import Array
from judging.agreement.clusters import Clusters
from judging.agreement.differences import linearised
from judging.agreement.estimate import Estimate, Status
from judging.agreement.mcnemar import McNemar, mcnemar_test
from judging.agreement.risk_difference import agresti_min
from judging.agreement.versions import DISCORDANT_MINIMUM, SMOOTHING


@dataclass(frozen=True, slots=True)
class LeniencyShift:
    """
    How the share of passes changes from a first side to a second, on the same units.

    Attributes:
        n: Units that both sides decided, labelled or not.

        to_pass: Units that the first side fails and the second passes.

        to_fail: Units that the first side passes and the second fails.

        change: The second side's share of passes less the first's.

        test: McNemar's test of the two directions; it knows no groups.
    """

    n: int
    to_pass: int
    to_fail: int
    change: Estimate
    test: McNemar


def leniency_shift(
    groups: Sequence[tuple[Sequence[int], int]], confidence: float = 0.95
) -> LeniencyShift:
    """
    Compare how often two sides pass what both decided.

    Args:
        groups: The distinct counts of a group, in the order fail-fail, fail-pass, pass-fail,
            pass-pass, the first side first; and how many groups have them.

        confidence: The interval's two-sided level.

    Returns:
        The shift; undefined without units. The interval is clustered by group; where fewer than
        five verdicts differ, or they cancel out in every group, that would have next to no width,
        and it is Agresti and Min's.

    Example:
        >>> shift = leniency_shift([((10, 0, 0, 0), 3), ((0, 6, 0, 0), 2), ((0, 0, 1, 9), 4)])
        >>> shift.n, shift.to_pass, shift.to_fail, round(shift.change.value, 3)
        (82, 12, 4, 0.098)

    References:
        McNemar (1947), Psychometrika 12:153; Agresti and Min (2005), Statistics in Medicine 24:729.
    """
    clusters = Clusters.counted(groups, width=4)
    both_fail, to_pass, to_fail, both_pass = (round(n) for n in clusters.totals.tolist())
    paired = agresti_min(both_pass, to_pass, to_fail, both_fail, confidence)
    change = paired
    if to_pass + to_fail >= DISCORDANT_MINIMUM:
        found = linearised(clusters, _change, np.full(4, SMOOTHING)).estimate(confidence, limit=1.0)
        change = paired if found.status is Status.NO_SPREAD else found
    n = both_fail + to_pass + to_fail + both_pass
    return LeniencyShift(n, to_pass, to_fail, change, mcnemar_test(to_pass, to_fail))


def _change(totals: Array) -> Array:
    return np.asarray((totals[..., 1] - totals[..., 2]) / totals.sum(axis=-1))
