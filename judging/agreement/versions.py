"""Two rubric versions, or two judges, against the same reference on the same units."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np

from judging.agreement.cells import Array, Cells
from judging.agreement.clustered import design_effect_of
from judging.agreement.clusters import Clusters
from judging.agreement.differences import Linearised, linearised
from judging.agreement.dirichlet import between, posterior
from judging.agreement.estimate import Estimate, Status
from judging.agreement.mcnemar import McNemar, mcnemar_test
from judging.agreement.metrics import Metric, point, values
from judging.agreement.risk_difference import agresti_min

SMOOTHING = 0.25
DISCORDANT_MINIMUM = 5
TOLERATED_LOSS = 0.05

# Columns: (reference, first, second), f for fail and p for pass.
EIGHT = ("fff", "ffp", "fpf", "fpp", "pff", "pfp", "ppf", "ppp")


class Decision(StrEnum):
    """What the comparison allows to be said."""

    BETTER = "better"
    WORSE = "worse"
    NO_EVIDENCE = "no_evidence_of_a_difference"
    INSUFFICIENT = "insufficient"


@dataclass(frozen=True, slots=True)
class Flips:
    """
    Units whose verdict the second version changed.

    Attributes:
        fixed_missed_failures: Reference fail: pass became fail.

        fixed_false_alarms: Reference pass: fail became pass.

        new_missed_failures: Reference fail: fail became pass.

        new_false_alarms: Reference pass: pass became fail.
    """

    fixed_missed_failures: int
    fixed_false_alarms: int
    new_missed_failures: int
    new_false_alarms: int

    @property
    def fixed(self) -> int:
        """Units that only the second version gets right."""
        return self.fixed_missed_failures + self.fixed_false_alarms

    @property
    def broken(self) -> int:
        """Units that only the first version gets right."""
        return self.new_missed_failures + self.new_false_alarms

    @property
    def of_fails(self) -> int:
        """Units that the reference fails, and whose verdict changed."""
        return self.fixed_missed_failures + self.new_missed_failures

    @property
    def of_passes(self) -> int:
        """Units that the reference passes, and whose verdict changed."""
        return self.fixed_false_alarms + self.new_false_alarms

    @property
    def total(self) -> int:
        """All units whose verdict changed."""
        return self.fixed + self.broken

    @property
    def pass_to_fail(self) -> int:
        """Units that the second version fails and the first passed."""
        return self.fixed_missed_failures + self.new_false_alarms

    @property
    def fail_to_pass(self) -> int:
        """Units that the second version passes and the first failed."""
        return self.fixed_false_alarms + self.new_missed_failures


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    A second version against a first; differences are second less first.

    Attributes:
        n: Units that the reference and both versions decided.

        kappa_first: The first version's kappa; None where undefined.

        kappa_second: The second version's kappa; None where undefined.

        delta_kappa: The difference of the kappas.

        delta_tpr: The difference of the recalls on failures.

        delta_tnr: The difference of the recalls on passes.

        delta_accuracy: The difference of the shares of units that are right, by groups.

        accuracy_change: The same with Agresti and Min's interval, which knows no groups.

        flips: What changed.

        correctness: McNemar's test of fixed against broken; it knows no groups.

        leniency: McNemar's test of the direction of the changed verdicts.

        error_correlation: The phi coefficient of being wrong; judges that fail together add
            little to each other.

        decision: What may be said.
    """

    n: int
    kappa_first: float | None
    kappa_second: float | None
    delta_kappa: Estimate
    delta_tpr: Estimate
    delta_tnr: Estimate
    delta_accuracy: Estimate
    accuracy_change: Estimate
    flips: Flips
    correctness: McNemar
    leniency: McNemar
    error_correlation: Estimate
    decision: Decision


