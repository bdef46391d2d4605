"""Agreement where labels were drawn with different chances: each counts for what it stands for."""

from dataclasses import dataclass

from calibration.agreement import label_weights, pass_rates, verdict_strata
from calibration.agreement.pass_rates import Design
from judging.agreement import CriterionAgreement, Estimate, Metric, estimated
from storage import Compared, Project, label_chances, pass_units

COUNTED_ONCE = (
    "The labels were drawn with unequal chances and each counts once here: rates and differences "
    "are of the labelled ones, not of all that was judged."
)


@dataclass(frozen=True, slots=True)
class DrawnAgreement:
    """
    A judge against the reference over all that it was asked, by labels that stand for them.

    Attributes:
        labels: How many labelled units that both sides decided.

        kappa: Cohen's kappa.

        tpr: Recall on failures.

        tnr: Recall on passes.
    """

    labels: int
    kappa: Estimate
    tpr: Estimate
    tnr: Estimate

    def sentence(self, alone: CriterionAgreement) -> str:
        """Say that labels were weighed, beside what they come to when each counts once."""
        kappa = alone.kappa.value
        by_itself = "undefined" if kappa is None else f"{kappa:.2f}"
        unknown = alone.n - self.labels
        left = f" {unknown:,} more are in none of the three: nobody knows how they were drawn."
        return (
            f"{self.labels:,} labels were drawn with unequal chances, so kappa, TPR and TNR "
            "count each for as many as it stands for. All else counts it once; kappa of the "
            f"labels by themselves would be {by_itself}.{left if unknown > 0 else ''}"
        )


def of(project: Project, compared: Compared) -> DrawnAgreement | None:
    """
    Weigh labels that were drawn with known and different chances.

    Where more of one verdict were drawn than of another, failures among them are more often, or
    less often, found than among all that was judged: recalls and kappa of the labels by
    themselves are then those of no judge.

    Returns:
        The agreement; None where all were drawn alike or everything is labelled, where nobody
        knows how they were drawn, and where a verdict that occurs has no label.

    References:
        Begg and Greenes (1983), Biometrics 39:207, on verification bias.
    """
    if not label_chances.differ(project, compared):
        return None
    found = pass_units.of(project, compared)
    design = pass_rates.designed(found)
    if design not in pass_rates.DRAWN:
        return None
    labelled = [some for some in found.labelled if some.probability]
    if len({some.probability for some in labelled}) < 2:
        return None
    clusters = label_weights.clusters(labelled)
    rates = verdict_strata.population(found, labelled, is_weighted=design is Design.UNEQUAL)
    # Where the criterion does not apply everywhere, verdicts alone do not tell where it does.
    kappa, tpr, tnr = (
        (estimated(clusters, metric) for metric in (Metric.KAPPA, Metric.TPR, Metric.TNR))
        if rates is None
        else (rates.kappa, rates.tpr, rates.tnr)
    )
    if kappa.value is None:
        return None
    return DrawnAgreement(label_weights.decided(labelled), kappa, tpr, tnr)


def caveat(project: Project, compared: Compared) -> str:
    """Say that a report takes no account of how labels were drawn; empty where that is the same."""
    return COUNTED_ONCE if label_chances.differ(project, compared) else ""
