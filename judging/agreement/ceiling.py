"""How well people agree with each other, and whether the judge agrees with them as well."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from judging.agreement.cells import Array, Cells
from judging.agreement.clusters import Clusters
from judging.agreement.differences import linearised
from judging.agreement.estimate import Estimate, Status
from judging.agreement.metrics import Metric, point, values
from judging.agreement.panel import RatedUnit, fail_counts
from judging.agreement.raters import krippendorff_alpha, pair_interval, rater_pairs
from judging.ratings import DECIDED, Outcome

ENOUGH_UNITS = 120
SMOOTHING = np.array([0.5, 0.5, 0.5, 0.5, 0.5, 1.0, 0.5])

# From tp, fn, fp, tn, both fail, split, both pass to the judge's and the people's own table.
JUDGE_TABLE = np.eye(7, 4)
PEOPLE_TABLE = np.array([[0.0] * 4] * 4 + [[1, 0, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 0, 1]])


@dataclass(frozen=True, slots=True)
class Ceiling:
    """
    The judge against one reviewer, and one reviewer against another, on the same units.

    Attributes:
        units: Units that two reviewers or more decided, and the judge too.

        judge: Scott's pi of the judge and a reviewer drawn at random.

        people: Scott's pi of two reviewers drawn at random: the ceiling.

        difference: The first less the second.

        alpha_people: Krippendorff's alpha of the reviewers; None where undefined.

        alpha_with_judge: The same with the judge as one more; None where undefined.

        few_units: Whether there are too few units to show a judge as good as people to be so.

        totals: The sums over units behind all of this: the judge's four cells, then both
            reviewers fail, they split, both pass.
    """

    units: int
    judge: Estimate
    people: Estimate
    difference: Estimate
    alpha_people: float | None
    alpha_with_judge: float | None
    few_units: bool
    totals: tuple[float, ...]


def human_ceiling(units: Iterable[RatedUnit], confidence: float = 0.95) -> Estimate:
    """
    Compute Scott's pi of two reviewers drawn at random from those of each unit.

    Each unit with two decided labels or more weighs one, however many they are.

    Args:
        units: The units; the judge is not looked at.

        confidence: The interval's two-sided level.

    Returns:
        The ceiling with Zou and Donner's interval by groups; undefined without such a unit, or
        where all say the same throughout.
    """
    units = tuple(units)
    pairs = rater_pairs(fail_counts(units), [unit.group for unit in units])
    return _scott_pi(pairs, confidence)


def judge_against_ceiling(units: Iterable[RatedUnit], confidence: float = 0.95) -> Ceiling:
    """
    Compare the judge with the ceiling like for like: single labels on both sides, same units.

    A judge's kappa against a consensus must not be held against the kappa of two people: the
    consensus errs less than either, which flatters the judge.

    Args:
        units: The units; those without two decided labels and a decided judge are left out.

        confidence: The intervals' two-sided level.

    Returns:
        Both coefficients and their difference, clustered by group.
    """
    kept = [u for u in units if len(u.decided) >= 2 and u.judge in DECIDED]
    sums: dict[str, Array] = defaultdict(lambda: np.zeros(7))
    for unit in kept:
        sums[unit.group] += _vector(unit)
    clusters = Clusters.of((total.tolist() for total in sums.values()), width=7)
    return Ceiling(
        units=len(kept),
        judge=_scott_pi(clusters.projected(JUDGE_TABLE), confidence),
        people=_scott_pi(clusters.projected(PEOPLE_TABLE), confidence),
        difference=linearised(clusters, _difference, SMOOTHING).estimate(confidence),
        alpha_people=krippendorff_alpha(fail_counts(kept)).value,
        alpha_with_judge=krippendorff_alpha(fail_counts(kept, with_judge=True)).value,
        few_units=len(kept) < ENOUGH_UNITS,
        totals=tuple(clusters.totals.tolist()),
    )


def kappas_of_equals(
    fail_rate: float, sensitivity: float, specificity: float
) -> tuple[float | None, float | None]:
    """
    What kappa says of four raters who err equally often and independently of each other.

    Returns:
        The kappa of one rater against another, and of one against the majority of the other
        three: the second is larger though nobody is better. None where undefined.

    Example:
        >>> one, majority = kappas_of_equals(0.2, 0.85, 0.95)
        >>> round(one, 2), round(majority, 2)
        (0.62, 0.74)
    """
    fails = np.array([sensitivity, 1 - specificity])
    majority = fails**3 + 3 * fails**2 * (1 - fails)
    weights = np.array([fail_rate, 1 - fail_rate])
    kappas = []
    for reference in (fails, majority):
        sides = [reference * fails, reference * (1 - fails)]
        sides += [(1 - reference) * fails, (1 - reference) * (1 - fails)]
        cells = Cells(*(float(weights @ side) for side in sides))
        kappas.append(point(cells, Metric.KAPPA).value)
    return kappas[0], kappas[1]


def _vector(unit: RatedUnit) -> Array:
    fails = unit.decided.count(Outcome.FAIL)
    r = len(unit.decided)
    passes, failed = r - fails, unit.judge is Outcome.FAIL
    judged = np.array(
        [fails * failed, fails * (not failed), passes * failed, passes * (not failed)]
    )
    among = np.array([fails * (fails - 1), 2 * fails * passes, passes * (passes - 1)])
    return np.concatenate([judged / r, among / (r * (r - 1))])


def _scott_pi(pairs: Clusters, confidence: float) -> Estimate:
    found = replace(point(pairs.cells, Metric.SCOTT_PI), confidence=confidence)
    if found.value is None:
        return found
    interval = pair_interval(found.value, pairs, confidence)
    if interval is None:
        return replace(found, status=Status.TOO_FEW_CLUSTERS)
    return replace(found, low=interval[0], high=interval[1], method="zou_donner")


def _difference(totals: Array) -> Array:
    judge = values(totals @ JUDGE_TABLE, Metric.SCOTT_PI)
    return judge - values(totals @ PEOPLE_TABLE, Metric.SCOTT_PI)
