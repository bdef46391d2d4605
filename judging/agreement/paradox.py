"""What a reader of a kappa must be told about the margins behind it."""

import numpy as np

from judging.agreement.cells import Array, Cells
from judging.agreement.clusters import SMOOTHING, Clusters
from judging.agreement.differences import linearised
from judging.agreement.estimate import Status
from judging.agreement.mcnemar import mcnemar_test
from judging.agreement.metrics import Metric, point, values

RARE = 0.6
FLATTERING = 0.3
BIASED = 0.10
SIGNIFICANT = 0.05


def remarks(clusters: Clusters) -> tuple[str, ...]:
    """
    Say in plain sentences where kappa and raw agreement part, and which way the judge leans.

    Args:
        clusters: One (tp, fn, fp, tn) a group, in whole counts.

    Returns:
        A sentence if raw agreement comes from one class being rare; one if the judge is
        systematically more lenient or stricter than the reference; one if a rater never
        varied. Empty if there is nothing to say.

    References:
        Feinstein and Cicchetti (1990); Byrt, Bishop and Carlin (1993), Journal of Clinical
        Epidemiology 46:423. The limits are conventions of this project.
    """
    cells = clusters.cells
    found = (_rare_class(cells), _leaning(clusters), _constant(cells))
    return tuple(sentence for sentence in found if sentence)


def _rare_class(cells: Cells) -> str:
    agreement = point(cells, Metric.OBSERVED_AGREEMENT).value
    kappa = point(cells, Metric.KAPPA).value
    prevalence = point(cells, Metric.PREVALENCE_INDEX).value
    if agreement is None or kappa is None or prevalence is None:
        return ""
    if abs(prevalence) <= RARE or agreement - kappa <= FLATTERING:
        return ""
    n, fails = round(cells.n), round(cells.reference_fails)
    # A judge that always passes moves the index as far, and no class need be rare for it.
    if min(fails, n - fails) > (1 - RARE) / 2 * n:
        return ""
    rare, count = ("fails", fails) if prevalence < 0 else ("passes", n - fails)
    return (
        f"Raw agreement is {agreement:.0%} mainly because one class is rare: "
        f"the reference has {count} {rare} in {n}."
    )


def _leaning(clusters: Clusters) -> str:
    bias = point(clusters.cells, Metric.BIAS_INDEX).value
    if bias is None or abs(bias) <= BIASED or not _is_systematic(clusters):
        return ""
    way, side = ("more lenient", "fewer") if bias > 0 else ("stricter", "more")
    points = round(100 * abs(bias))
    return (
        f"The judge is systematically {way} than the reference: "
        f"of every 100 it fails {points} {side}."
    )


def _is_systematic(clusters: Clusters) -> bool:
    """Whether chance alone, and what sessions of a group have in common, would not do it."""
    cells = clusters.cells
    if mcnemar_test(round(cells.fn), round(cells.fp)).p_exact >= SIGNIFICANT:
        return False
    if clusters.are_single_units:
        return True
    shift = linearised(clusters, _bias_index, np.full(4, SMOOTHING)).estimate()
    return shift.low is not None and shift.high is not None and not shift.low <= 0 <= shift.high


def _bias_index(totals: Array) -> Array:
    return values(totals, Metric.BIAS_INDEX)


def _constant(cells: Cells) -> str:
    status = point(cells, Metric.KAPPA).status
    if status is Status.UNDEFINED_SINGLE_CLASS:
        return "Kappa is undefined: both sides gave one and the same answer throughout."
    if status is Status.DEGENERATE_ONE_RATER_CONSTANT:
        return "Kappa is 0 whatever the agreement: one side gave the same answer throughout."
    return ""
