"""Pass rates of a criterion that does not apply everywhere."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from judging.agreement.dirichlet import JEFFREYS, between, posterior
from judging.agreement.estimate import Estimate, Status

DRAWS = 20_000


@dataclass(frozen=True, slots=True)
class VerdictStratum:
    """
    People's answers among the units of one verdict.

    Attributes:
        judged: How many units of the population got this verdict.

        fails: Labels that fail, among those drawn at random from them.

        passes: Labels that pass.

        not_applicable: Labels that say the criterion does not apply.
    """

    judged: float
    fails: float
    passes: float
    not_applicable: float


def conditional_pass_rate(strata: Sequence[VerdictStratum], confidence: float = 0.95) -> Estimate:
    """
    The share of passes where people would find the criterion applicable, over all verdicts.

    The judge's errors about whether it applies are corrected along with the others.

    Args:
        strata: One entry for each verdict: not applicable, pass and fail. Labels may be
            effective counts.

        confidence: The interval's two-sided level.

    Returns:
        The rate; undefined where a verdict that occurs has no label, or people find the
        criterion applicable nowhere.

    Example:
        >>> rate = conditional_pass_rate([
        ...     VerdictStratum(judged=700, fails=1, passes=1, not_applicable=38),
        ...     VerdictStratum(judged=200, fails=5, passes=35, not_applicable=0),
        ...     VerdictStratum(judged=100, fails=30, passes=6, not_applicable=4),
        ... ])
        >>> round(rate.value, 2)
        0.64

    References:
        Begg and Greenes (1983), Biometrics 39:207, with three verdicts in place of two.
    """
    sizes = np.array([stratum.judged for stratum in strata], dtype=np.float64)
    labels = np.array([[s.fails, s.passes, s.not_applicable] for s in strata], dtype=np.float64)
    each = labels.reshape(-1, 3).sum(axis=1)
    if not sizes.sum() or not each[sizes > 0].all():
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    fails, passes, _ = sizes @ (labels / np.where(each > 0, each, 1)[:, np.newaxis])
    if not fails + passes:
        return Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    weights = posterior(sizes, JEFFREYS, "verdicts", DRAWS)
    answers = [posterior(row, JEFFREYS, f"{i}", DRAWS) for i, row in enumerate(labels)]
    drawn = np.einsum("ds,sdo->do", weights, np.stack(answers))
    low, high = between(drawn[:, 1] / (drawn[:, 0] + drawn[:, 1]), confidence)
    rate = float(passes / (fails + passes))
    low, high = min(low, rate), max(high, rate)
    return Estimate(rate, low, high, "post_stratified", confidence=confidence)
