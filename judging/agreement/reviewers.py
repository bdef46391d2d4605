"""What reviewers' overlapping labels say of themselves, of the criterion, and of the judge."""

from collections.abc import Sequence
from dataclasses import dataclass

from judging.agreement.ceiling import Ceiling, human_ceiling, judge_against_ceiling
from judging.agreement.estimate import Estimate
from judging.agreement.panel import PairAgreement, RatedUnit, fail_counts, mean_kappa, pairs
from judging.agreement.raters import fleiss_kappa, gwet_ac1, krippendorff_alpha


@dataclass(frozen=True, slots=True)
class ReviewerAgreement:
    """
    The agreement of reviewers with each other on one criterion.

    Attributes:
        units: Units that two reviewers or more decided.

        alpha: Krippendorff's alpha.

        fleiss: Fleiss' kappa.

        ac1: Gwet's AC1; context only.

        ceiling: Scott's pi of two reviewers drawn at random, which a judge may be held to.

        pairs: Cohen's kappa of each two reviewers who share a unit.

        mean_kappa: The pairs' kappas, weighted by the units that they share; None without any.

        judge: The judge against the ceiling, on the units that it decided too.
    """

    units: int
    alpha: Estimate
    fleiss: Estimate
    ac1: Estimate
    ceiling: Estimate
    pairs: tuple[PairAgreement, ...]
    mean_kappa: float | None
    judge: Ceiling


def reviewer_agreement(units: Sequence[RatedUnit], confidence: float = 0.95) -> ReviewerAgreement:
    """
    Summarise overlapping labels of one criterion, clustered by group.

    Args:
        units: Every labelled unit; those with one label bear on Fleiss' kappa only.

        confidence: The intervals' two-sided level.

    Returns:
        The summary. Undefined statistics are estimates without a value, which say why.
    """
    counts, groups = fail_counts(units), [unit.group for unit in units]
    compared = pairs(units, confidence)
    return ReviewerAgreement(
        units=int((counts.sum(axis=1) >= 2).sum()),
        alpha=krippendorff_alpha(counts, groups, confidence),
        fleiss=fleiss_kappa(counts, groups, confidence),
        ac1=gwet_ac1(counts, groups, confidence),
        ceiling=human_ceiling(units, confidence),
        pairs=compared,
        mean_kappa=mean_kappa(compared),
        judge=judge_against_ceiling(units, confidence),
    )
