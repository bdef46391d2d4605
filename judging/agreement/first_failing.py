"""The first failing turn of a session, and whether people and judge find the same one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from judging.agreement.cells import Cells
from judging.agreement.clusters import Clusters
from judging.agreement.estimate import Estimate
from judging.agreement.kappa import cohen_kappa
from judging.agreement.means import clustered_mean
from judging.agreement.proportions import wilson
from judging.ratings import DECIDED, Outcome

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
    pairs: Sequence[tuple[int | None, int | None]], confidence: float = 0.95
) -> FirstFailingAgreement:
    """
    Compare the first failing turns of sessions, each of which counts as independent.

    Args:
        pairs: For each session (reference, judge): the first failing turn counted in turns
            asked about, 1-based, or None where no turn fails. Leave uncertain sessions out,
            and report their share.

        confidence: The intervals' two-sided level.

    Example:
        >>> found = first_failing_agreement([(4, 4), (2, 3), (None, None), (6, None)])
        >>> found.exact.value, found.signed_distance.value
        (0.5, 0.5)
    """
    n = len(pairs)
    both = [(said, found) for said, found in pairs if said is not None and found is not None]
    apart = np.array([found - said for said, found in both], dtype=np.float64)
    none = sum(said is None and found is None for said, found in pairs)
    missed = sum(said is not None and found is None for said, found in pairs)
    detection = Cells(len(both), missed, n - len(both) - missed - none, none)
    same = int((apart == 0).sum())
    return FirstFailingAgreement(
        n=n,
        detection=detection,
        detection_kappa=cohen_kappa(detection, confidence),
        exact=wilson(same + none, n, confidence),
        exact_among_both=wilson(same, len(both), confidence),
        within_1=wilson(int((abs(apart) <= 1).sum()), len(both), confidence),
        mean_distance=float(abs(apart).mean()) if both else None,
        median_distance=float(np.median(abs(apart))) if both else None,
        signed_distance=clustered_mean(Clusters.of([(d, 1.0) for d in apart], 2), confidence),
    )


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
    shares: Sequence[tuple[float, float]], confidence: float = 0.95
) -> FailingShareAgreement:
    """Compare (reference, judge) shares of failing turns, one pair a session."""
    apart = [judge - reference for reference, judge in shares]
    mean = clustered_mean(Clusters.of([(d, 1.0) for d in apart], 2), confidence)
    absolute = sum(map(abs, apart)) / len(apart) if apart else None
    return FailingShareAgreement(mean, absolute)
