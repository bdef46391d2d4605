"""Pass rates corrected for the judge's errors, from labels drawn within the judge's verdicts."""

import math
from dataclasses import dataclass, replace

import numpy as np

from judging.agreement.cells import Array, Cells
from judging.agreement.clustered import design_effect_of
from judging.agreement.clustered_rate import rate_design_effect
from judging.agreement.clusters import Clusters
from judging.agreement.dirichlet import JEFFREYS, between, posterior
from judging.agreement.estimate import Estimate, Status
from judging.agreement.metrics import Metric, point, values

DRAWS = 20_000


@dataclass(frozen=True, slots=True)
class CorrectedRates:
    """
    What the judged population looks like, given how the labels answered its verdicts.

    Attributes:
        cells: The shares of the population in each cell; None where a verdict that occurs
            has no label.

        pass_rate: The share that people would pass.

        standard_error: The delta-method error of the pass rate; None where it is undefined.

        kappa: Cohen's kappa in the population.

        tpr: Recall on failures in the population.

        tnr: Recall on passes in the population.

        precision: The share of the judge's fails that people would fail.

        bounds: The pass rate with every unscored session failed, and with every one passed;
            None where the pass rate is undefined.
    """

    cells: Cells | None
    pass_rate: Estimate
    standard_error: float | None
    kappa: Estimate
    tpr: Estimate
    tnr: Estimate
    precision: Estimate
    bounds: tuple[float, float] | None


def corrected_rates(
    labelled: Clusters,
    judged: Clusters,
    *,
    not_scored: int = 0,
    confidence: float = 0.95,
    weighting: tuple[float, float] = (1.0, 1.0),
) -> CorrectedRates:
    """
    Post-stratify on the verdict: what people say of judge-failed and judge-passed, reweighted.

    Right where labels were drawn at random within each verdict, even if judged failures were
    labelled far more often than judged passes. Naive recall, kappa and pass rate are not.

    Args:
        labelled: One (tp, fn, fp, tn) a group of labelled units. Where those of one verdict
            had different chances of being drawn, each counts as its weight, one over that
            chance, with the weights of a verdict scaled to a mean of 1.

        judged: One (judge fails, judge passes) a group of the population, labelled or not.

        not_scored: Units of the population without a scored verdict, for the bounds.

        confidence: The intervals' two-sided level.

        weighting: By how much the weights divide the labels of judge fails and of judge passes
            at least; see `kish_effect`. Where nobody disagrees, nothing else would show it.

    Returns:
        The rates with intervals from Jeffreys' posteriors; undefined where a verdict that
        occurs in the population has no label at all.

    References:
        Begg and Greenes (1983), Biometrics 39:207, for the correction.
    """
    judge_fails, judge_passes = judged.totals.tolist()
    cells = population_cells(labelled.cells, judge_fails, judge_passes)
    if cells is None:
        nothing = Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
        return CorrectedRates(None, nothing, None, nothing, nothing, nothing, nothing, None)
    drawn = _drawn(labelled, judged, confidence, weighting)
    kappa, tpr, tnr, precision = (
        _estimate(
            point(cells, metric), None if drawn is None else values(drawn, metric), confidence
        )
        for metric in (Metric.KAPPA, Metric.TPR, Metric.TNR, Metric.PRECISION)
    )
    passed, everything = cells.reference_passes, judge_fails + judge_passes + not_scored
    at_least = passed * (judge_fails + judge_passes)
    passes = None if drawn is None else drawn[:, 2] + drawn[:, 3]
    return CorrectedRates(
        cells=cells,
        pass_rate=_estimate(Estimate(passed), passes, confidence),
        standard_error=_standard_error(labelled.cells, judge_fails, judge_passes),
        kappa=kappa,
        tpr=tpr,
        tnr=tnr,
        precision=precision,
        bounds=(at_least / everything, (at_least + not_scored) / everything),
    )


def population_cells(labelled: Cells, judge_fails: float, judge_passes: float) -> Cells | None:
    """
    Spread the judge's totals over the four cells as the labels of each verdict are spread.

    Args:
        labelled: Labels, random within verdicts.

        judge_fails: Units of the population that the judge fails.

        judge_passes: Units of the population that the judge passes.

    Returns:
        Shares that sum to one; None where a verdict that occurs has no label, or none occurs.

    Example:
        A scan of 344 livers was checked by biopsy, positive scans more often than others. All
        650 scans corrected, 84 % of the diseased were found, not 90 %.

        >>> population = population_cells(Cells(231, 27, 32, 54), 429, 221)
        >>> round(population.tp / population.reference_fails, 2)
        0.84

    References:
        Begg and Greenes (1983), Biometrics 39:207; counts of Drum and Christacopoulos (1972).
    """
    n = judge_fails + judge_passes
    if not n:
        return None
    if (judge_fails and not labelled.judge_fails) or (judge_passes and not labelled.judge_passes):
        return None
    failed = judge_fails / n / (labelled.judge_fails or 1)
    passed = judge_passes / n / (labelled.judge_passes or 1)
    return Cells(
        labelled.tp * failed, labelled.fn * passed, labelled.fp * failed, labelled.tn * passed
    )


def _drawn(
    labelled: Clusters, judged: Clusters, confidence: float, weighting: tuple[float, float]
) -> Array | None:
    """Tables of the population drawn from three posteriors, shape (draws, 4)."""
    counts, verdicts = labelled.cells.array, judged.totals
    fails, passes = counts[[0, 2]], counts[[1, 3]]
    of_fails = design_effect_of(labelled, Metric.PRECISION, confidence) if fails.any() else 1.0
    of_passes = (
        design_effect_of(labelled, Metric.FALSE_PASS_RATE, confidence) if passes.any() else 1.0
    )
    of_verdicts = rate_design_effect(judged, confidence)
    if of_fails is None or of_passes is None or of_verdicts is None:
        return None
    of_fails, of_passes = max(of_fails, weighting[0]), max(of_passes, weighting[1])
    failed = posterior(fails / of_fails, JEFFREYS, "judge fails", DRAWS)
    passed = posterior(passes / of_passes, JEFFREYS, "judge passes", DRAWS)
    shares = posterior(verdicts / of_verdicts, JEFFREYS, "verdicts", DRAWS)
    inside = np.stack([failed[:, 0], passed[:, 0], failed[:, 1], passed[:, 1]], axis=1)
    return np.asarray(shares[:, [0, 1, 0, 1]] * inside)


def _estimate(found: Estimate, drawn: Array | None, confidence: float) -> Estimate:
    if found.value is None:
        return replace(found, confidence=confidence)
    if drawn is None:
        return replace(found, status=Status.TOO_FEW_CLUSTERS, confidence=confidence)
    low, high = between(drawn, confidence)
    return Estimate(
        found.value,
        min(low, found.value),
        max(high, found.value),
        "post_stratified",
        found.status,
        confidence,
    )


def _standard_error(labelled: Cells, judge_fails: float, judge_passes: float) -> float:
    """Of the pass rate: from the labels within each verdict, and from the verdicts' shares."""
    n = judge_fails + judge_passes
    failed, passed = judge_fails / n, judge_passes / n
    in_fails, in_passes = (labelled.judge_fails or 1), (labelled.judge_passes or 1)
    p, q = labelled.fp / in_fails, labelled.tn / in_passes
    variance = failed**2 * p * (1 - p) / in_fails + passed**2 * q * (1 - q) / in_passes
    return math.sqrt(variance + (p - q) ** 2 * failed * passed / n)