def compare_versions(
    groups: Sequence[tuple[Sequence[int], int]], confidence: float = 0.95
) -> Comparison:
    """
    Compare two versions by groups of units that the reference and both of them decided.

    Args:
        groups: The distinct counts of a group in the order of `EIGHT`, and how many groups
            have them.

        confidence: The intervals' two-sided level.

    Returns:
        The comparison. `better` if kappa's interval lies above 0 and neither recall is shown
        to have fallen by more than 0.05; `worse` if kappa's interval lies below 0;
        `insufficient` if there is no interval. Where fewer than five verdicts changed that bear
        on a metric, or they cancel out in every group, its interval comes from a Dirichlet
        posterior.
    """
    clusters = Clusters.counted(groups, width=8)
    counts = [round(count) for count in clusters.totals.tolist()]
    flips = Flips(counts[2], counts[5], counts[1], counts[6])
    right_twice, wrong_twice = counts[0] + counts[7], counts[3] + counts[4]
    changed = {Metric.TPR: flips.of_fails, Metric.TNR: flips.of_passes}
    deltas = {
        metric: _delta(clusters, metric, changed.get(metric, flips.total), confidence)
        for metric in COMPARED
    }
    return Comparison(
        n=sum(counts),
        kappa_first=_kappa(clusters.totals, FIRST),
        kappa_second=_kappa(clusters.totals, SECOND),
        delta_kappa=deltas[Metric.KAPPA],
        delta_tpr=deltas[Metric.TPR],
        delta_tnr=deltas[Metric.TNR],
        delta_accuracy=deltas[Metric.OBSERVED_AGREEMENT],
        accuracy_change=agresti_min(
            right_twice, flips.fixed, flips.broken, wrong_twice, confidence
        ),
        flips=flips,
        correctness=mcnemar_test(flips.fixed, flips.broken),
        leniency=mcnemar_test(flips.pass_to_fail, flips.fail_to_pass),
        error_correlation=point(
            Cells(wrong_twice, flips.fixed, flips.broken, right_twice), Metric.MCC
        ),
        decision=_decision(deltas),
    )


def _table(version: int) -> Array:
    """The matrix from eight counts to one version's tp, fn, fp, tn."""
    cells = {"ff": 0, "fp": 1, "pf": 2, "pp": 3}
    return np.array([np.eye(4)[cells[key[0] + key[version]]] for key in EIGHT])


FIRST, SECOND = _table(1), _table(2)
COMPARED = (Metric.KAPPA, Metric.TPR, Metric.TNR, Metric.OBSERVED_AGREEMENT)


def _kappa(totals: Array, table: Array) -> float | None:
    value = float(values(totals @ table, Metric.KAPPA))
    return None if np.isnan(value) else value


def delta(clusters: Clusters, metric: Metric) -> Linearised:
    """Find the second version's metric less the first's, from eight counts a cluster."""
    return linearised(clusters, partial(_change, metric), np.full(8, SMOOTHING))


def posterior_interval(
    clusters: Clusters, metric: Metric, confidence: float = 0.95
) -> tuple[float, float] | None:
    """
    Where the difference of a metric may lie, though hardly a verdict has changed.

    The linearised interval collapses there; this one comes from a Dirichlet posterior of the
    eight counts, divided by the larger design effect of the two kappas.

    Returns:
        The two ends; None with fewer than two clusters.
    """
    effects = [
        design_effect_of(clusters.projected(table), Metric.KAPPA, confidence)
        for table in (FIRST, SECOND)
    ]
    known = [effect for effect in effects if effect is not None]
    if not known:
        return None
    drawn = posterior(clusters.totals / max(known), SMOOTHING, f"versions@{confidence}")
    return between(_change(metric, drawn), confidence)


def _delta(clusters: Clusters, metric: Metric, changed: int, confidence: float) -> Estimate:
    limit = 2.0 if metric is Metric.KAPPA else 1.0
    found = delta(clusters, metric).estimate(confidence, limit)
    is_plain = changed >= DISCORDANT_MINIMUM and found.status is not Status.NO_SPREAD
    if found.value is None or is_plain:
        return found
    ends = posterior_interval(clusters, metric, confidence)
    if ends is None:
        return found
    low, high = min(ends[0], found.value), max(ends[1], found.value)
    return Estimate(found.value, low, high, "dirichlet", confidence=confidence)


def _change(metric: Metric, totals: Array) -> Array:
    return np.asarray(values(totals @ SECOND, metric) - values(totals @ FIRST, metric))


def _decision(deltas: dict[Metric, Estimate]) -> Decision:
    kappa = deltas[Metric.KAPPA]
    if kappa.low is None or kappa.high is None:
        return Decision.INSUFFICIENT
    if kappa.high < 0:
        return Decision.WORSE
    recalls = (deltas[Metric.TPR].high, deltas[Metric.TNR].high)
    lost = any(high is not None and high < -TOLERATED_LOSS for high in recalls)
    return Decision.BETTER if kappa.low > 0 and not lost else Decision.NO_EVIDENCE
