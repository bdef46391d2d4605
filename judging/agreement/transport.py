"""Pass rates where the judge's error rates were measured on other sessions than today's."""

import math
from dataclasses import dataclass

from judging.agreement.estimate import Estimate, Status
from judging.agreement.kappa_interval import normal_quantile

ASSUMPTION = (
    "This assumes that the judge errs on these sessions as often as on those that were labelled."
)


@dataclass(frozen=True, slots=True)
class Share:
    """`x` of `n` units."""

    x: float
    n: float

    @property
    def rate(self) -> float:
        """x / n; n must be above 0."""
        return self.x / self.n

    @property
    def spread(self) -> float:
        """The estimated variance of the rate."""
        return self.rate * (1 - self.rate) / self.n


@dataclass(frozen=True, slots=True)
class TransportedRate:
    """
    A corrected pass rate, with what it was before it was put into 0..1.

    Attributes:
        pass_rate: The rate with Lang and Reiczigel's interval.

        raw: The rate before clipping; None where there is none.

        wald: The delta-method interval that other programs print; None where there is none.

        clipped: Whether the raw rate lay outside 0..1, a sign that the error rates do not fit.
    """

    pass_rate: Estimate
    raw: float | None
    wald: tuple[float, float] | None
    clipped: bool


def rogan_gladen(
    judged: Share, right_on_passes: Share, right_on_fails: Share, confidence: float = 0.95
) -> TransportedRate:
    """
    Correct a judge's pass rate by error rates that come from elsewhere.

    Args:
        judged: Judge passes among the sessions whose rate is wanted.

        right_on_passes: Judge passes among labelled passes, elsewhere.

        right_on_fails: Judge fails among labelled fails, elsewhere.

        confidence: The intervals' two-sided level.

    Returns:
        The rate, clipped to 0..1. Without a value if the judge passes labelled passes no more
        often than labelled fails (`judge_not_better_than_chance`), or where a count is empty.
        Where so few labels lie behind the error rates that the interval's own, shrunk ones are no
        better than chance, it is all of 0..1.

    Example:
        The judge passes 80 %, finds 90 % of the passes and 85 % of the fails.

        >>> found = rogan_gladen(Share(800, 1000), Share(180, 200), Share(85, 100))
        >>> round(found.pass_rate.value, 4)
        0.8667

    References:
        Rogan and Gladen (1978), American Journal of Epidemiology 107:71; Lang and Reiczigel
        (2014), Preventive Veterinary Medicine 113:13.
    """
    if 0 in (judged.n, right_on_passes.n, right_on_fails.n):
        return _without(Status.UNDEFINED_EMPTY, confidence)
    youden = right_on_passes.rate + right_on_fails.rate - 1
    if youden <= 0:
        return _without(Status.JUDGE_NOT_BETTER_THAN_CHANCE, confidence)
    raw = (judged.rate + right_on_fails.rate - 1) / youden
    reach = normal_quantile(confidence) * _error(raw, judged, right_on_passes, right_on_fails)
    low, high = _lang_reiczigel(judged, right_on_passes, right_on_fails, confidence)
    value = _clip(raw)
    low, high = min(low, value), max(high, value)
    estimate = Estimate(value, low, high, "lang_reiczigel", confidence=confidence)
    return TransportedRate(estimate, raw, (_clip(raw - reach), _clip(raw + reach)), raw != value)


def _lang_reiczigel(
    judged: Share, right_on_passes: Share, right_on_fails: Share, confidence: float
) -> tuple[float, float]:
    z = normal_quantile(confidence)
    judged = Share(judged.x + z * z / 2, judged.n + z * z)
    on_passes = Share(right_on_passes.x + 1, right_on_passes.n + 2)
    on_fails = Share(right_on_fails.x + 1, right_on_fails.n + 2)
    youden = on_passes.rate + on_fails.rate - 1
    if youden <= 0:
        return 0.0, 1.0
    rate = (judged.rate + on_fails.rate - 1) / youden
    shift = 2 * z * z * (rate * on_passes.spread - (1 - rate) * on_fails.spread)
    reach = z * _error(rate, judged, on_passes, on_fails)
    return _clip(rate + shift - reach), _clip(rate + shift + reach)


def _error(rate: float, judged: Share, on_passes: Share, on_fails: Share) -> float:
    youden = on_passes.rate + on_fails.rate - 1
    spread = judged.spread + rate**2 * on_passes.spread + (1 - rate) ** 2 * on_fails.spread
    return math.sqrt(spread) / youden


def _without(status: Status, confidence: float) -> TransportedRate:
    estimate = Estimate(None, status=status, confidence=confidence)
    return TransportedRate(estimate, None, None, clipped=False)


def _clip(rate: float) -> float:
    return min(max(rate, 0.0), 1.0)
