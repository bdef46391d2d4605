"""What a reader of a kappa must be told about the margins behind it."""

from judging.agreement.cells import Cells
from judging.agreement.estimate import Status
from judging.agreement.mcnemar import mcnemar_test
from judging.agreement.metrics import Metric, point

RARE = 0.6
FLATTERING = 0.3
BIASED = 0.10
SIGNIFICANT = 0.05


def remarks(cells: Cells) -> tuple[str, ...]:
    """
    Say in plain sentences where kappa and raw agreement part, and which way the judge leans.

    Args:
        cells: Whole counts.

    Returns:
        A sentence if raw agreement comes from one class being rare; one if the judge is
        systematically more lenient or stricter than the reference; one if a rater never
        varied. Empty if there is nothing to say.

    References:
        Feinstein and Cicchetti (1990); Byrt, Bishop and Carlin (1993), Journal of Clinical
        Epidemiology 46:423. The limits are conventions of this project.
    """
    found = (_rare_class(cells), _leaning(cells), _constant(cells))
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
    rare, count = ("fails", fails) if prevalence < 0 else ("passes", n - fails)
    return (
        f"Raw agreement is {agreement:.0%} mainly because one class is rare: "
        f"the reference has {count} {rare} in {n}."
    )


def _leaning(cells: Cells) -> str:
    bias = point(cells, Metric.BIAS_INDEX).value
    if bias is None or abs(bias) <= BIASED:
        return ""
    if mcnemar_test(round(cells.fn), round(cells.fp)).p_exact >= SIGNIFICANT:
        return ""
    way, side = ("more lenient", "fewer") if bias > 0 else ("stricter", "more")
    points = round(100 * abs(bias))
    return (
        f"The judge is systematically {way} than the reference: "
        f"of every 100 it fails {points} {side}."
    )


def _constant(cells: Cells) -> str:
    status = point(cells, Metric.KAPPA).status
    if status is Status.UNDEFINED_SINGLE_CLASS:
        return "Kappa is undefined: both sides gave one and the same answer throughout."
    if status is Status.DEGENERATE_ONE_RATER_CONSTANT:
        return "Kappa is 0 whatever the agreement: one side gave the same answer throughout."
    return ""
