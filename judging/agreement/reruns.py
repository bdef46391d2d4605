"""How often a judge contradicts itself when asked again."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations

from judging.agreement.clustered_rate import share_of
from judging.agreement.estimate import Estimate
from judging.agreement.proportions import wilson
from judging.agreement.raters import fleiss_kappa, gwet_ac1, krippendorff_alpha, value_counts

FLIP_LIMIT = 0.10


@dataclass(frozen=True, slots=True)
class SelfConsistency:
    """
    Several runs of one judge over the same units.

    Attributes:
        units: Units with two scored runs or more.

        pairwise_agreement: The chance that two runs of a unit say the same.

        flip_probability: The chance that they do not.

        unanimous_share: The share of units whose runs all say the same.

        alpha: Krippendorff's alpha over runs.

        fleiss: Fleiss' kappa over runs.

        ac1: Gwet's AC1 over runs.

        not_scored: The share of all runs that were not scored; no disagreement, but counted.
    """

    units: int
    pairwise_agreement: Estimate
    flip_probability: Estimate
    unanimous_share: Estimate
    alpha: Estimate
    fleiss: Estimate
    ac1: Estimate
    not_scored: Estimate


def self_consistency(
    runs: Sequence[Sequence[Hashable]],
    groups: Sequence[Hashable] | None = None,
    confidence: float = 0.95,
) -> SelfConsistency:
    """
    Compare the runs of each unit with each other; runs are exchangeable, so no run is first.

    Args:
        runs: One row a unit, one outcome a run; None where a run was not scored.

        groups: The group that each unit clusters with; each its own where it is None.

        confidence: The intervals' two-sided level.

    Returns:
        The rates and coefficients; undefined where no unit has two scored runs.

    Example:
        >>> found = self_consistency([["fail"] * 3, ["pass", "fail", "pass"], ["pass"] * 3])
        >>> round(found.flip_probability.value, 3), round(found.unanimous_share.value, 3)
        (0.222, 0.667)
    """
    labels = list(range(len(runs)) if groups is None else groups)
    scored = [[answer for answer in unit if answer is not None] for unit in runs]
    twice = [(g, answers) for g, answers in zip(labels, scored, strict=True) if len(answers) > 1]
    flips = [(group, _flips(answers)) for group, answers in twice]
    counts = value_counts(scored)
    asked = sum(len(unit) for unit in runs)
    return SelfConsistency(
        units=len(twice),
        pairwise_agreement=share_of(((group, 1 - flip) for group, flip in flips), confidence),
        flip_probability=share_of(flips, confidence),
        unanimous_share=share_of(((group, float(not flip)) for group, flip in flips), confidence),
        alpha=krippendorff_alpha(counts, labels, confidence),
        fleiss=fleiss_kappa(counts, labels, confidence),
        ac1=gwet_ac1(counts, labels, confidence),
        not_scored=wilson(asked - sum(map(len, scored)), asked, confidence),
    )


def _flips(answers: Sequence[Hashable]) -> float:
    pairs = list(combinations(answers, 2))
    return sum(first != second for first, second in pairs) / len(pairs)
