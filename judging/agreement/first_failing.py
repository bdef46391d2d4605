"""The first failing turn of a session, and whether people and judge find the same one."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from judging.agreement.cells import Cells
from judging.agreement.clustered import estimated
from judging.agreement.clustered_rate import share_of
from judging.agreement.clusters import Clusters
from judging.agreement.estimate import Estimate
from judging.agreement.means import mean_of
from judging.agreement.metrics import Metric
from judging.ratings import DECIDED, Outcome

Groups = Sequence[Hashable] | None
UNSCORED = frozenset({Outcome.NOT_SCORED, Outcome.CANNOT_TELL})


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """
    One rater's outcomes over the turns of a session.

    Attributes:
        first_failing: The number of the first turn that fails; None where none does.

        uncertain: Whether an unscored turn could be an earlier first, or the only one.

        failing_share: Failing over scored turns; None where none was scored.

        unscored: Turns that were asked about and got no pass or fail; turns to which the
            criterion does not apply are not among them.
    """

    first_failing: int | None
    uncertain: bool
    failing_share: float | None
    unscored: int


def summarise_turns(turns: Iterable[tuple[int, Outcome]]) -> TurnSummary:
    """
    Find the first failing turn and what the unscored turns leave open.

    Args:
        turns: Numbers and outcomes of the turns asked about, in any order.

    Example:
        >>> fail, good, lost = Outcome.FAIL, Outcome.PASS, Outcome.NOT_SCORED
        >>> summarise_turns([(2, good), (4, lost), (6, fail)])
        TurnSummary(first_failing=6, uncertain=True, failing_share=0.5, unscored=1)
    """
    ordered = sorted(turns)
    scored = [outcome for _, outcome in ordered if outcome in DECIDED]
    unscored = [number for number, outcome in ordered if outcome in UNSCORED]
    failing = [number for number, outcome in ordered if outcome is Outcome.FAIL]
    first = failing[0] if failing else None
    uncertain = bool(unscored) and (first is None or unscored[0] < first)
    share = len(failing) / len(scored) if scored else None
    return TurnSummary(first, uncertain, share, len(unscored))


@dataclass(frozen=True, slots=True)
class FirstFailingAgreement:
    """
    The reference's first failing turns against the judge's, over sessions certain on both sides.

    Attributes:
        n: How many sessions.

        detection: Whether any turn fails, as a table.

        detection_kappa: Cohen's kappa of that table.

        exact: The share of sessions with the same first failing turn, or with none on both.

        exact_among_both: The same among sessions that fail on both sides.

        within_1: The share of sessions that fail on both sides with at most one turn between.

        mean_distance: The mean distance among these, in turns; None where there is none.

        median_distance: The median distance; None where there is none.

        signed_distance: The mean of judge less reference; above 0 for a judge that is late.
    """

    n: int
    detection: Cells
    detection_kappa: Estimate
    exact: Estimate
    exact_among_both: Estimate
    within_1: Estimate
    mean_distance: float | None
    median_distance: float | None
    signed_distance: Estimate


def first_failing_agreement(
    pairs: Sequence[tuple[int | None, int | None]],
    groups: Groups = None,
    confidence: float = 0.95,
) -> FirstFailingAgreement:
    """
    Compare the first failing turns of sessions.

    Args:
        pairs: For each session (reference, judge): the first failing turn counted in turns
            asked about, 1-based, or None where no turn fails. Leave uncertain sessions out,
            and report their share.

        groups: The group that each session clusters with; each its own where it is None.

        confidence: The intervals' two-sided level.

    Example:
        >>> found = first_failing_agreement([(4, 4), (2, 3), (None, None), (6, None)])
        >>> found.exact.value, found.signed_distance.value
        (0.5, 0.5)
    """
    labels = list(range(len(pairs)) if groups is None else groups)
    found = list(zip(labels, pairs, strict=True))
    apart = [
        (group, judged - said)
        for group, (said, judged) in found
        if said is not None and judged is not None
    ]
    distances = np.array([distance for _, distance in apart], dtype=np.float64)
    detection = _detection(found)
    return FirstFailingAgreement(
        n=len(pairs),
        detection=detection.cells,
        detection_kappa=estimated(detection, Metric.KAPPA, confidence),
        exact=share_of(((group, said == got) for group, (said, got) in found), confidence),
        exact_among_both=share_of(((group, not far) for group, far in apart), confidence),
        within_1=share_of(((group, abs(far) <= 1) for group, far in apart), confidence),
        mean_distance=float(abs(distances).mean()) if apart else None,
        median_distance=float(np.median(abs(distances))) if apart else None,
        signed_distance=mean_of(apart, confidence),
    )


def _detection(found: Sequence[tuple[Hashable, tuple[int | None, int | None]]]) -> Clusters:
    """Whether any turn fails, by the reference and by the judge, as a table for each group."""
    sums: dict[Hashable, list[float]] = defaultdict(lambda: [0.0] * 4)
    for group, (said, judged) in found:
        sums[group][2 * (said is None) + (judged is None)] += 1
    return Clusters.of(sums.values())


@dataclass(frozen=True, slots=True)
class FailingShareAgreement:
    """
    The reference's share of failing turns against the judge's, over turns that both scored.

    Attributes:
        difference: The mean over sessions of judge less reference.

        absolute: The mean absolute difference; None without sessions.
    """

    difference: Estimate
    absolute: float | None


def failing_share_agreement(
    shares: Sequence[tuple[float, float]], groups: Groups = None, confidence: float = 0.95
) -> FailingShareAgreement:
    """
    Compare (reference, judge) shares of failing turns, one pair a session.

    Args:
        shares: The pairs.

        groups: The group that each session clusters with; each its own where it is None.

        confidence: The interval's two-sided level.
    """
    labels = range(len(shares)) if groups is None else groups
    apart = [(label, judge - said) for label, (said, judge) in zip(labels, shares, strict=True)]
    absolute = sum(abs(far) for _, far in apart) / len(apart) if apart else None
    return FailingShareAgreement(mean_of(apart, confidence), absolute)
