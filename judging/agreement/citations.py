"""Do judge and people point at the same turns?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from judging.agreement.clustered_rate import clustered_wilson
from judging.agreement.clusters import Clusters
from judging.agreement.dirichlet import seed
from judging.agreement.estimate import Estimate

PERMUTATIONS = 200
ALIKE = 10

Turns = frozenset[int]


@dataclass(frozen=True, slots=True)
class CitedTurns:
    """
    The turns that either side cites for one session.

    Attributes:
        reference: The reference's.

        judge: The judge's.

        group: The group that the session clusters with; each its own where it is empty.

        n_turns: How long the session is, to find others like it; 0 where it does not matter.
    """

    reference: Turns
    judge: Turns
    group: str = ""
    n_turns: int = 0


@dataclass(frozen=True, slots=True)
class CitationAgreement:
    """
    The judge's citations against the reference's.

    Attributes:
        precision: The share of the judge's citations that the reference makes too.

        recall: The share of the reference's citations that the judge makes too.

        f1: Their harmonic mean; None where nobody cites.

        precision_within_1: Precision, where a neighbouring turn counts as the same.

        recall_within_1: Recall, likewise.

        jaccard: The mean over sessions that anybody cites of shared over all cited turns.

        cited: How many such sessions.

        uncited: How many sessions nobody cites; they are not agreement.

        any_overlap: The share with a shared turn, among sessions that both sides cite.

        masi: Passonneau's measure for each session, in order; None where nobody cites.
    """

    precision: Estimate
    recall: Estimate
    f1: float | None
    precision_within_1: Estimate
    recall_within_1: Estimate
    jaccard: Estimate
    cited: int
    uncited: int
    any_overlap: Estimate
    masi: tuple[float | None, ...]


def citation_agreement(
    sessions: Sequence[CitedTurns], confidence: float = 0.95
) -> CitationAgreement:
    """
    Compare cited turns over sessions; do so where both sides fail, and again over all.

    Args:
        sessions: What either side cites. Turns that do not exist do not belong here: count
            them apart.

        confidence: The intervals' two-sided level.

    Returns:
        Rates of totals with Wilson's interval by group; undefined where nobody cites.

    Example:
        >>> found = citation_agreement([
        ...     CitedTurns(frozenset({4, 9}), frozenset({9})),
        ...     CitedTurns(frozenset({2}), frozenset({3})),
        ... ])
        >>> found.precision.value, found.precision_within_1.value
        (0.5, 1.0)

    References:
        Passonneau (2006), "Measuring agreement on set-valued items (MASI)".
    """
    cited = [session for session in sessions if session.reference | session.judge]
    both = [session for session in sessions if session.reference and session.judge]
    shared = sum(len(session.reference & session.judge) for session in sessions)
    total = sum(len(session.reference) + len(session.judge) for session in sessions)
    overlapping = [(s.group, float(bool(s.reference & s.judge)), 1.0) for s in both]
    return CitationAgreement(
        precision=_hit_rate(sessions, 0, confidence, of_judge=True),
        recall=_hit_rate(sessions, 0, confidence, of_judge=False),
        f1=2 * shared / total if total else None,
        precision_within_1=_hit_rate(sessions, 1, confidence, of_judge=True),
        recall_within_1=_hit_rate(sessions, 1, confidence, of_judge=False),
        jaccard=_share([(s.group, jaccard(s.reference, s.judge), 1.0) for s in cited], confidence),
        cited=len(cited),
        uncited=len(sessions) - len(cited),
        any_overlap=_share(overlapping, confidence),
        masi=tuple(masi(session.reference, session.judge) for session in sessions),
    )


def jaccard(first: Turns, second: Turns) -> float:
    """Shared over all turns of two sets that are not both empty."""
    return len(first & second) / len(first | second)


def masi(first: Turns, second: Turns) -> float | None:
    """
    Weigh Jaccard's index by how the sets lie: 1 if equal, 2/3 nested, 1/3 crossing, else 0.

    Returns:
        The measure; None for two empty sets.

    References:
        Passonneau (2006), "Measuring agreement on set-valued items (MASI)".
    """
    if not first | second:
        return None
    if first == second:
        return 1.0
    if not first & second:
        return 0.0
    nested = first < second or second < first
    return jaccard(first, second) * (2 / 3 if nested else 1 / 3)


def jaccard_by_chance(sessions: Sequence[CitedTurns]) -> float | None:
    """
    The mean Jaccard index if the judge's citations came from other sessions of like length.

    Citations are dealt again 200 times, with a fixed seed, within bands of ten sessions that
    are neighbours in length.

    Returns:
        The mean over deals and over sessions that anybody cites then; None without any.
    """
    ordered = sorted(sessions, key=lambda session: session.n_turns)
    bands = [ordered[start : start + ALIKE] for start in range(0, len(ordered), ALIKE)]
    generator = np.random.default_rng(seed([len(ordered)], "citations by chance"))
    found = []
    for _ in range(PERMUTATIONS):
        for band in bands:
            dealt = generator.permutation(len(band))
            pairs = [(s.reference, band[i].judge) for s, i in zip(band, dealt, strict=True)]
            found += [jaccard(first, second) for first, second in pairs if first | second]
    return sum(found) / len(found) if found else None


def _hit_rate(
    sessions: Sequence[CitedTurns], reach: int, confidence: float, *, of_judge: bool
) -> Estimate:
    rows = []
    for session in sessions:
        turns, others = session.reference, session.judge
        if of_judge:
            turns, others = others, turns
        hits = sum(any(abs(turn - other) <= reach for other in others) for turn in turns)
        rows.append((session.group, float(hits), float(len(turns))))
    return _share(rows, confidence)


def _share(rows: Iterable[tuple[str, float, float]], confidence: float) -> Estimate:
    """Hits over all, from (group, hits, all) a session."""
    sums: dict[str, list[float]] = {}
    for position, (group, hits, n) in enumerate(rows):
        summed = sums.setdefault(group or f"session {position}", [0.0, 0.0])
        summed[0] += hits
        summed[1] += n - hits
    return clustered_wilson(Clusters.of(sums.values(), width=2), confidence)
