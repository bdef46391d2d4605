"""Everything that is to be known of a judge's agreement with people on one criterion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judging.agreement.cells import Cells
from judging.agreement.clustered import design_effect_of, estimated
from judging.agreement.clusters import FEW, Clusters, Pattern
from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa_interval import kappa_standard_error
from judging.agreement.metrics import Metric, point
from judging.agreement.paradox import remarks
from judging.agreement.sample_size import labels_needed
from judging.agreement.statuses import StatusTable
from judging.ratings import Outcome

NO_CEILING = Estimate(None, status=Status.UNDEFINED_EMPTY)


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionAgreement:
    """
    A judge against the reference on one criterion; a failure is the positive class.

    Attributes:
        n: Units that both sides decided. All of the cells; what is left out is counted below.

        sessions: The sessions that these units come from.

        groups: The groups of sessions by which the intervals are clustered.

        few_groups: Whether there are so few groups that intervals should be shown greyed.

        cells: The two-by-two table.

        kappa: Cohen's kappa.

        tpr: Recall on failures.

        tnr: Recall on passes.

        precision: The share of the judge's fails that are the reference's too.

        f1: Agreement on failures, which is F1 with fail as the positive class.

        negative_agreement: Agreement on passes.

        observed_agreement: The share of units on which both say the same.

        human_fail_rate: The reference's share of fails.

        judge_fail_rate: The judge's share of fails.

        false_pass_rate: The share of the judge's passes that the reference fails.

        pabak: Kappa as if both classes were equally frequent; context, never a gate.

        ac1: Gwet's AC1; context, never a gate.

        prevalence_index: (both fail - both pass) / n; None without units.

        bias_index: (missed failures - false alarms) / n, above 0 for a lenient judge; None
            without units.

        kappa_max: The largest kappa that these two fail rates allow; None where kappa is.

        kappa_standard_error: The large-sample error that other programs print; None where
            kappa is undefined. The interval here is not built on it.

        design_effect: By what the number of units is divided for kappa's interval; None
            where there is no such interval.

        not_scored: Units whose verdict is not scored, whatever the reference says of them.

        judge_cannot_tell: Units that the judge could not tell.

        human_cannot_tell: Units that the reference could not tell.

        not_applicable: Units that at least one side calls not applicable.

        end_to_end_recall: The share of the reference's fails that the judge fails, where
            anything that the judge left undecided is a miss.

        human_ceiling: The agreement of reviewers with each other, as given.

        labels_needed: How many more labels the gate's first two rows need; see there.

        remarks: Sentences that belong beside kappa.

        statuses: The full table behind the counts.
    """

    n: int
    sessions: int
    groups: int
    few_groups: bool
    cells: Cells
    kappa: Estimate
    tpr: Estimate
    tnr: Estimate
    precision: Estimate
    f1: Estimate
    negative_agreement: Estimate
    observed_agreement: Estimate
    human_fail_rate: Estimate
    judge_fail_rate: Estimate
    false_pass_rate: Estimate
    pabak: Estimate
    ac1: Estimate
    prevalence_index: float | None
    bias_index: float | None
    kappa_max: float | None
    kappa_standard_error: float | None
    design_effect: float | None
    not_scored: int
    judge_cannot_tell: int
    human_cannot_tell: int
    not_applicable: int
    end_to_end_recall: Estimate
    human_ceiling: Estimate
    labels_needed: int | None
    remarks: tuple[str, ...]
    statuses: StatusTable


ESTIMATES: Mapping[str, Metric] = {
    "kappa": Metric.KAPPA,
    "tpr": Metric.TPR,
    "tnr": Metric.TNR,
    "precision": Metric.PRECISION,
    "f1": Metric.F1,
    "negative_agreement": Metric.NEGATIVE_AGREEMENT,
    "observed_agreement": Metric.OBSERVED_AGREEMENT,
    "human_fail_rate": Metric.REFERENCE_FAIL_RATE,
    "judge_fail_rate": Metric.JUDGE_FAIL_RATE,
    "false_pass_rate": Metric.FALSE_PASS_RATE,
    "pabak": Metric.PABAK,
    "ac1": Metric.AC1,
}


def criterion_agreement(
    patterns: Sequence[Pattern],
    statuses: Mapping[tuple[Outcome, Outcome], int],
    *,
    sessions: int | None = None,
    human_ceiling: Estimate = NO_CEILING,
    confidence: float = 0.95,
) -> CriterionAgreement:
    """
    Summarise one criterion from counts alone, whatever the number of sessions.

    Args:
        patterns: The distinct cells of the groups, over units that both sides decided, with
            the number of groups that have them.

        statuses: Units by (reference, judge) outcome, undecided ones included.

        sessions: How many sessions the decided units come from; the number of groups where
            it is not given.

        human_ceiling: The agreement of reviewers with each other, to be shown beside kappa.

        confidence: The intervals' two-sided level.

    Returns:
        The summary. Undefined statistics are estimates without a value, which say why.

    Example:
        Twenty sessions, each its own group.

        >>> one = {"fail": Cells(1, 0, 0, 0), "pass": Cells(0, 0, 0, 1)}
        >>> groups = [Pattern(one["fail"], 6), Pattern(one["pass"], 14)]
        >>> both = {(Outcome.FAIL, Outcome.FAIL): 6, (Outcome.PASS, Outcome.PASS): 14}
        >>> found = criterion_agreement(groups, both)
        >>> found.kappa.value, round(found.kappa.low, 3), found.labels_needed
        (1.0, 0.625, 47)
    """
    clusters, table = Clusters.of_patterns(patterns), StatusTable(statuses)
    cells = clusters.cells
    effect = design_effect_of(clusters, Metric.KAPPA, confidence)
    recall_effect = design_effect_of(clusters, Metric.TPR, confidence)
    kappa_max = point(cells, Metric.KAPPA_MAX).value
    return CriterionAgreement(
        n=round(cells.n),
        sessions=clusters.k if sessions is None else sessions,
        groups=clusters.k,
        few_groups=clusters.k < FEW,
        cells=cells,
        **{name: estimated(clusters, metric, confidence) for name, metric in ESTIMATES.items()},
        prevalence_index=point(cells, Metric.PREVALENCE_INDEX).value,
        bias_index=point(cells, Metric.BIAS_INDEX).value,
        kappa_max=kappa_max,
        kappa_standard_error=None if kappa_max is None else _standard_error(cells),
        design_effect=None if kappa_max is None else effect,
        not_scored=table.number(judge=Outcome.NOT_SCORED),
        judge_cannot_tell=table.number(judge=Outcome.CANNOT_TELL),
        human_cannot_tell=table.number(reference=Outcome.CANNOT_TELL),
        not_applicable=table.not_applicable,
        end_to_end_recall=table.end_to_end_recall(recall_effect, confidence),
        human_ceiling=human_ceiling,
        labels_needed=labels_needed(cells, effect or 1.0),
        remarks=remarks(clusters),
        statuses=table,
    )


def _standard_error(cells: Cells) -> float:
    return kappa_standard_error([[cells.tp, cells.fn], [cells.fp, cells.tn]])
