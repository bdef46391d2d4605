"""How many labels it takes."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from judging.agreement.cells import Array, Cells
from judging.agreement.dirichlet import seed
from judging.agreement.kappa_interval import common_correlation_variance, normal_quantile
from judging.agreement.metrics import Metric, point, values

KAPPA_MINIMUM = 0.60
TPR_MINIMUM = 0.60
TNR_MINIMUM = 0.80
ONE_SIDED = 0.90
CLASS_MINIMUM = 20
DRAWS = 4000


def labels_for_half_width(
    kappa: float,
    fail_rate: float,
    half_width: float,
    *,
    confidence: float = 0.95,
    design_effect: float = 1.0,
) -> int:
    """
    How many labels narrow kappa's interval to plus and minus `half_width`.

    Args:
        kappa: The kappa expected.

        fail_rate: The share of failures expected, strictly between 0 and 1.

        half_width: Half of the interval's width, above 0.

        confidence: The interval's two-sided level.

        design_effect: By how much clustering divides the labels; for turns about
            1 + (turns a session - 1) times their correlation within a session.

    Raises:
        ValueError: If an argument lies outside its range.

    Example:
        >>> labels_for_half_width(0.8, 0.2, 0.10)
        222

    References:
        Donner and Eliasziw (1992), Statistics in Medicine 11:1511, for the variance.
    """
    _check(kappa, fail_rate)
    if half_width <= 0:
        raise ValueError(f"A half-width is above 0, unlike {half_width}.")
    variance = common_correlation_variance(kappa, fail_rate)
    return math.ceil(design_effect * (normal_quantile(confidence) / half_width) ** 2 * variance)


def labels_for_test(
    null: float,
    alternative: float,
    fail_rate: float,
    *,
    alpha: float = 0.05,
    power: float = 0.80,
) -> int:
    """
    How many labels tell a kappa of `alternative` from one of `null` with the power wanted.

    Args:
        null: The kappa under the null hypothesis.

        alternative: The kappa to be told from it; different from `null`.

        fail_rate: The share of failures of both raters, strictly between 0 and 1.

        alpha: The error rate of the one-sided test; half the rate of a two-sided one.

        power: The chance of telling the two apart.

    Raises:
        ValueError: If an argument lies outside its range, or the two kappas are equal.

    Example:
        >>> labels_for_test(0.85, 0.70, 0.5)
        96

    References:
        Cantor (1996), Psychological Methods 1:150; the example is in the manual of R's irr.
    """
    _check(null, fail_rate)
    _check(alternative, fail_rate)
    if null == alternative:
        raise ValueError(f"Nothing tells a kappa of {null} from itself.")
    spread = float(ndtri(1 - alpha)) * math.sqrt(common_correlation_variance(null, fail_rate))
    spread += float(ndtri(power)) * math.sqrt(common_correlation_variance(alternative, fail_rate))
    return math.ceil((spread / (alternative - null)) ** 2)


def labels_needed(
    cells: Cells,
    design_effect: float = 1.0,
    *,
    minimum: float = KAPPA_MINIMUM,
    per_class: int = CLASS_MINIMUM,
    confidence: float = 0.95,
) -> int | None:
    """
    How many more labels until the gate's class minimums and kappa bound would be met.

    As if kappa, the fail rate and the design effect stayed what they are now.

    Args:
        cells: The labels so far.

        design_effect: By how much clustering divides them.

        minimum: What kappa's lower end must reach.

        per_class: The fewest fails, and the fewest passes, of the reference.

        confidence: The two-sided level of the interval; 0.95 is the gate's at a first look.

    Returns:
        The number, 0 where both are met. None where no number would do or none can be told:
        kappa is not above the minimum, or the reference has shown only one class so far.

    References:
        Zou and Donner (2004): the interval is turned round, at the minimum's own variance.
    """
    rare = min(cells.reference_fails, cells.reference_passes)
    kappa = point(cells, Metric.KAPPA).value
    if rare == 0 or kappa is None or kappa <= minimum:
        return None
    variance = common_correlation_variance(minimum, cells.pooled_fail_rate)
    for_kappa = design_effect * (normal_quantile(confidence) / (kappa - minimum)) ** 2 * variance
    for_classes = per_class * cells.n / rare
    return max(0, math.ceil(max(for_kappa, for_classes) - cells.n - 1e-9))


def units_for_rate(
    rate: float, limit: float, *, confidence: float = 0.95, design_effect: float = 1.0
) -> int | None:
    """
    How many units put the near end of Wilson's interval on the limit, if the rate stays.

    Args:
        rate: The rate seen.

        limit: What the interval is to clear, strictly between 0 and 1.

        confidence: The interval's two-sided level.

        design_effect: By how much clustering divides the units.

    Returns:
        The number in all; None where the rate lies on the limit.

    Example:
        No unscored verdict yet, and at most 5 % to be excluded.

        >>> units_for_rate(0.0, 0.05)
        73

    References:
        Wilson (1927): his interval is the score test turned round.
    """
    if rate == limit:
        return None
    z = normal_quantile(confidence)
    return math.ceil(design_effect * z * z * limit * (1 - limit) / (rate - limit) ** 2 - 1e-9)


@dataclass(frozen=True, slots=True)
class Plan:
    """
    What a number of labels would give, for a judge of a supposed kappa.

    Attributes:
        labels: How many labels.

        fails: How many failures to expect among them.

        half_width: Half of the width of kappa's 95 % interval.

        chance: The probability that the gate's rows on labels hold at a first look: both class
            minimums, kappa's bound and that of either recall, by their defaults.
    """

    labels: int
    fails: int
    half_width: float
    chance: float


def plan(labels: int, kappa: float, fail_rate: float, *, design_effect: float = 1.0) -> Plan:
    """
    Foretell what `labels` blind labels of the test would show if both sides fail alike often.

    Args:
        labels: How many; above 0.

        kappa: The judge's supposed kappa.

        fail_rate: The supposed share of failures, strictly between 0 and 1.

        design_effect: By how much clustering divides the labels.

    Raises:
        ValueError: If an argument lies outside its range.

    Example:
        >>> planned = plan(200, 0.8, 0.2)
        >>> planned.fails, round(planned.half_width, 2), 0.80 < planned.chance < 0.88
        (40, 0.11, True)
    """
    _check(kappa, fail_rate)
    if labels < 1 or kappa < 0:
        raise ValueError(f"A plan is for some labels and agreement: not {labels} and {kappa}.")
    variance = common_correlation_variance(kappa, fail_rate)
    half_width = normal_quantile(0.95) * math.sqrt(variance * design_effect / labels)
    chance = _chance(labels, kappa, fail_rate, design_effect)
    return Plan(labels, round(labels * fail_rate), half_width, chance)


def _chance(labels: int, kappa: float, fail_rate: float, design_effect: float) -> float:
    apart = (1 - kappa) * fail_rate * (1 - fail_rate)
    shares = [fail_rate - apart, apart, apart, 1 - fail_rate - apart]
    generator = np.random.default_rng(seed([labels, kappa, fail_rate, design_effect], "plan"))
    # What clusters leave of the labels is drawn, for it is that which varies from test to test.
    left = max(1, round(labels / design_effect))
    drawn = generator.multinomial(left, shares, size=DRAWS).astype(np.float64)
    fails = drawn[:, 0] + drawn[:, 1]
    rare = np.minimum(fails, left - fails) * labels / left
    enough = drawn[rare >= CLASS_MINIMUM]
    rate = (2 * enough[:, 0] + enough[:, 1] + enough[:, 2]) / (2 * left)
    spread = np.array([common_correlation_variance(KAPPA_MINIMUM, each) for each in rate])
    reach = normal_quantile(0.95) * np.sqrt(spread / left)
    cleared = values(enough, Metric.KAPPA) - reach >= KAPPA_MINIMUM
    cleared &= _bounds(enough[:, 0], enough[:, 1]) >= TPR_MINIMUM
    cleared &= _bounds(enough[:, 3], enough[:, 2]) >= TNR_MINIMUM
    return float(cleared.sum()) / DRAWS


def _bounds(right: Array, wrong: Array) -> Array:
    """Wilson's one-sided 95 % lower bound of many rates; no rate may be without units."""
    n, z2 = right + wrong, normal_quantile(ONE_SIDED) ** 2
    rate = right / n
    reach = np.sqrt(z2 * (rate * (1 - rate) / n + z2 / (4 * n * n)))
    return np.asarray((rate + z2 / (2 * n) - reach) / (1 + z2 / n))


def _check(kappa: float, fail_rate: float) -> None:
    if not -1 <= kappa <= 1:
        raise ValueError(f"Kappa lies between -1 and 1, unlike {kappa}.")
    if not 0 < fail_rate < 1:
        raise ValueError(f"A fail rate lies between 0 and 1, unlike {fail_rate}.")
