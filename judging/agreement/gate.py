"""The gate: may this judge run unwatched on this criterion?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from judging.agreement.bias import BiasState, Check
from judging.agreement.ceiling import ENOUGH_UNITS, Ceiling
from judging.agreement.clustered import design_effect_of, estimated
from judging.agreement.clusters import Clusters
from judging.agreement.estimate import Estimate
from judging.agreement.gate_row import Condition, GateRow, RowOutcome, at_least, at_most
from judging.agreement.looks import look
from judging.agreement.metrics import Metric
from judging.agreement.proportions import wilson
from judging.agreement.sample_size import ONE_SIDED, labels_needed, units_for_rate
from judging.agreement.thresholds import DEFAULT, Thresholds

CEILING_MARGIN = -0.10
CEILING_MINIMUM = 0.40
GROUPS_MINIMUM = 10


class Deployment(StrEnum):
    """What the gate decides, from good to bad."""

    DEPLOYABLE = "deployable"
    INSUFFICIENT_EVIDENCE = "insufficient_evidence"
    NOT_DEPLOYABLE = "not_deployable"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateEvidence:
    """
    What is known of a judge on one criterion, from blind labels of the test split.

    Attributes:
        clusters: One (tp, fn, fp, tn) a group, over eligible labels.

        not_scored: Units of all that were judged, labelled or not, without a scored verdict.

        attempted: All units that were judged.

        look: The how-manyeth look at this test set for this criterion.

        left_out: Labels that do not count: not blind, or drawn with unknown probability.

        is_undecidable: Whether people too often cannot tell.

        bias: The state of each bias check that was run.

        applicability: The decision on the criterion that says when this one applies; None
            where it always applies.

        flips: The flip probability over repeated runs; None where there are none.

        repeated: The units that it rests on.

        ceiling: The judge against the human ceiling, at the two-sided level 0.90, if it is to
            replace kappa's minimum; None otherwise.

        drawn: The cells as they were counted, where `clusters` weighs its units; else None.
    """

    clusters: Clusters
    not_scored: int
    attempted: int
    look: int = 1
    left_out: int = 0
    is_undecidable: bool = False
    bias: Mapping[Check, BiasState] = field(default_factory=dict)
    applicability: Deployment | None = None
    flips: Estimate | None = None
    repeated: int = 0
    ceiling: Ceiling | None = None
    drawn: Clusters | None = None

    @property
    def counted(self) -> Clusters:
        """The labels one by one, whatever each stands for."""
        return self.clusters if self.drawn is None else self.drawn


@dataclass(frozen=True, slots=True)
class GateDecision:
    """
    The gate's answer for one criterion.

    Attributes:
        decision: The answer.

        look: The look that it used.

        rows: Each condition with its evidence, in a fixed order.
    """

    decision: Deployment
    look: int
    rows: tuple[GateRow, ...]


def gate_decision(evidence: GateEvidence, thresholds: Thresholds = DEFAULT) -> GateDecision:
    """
    Decide whether a judge may run unwatched on one criterion.

    Args:
        evidence: What is known. Only kappa's bound gets stricter with each look.

        thresholds: What is asked for.

    Returns:
        `not_deployable` if any condition is disproved, else `insufficient_evidence` if any is
        unproven, else `deployable`.

    Example:
        >>> labels = Clusters.counted(
        ...     [((1, 0, 0, 0), 36), ((0, 1, 0, 0), 3), ((0, 0, 1, 0), 3), ((0, 0, 0, 1), 98)]
        ... )
        >>> evidence = GateEvidence(clusters=labels, not_scored=20, attempted=4000)
        >>> gate_decision(evidence).decision.value
        'deployable'
    """
    rows = (
        _class_minimums(evidence.counted, thresholds),
        _kappa(evidence, thresholds) if evidence.ceiling is None else _ceiling(evidence.ceiling),
        recall(evidence.clusters, Metric.TPR, thresholds.tpr),
        recall(evidence.clusters, Metric.TNR, thresholds.tnr),
        _not_scored(evidence, thresholds),
        _bias(evidence.bias),
        *(() if evidence.applicability is None else (_applicability(evidence.applicability),)),
        _self_consistency(evidence, thresholds),
        _eligible_labels(evidence),
    )
    outcomes = {row.outcome for row in rows}
    decision = Deployment.DEPLOYABLE
    if RowOutcome.UNPROVEN in outcomes:
        decision = Deployment.INSUFFICIENT_EVIDENCE
    if RowOutcome.DISPROVED in outcomes:
        decision = Deployment.NOT_DEPLOYABLE
    return GateDecision(decision, evidence.look, rows)


def worst(decisions: Iterable[Deployment]) -> Deployment:
    """The decision over several criteria; without any there is no evidence."""
    order = list(Deployment)
    return max(decisions, key=order.index, default=Deployment.INSUFFICIENT_EVIDENCE)


def _class_minimums(clusters: Clusters, thresholds: Thresholds) -> GateRow:
    cells, minimum = clusters.cells, thresholds.per_class
    rare = round(min(cells.reference_fails, cells.reference_passes))
    missing = [
        f"{minimum - round(count)} more {name}"
        for count, name in ((cells.reference_fails, "fails"), (cells.reference_passes, "passes"))
        if count < minimum
    ]
    if not clusters.are_single_units:
        groups = min(clusters.groups_with((0, 1)), clusters.groups_with((2, 3)))
        if groups < GROUPS_MINIMUM:
            missing.append(f"either class in {GROUPS_MINIMUM} groups of sessions, not {groups}")
    outcome = RowOutcome.UNPROVEN if missing else RowOutcome.MET
    needed = f"Label {' and '.join(missing)}." if missing else ""
    return GateRow(Condition.CLASS_MINIMUMS, rare, None, minimum, outcome, round(cells.n), needed)


def _kappa(evidence: GateEvidence, thresholds: Thresholds) -> GateRow:
    clusters, confidence = evidence.clusters, look(evidence.look).confidence
    kappa = estimated(clusters, Metric.KAPPA, confidence)
    effect = design_effect_of(clusters, Metric.KAPPA, confidence)
    cells = clusters.cells
    more = labels_needed(
        cells,
        effect or 1.0,
        minimum=thresholds.kappa,
        per_class=thresholds.per_class,
        confidence=confidence,
    )
    needed = "No number of labels would do while kappa is where it is."
    if more is not None:
        fails = round(more * cells.reference_fails / cells.n)
        needed = f"About {more} more labels, with {fails} fails among them, if kappa holds."
    return at_least(Condition.KAPPA, kappa, thresholds.kappa, cells.n, needed)


def _ceiling(ceiling: Ceiling) -> GateRow:
    row = at_least(
        Condition.KAPPA,
        ceiling.difference,
        CEILING_MARGIN,
        ceiling.units,
        f"Label more sessions twice: {ceiling.units} so far, {ENOUGH_UNITS} at least.",
    )
    people = ceiling.people
    if people.high is not None and people.high < CEILING_MINIMUM:
        needed = "People do not agree with each other: mend the criterion."
        return replace(row, outcome=RowOutcome.DISPROVED, needed=needed)
    enough = ceiling.units >= ENOUGH_UNITS
    if row.outcome is RowOutcome.MET and not (
        enough and people.low is not None and people.low >= CEILING_MINIMUM
    ):
        needed = f"Label {ENOUGH_UNITS} sessions twice, and people must agree with each other."
        return replace(row, outcome=RowOutcome.UNPROVEN, needed=needed)
    return row


def recall(clusters: Clusters, metric: Metric, threshold: float) -> GateRow:
    """
    Ask for a recall whose one-sided 95 % lower bound reaches a threshold.

    Args:
        clusters: One (tp, fn, fp, tn) a group.

        metric: The recall on failures, or that on passes.

        threshold: What the bound must reach.
    """
    rate = estimated(clusters, metric, ONE_SIDED)
    fails = metric is Metric.TPR
    n = clusters.cells.reference_fails if fails else clusters.cells.reference_passes
    effect = design_effect_of(clusters, metric, ONE_SIDED) or 1.0
    needed = "No number of labels would do while the rate is where it is."
    if rate.value is None:
        needed = f"Label some {'fails' if fails else 'passes'}."
    elif rate.value > threshold:
        wanted = units_for_rate(rate.value, threshold, confidence=ONE_SIDED, design_effect=effect)
        more = max(1, (wanted or 0) - round(n))
        needed = f"About {more} more {'fails' if fails else 'passes'}, if the rate holds."
    return at_least(Condition(metric), rate, threshold, n, needed)


def _not_scored(evidence: GateEvidence, thresholds: Thresholds) -> GateRow:
    rate, limit = wilson(evidence.not_scored, evidence.attempted), thresholds.not_scored
    needed = "Mend what keeps the judge from answering, and run it again."
    if rate.value is None:
        needed = "Run the judge."
    elif rate.value < limit:
        more = (units_for_rate(rate.value, limit) or 0) - evidence.attempted
        needed = f"Judge about {max(1, more)} more sessions, labelled or not."
    return at_most(Condition.NOT_SCORED, rate, limit, evidence.attempted, needed)


def _bias(states: Mapping[Check, BiasState]) -> GateRow:
    flagged = [check for check, state in states.items() if state is BiasState.FLAGGED]
    if flagged:
        needed = f"Look into the bias found: {', '.join(flagged).replace('_', ' ')}."
        return GateRow(Condition.BIAS, None, None, None, RowOutcome.DISPROVED, needed=needed)
    if states.get(Check.SAME_FAMILY) is BiasState.INSUFFICIENT:
        needed = "Label sessions that the judge passes and that its own family's agents played."
        return GateRow(Condition.BIAS, None, None, None, RowOutcome.UNPROVEN, needed=needed)
    if BiasState.CLEARED not in states.values():
        needed = "No bias check is cleared: each says on the Bias page what it takes."
        return GateRow(Condition.BIAS, None, None, None, RowOutcome.WARNING, needed=needed)
    return GateRow(Condition.BIAS, None, None, None, RowOutcome.MET)


def _applicability(decision: Deployment) -> GateRow:
    outcome = {
        Deployment.DEPLOYABLE: RowOutcome.MET,
        Deployment.INSUFFICIENT_EVIDENCE: RowOutcome.UNPROVEN,
        Deployment.NOT_DEPLOYABLE: RowOutcome.DISPROVED,
    }[decision]
    met = outcome is RowOutcome.MET
    needed = "" if met else "First the criterion that says when this one applies."
    return GateRow(Condition.APPLICABILITY, None, None, None, outcome, needed=needed)


def _self_consistency(evidence: GateEvidence, thresholds: Thresholds) -> GateRow:
    needed = "Run the judge three times on fifty sessions of the test split."
    flips, n = evidence.flips, evidence.repeated
    if flips is None or flips.value is None:
        limit, outcome = thresholds.flips, RowOutcome.WARNING
        return GateRow(Condition.SELF_CONSISTENCY, None, None, limit, outcome, needed=needed)
    row = at_most(Condition.SELF_CONSISTENCY, flips, thresholds.flips, n, needed)
    if row.outcome is RowOutcome.DISPROVED:
        return replace(row, needed="Make the criterion plainer, or judge by a majority of answers.")
    return row


def _eligible_labels(evidence: GateEvidence) -> GateRow:
    n, unfit = round(evidence.counted.cells.n), evidence.left_out
    outcome, needed = RowOutcome.MET, ""
    if evidence.is_undecidable:
        outcome = RowOutcome.UNPROVEN
        needed = "People often cannot tell from the session: the criterion is not decidable."
    if not n:
        outcome = RowOutcome.UNPROVEN
        needed = "Label sessions blind, as the app hands them out."
        if unfit:
            needed += f" {unfit} labels do not count: not blind, or of unknown probability."
    return GateRow(Condition.ELIGIBLE_LABELS, n, None, 1, outcome, n, needed)
