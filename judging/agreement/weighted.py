"""Agreement where labels were drawn with different, but known, probabilities."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from judging.agreement.cells import Array, Cells
from judging.agreement.clustered import influence
from judging.agreement.clusters import Clusters, student_quantile
from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa import cohen_kappa
from judging.agreement.kappa_interval import normal_quantile
from judging.agreement.metrics import Metric

FEW_EFFECTIVE = 50
HEAVY = 0.10


@dataclass(frozen=True, eq=False, slots=True)
class SampledStratum:
    """
    Labels drawn at random from one stratum of the population.

    Attributes:
        size: Units in the stratum, labelled or not.

        labelled: One (tp, fn, fp, tn) a group of labelled units.
    """

    size: float
    labelled: Clusters

    @property
    def n(self) -> float:
        """How many of its units are labelled."""
        return float(self.labelled.totals.sum())

    @property
    def weight(self) -> float:
        """How many units each label stands for; there must be one."""
        return self.size / self.n


@dataclass(frozen=True, slots=True)
class WeightedKappa:
    """
    Kappa in the population, from labels that stand for different numbers of units.

    Attributes:
        kappa: Cohen's kappa of the weighted cells.

        cells: Shares of the population.

        effective_labels: Kish's number of equally weighted labels worth as much; None
            without labels.

        unstable: Whether that number is small, or one label is a tenth of a cell.
    """

    kappa: Estimate
    cells: Cells
    effective_labels: float | None
    unstable: bool


def weighted_kappa(strata: Sequence[SampledStratum], confidence: float = 0.95) -> WeightedKappa:
    """
    Compute Cohen's kappa with each label weighted by the units that it stands for.

    Args:
        strata: The strata; units of one without labels are left out, so give every stratum
            some. This is not weighted kappa for ordered categories.

        confidence: The interval's two-sided level.

    Returns:
        Kappa with Zou and Donner's interval on the sample size that the design leaves;
        undefined as `cohen_kappa` is. With fewer than two groups in a stratum that has
        labels, the value stands without an interval.

    References:
        Stratified linearisation as in Särndal, Swensson and Wretman (1992), Model Assisted
        Survey Sampling; Kish (1965) for the effective number.
    """
    sampled = [stratum for stratum in strata if stratum.n]
    if not sampled:
        empty = Cells(0, 0, 0, 0)
        return WeightedKappa(cohen_kappa(empty, confidence), empty, None, unstable=True)
    n = sum(stratum.n for stratum in sampled)
    population = sum(stratum.size for stratum in sampled)
    weighted = np.array([stratum.weight * stratum.labelled.totals for stratum in sampled])
    cells = Cells(*(weighted.sum(axis=0) / population).tolist())
    kish = population**2 / sum(stratum.weight**2 * stratum.n for stratum in sampled)
    effect = _design_effect(sampled, cells.scaled(n), confidence)
    kappa = cohen_kappa(cells.scaled(n), confidence, effect or 1.0)
    if effect is None and kappa.value is not None:
        few = Status.TOO_FEW_CLUSTERS
        kappa = Estimate(kappa.value, status=few, confidence=confidence)
    unstable = kish < FEW_EFFECTIVE or _is_heavy(sampled, weighted)
    return WeightedKappa(kappa, cells, kish, unstable)


def kish_effect(weights: Iterable[tuple[float, float]]) -> float:
    """
    By how much unequal weights divide the number of units, whatever these say.

    Args:
        weights: The distinct weights, and how many units have each.

    Returns:
        The effect, 1 where all weights are equal, or where there are no units.

    Example:
        >>> round(kish_effect([(1, 50), (3, 50)]), 2)
        1.25

    References:
        Kish (1965), Survey Sampling, section 11.7.
    """
    found = list(weights)
    n, total = sum(k for _, k in found), sum(w * k for w, k in found)
    return n * sum(w * w * k for w, k in found) / total**2 if total else 1.0


def _design_effect(
    sampled: Sequence[SampledStratum], cells: Cells, confidence: float
) -> float | None:
    """By how much the design divides the labels; `cells` sum to their number."""
    if any(stratum.labelled.k < 2 for stratum in sampled):
        return None
    pull = influence(cells, Metric.KAPPA)
    population = sum(stratum.size for stratum in sampled)
    spread = sum((s.size / population) ** 2 * _variance(s.labelled, pull) for s in sampled)
    independent = float(cells.array @ pull**2) / cells.n**2
    degrees = sum(stratum.labelled.k - 1 for stratum in sampled)
    quantile = student_quantile(confidence, degrees) / normal_quantile(confidence)
    return max(1.0, spread / independent) * quantile**2


def _variance(labelled: Clusters, pull: Array) -> float:
    """Of the mean influence in one stratum, by groups."""
    n, k = float(labelled.totals.sum()), labelled.k
    residuals = labelled.vectors @ (pull - float(labelled.totals @ pull) / n)
    return k / (k - 1) * float(labelled.counts @ residuals**2) / n**2


def _is_heavy(sampled: Sequence[SampledStratum], weighted: Array) -> bool:
    weights = np.array([[stratum.weight] for stratum in sampled])
    heaviest = (weights * (weighted > 0)).max(axis=0)
    return bool((heaviest > HEAVY * weighted.sum(axis=0)).any())
