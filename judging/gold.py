"""Gold: the one reference label of a unit that several reviewers may have labelled."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from judging.ratings import Label, Outcome


class Basis(StrEnum):
    """On what a gold label rests, strongest first; a tie has no outcome and awaits adjudication."""

    ADJUDICATED = "adjudicated"
    UNANIMOUS = "unanimous"
    MAJORITY = "majority"
    SINGLE = "single"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class GoldVote:
    """
    What of a label bears on the gold: a `Label` without its session, text and times.

    Attributes:
        outcome: The answer; None retracts the same rater's earlier ones.

        reviewer: Who answered; None for an anonymous rating slot, which `slot` then numbers.

        blind: Whether the answer was given blind; None where unknown, which counts as not blind.

        adjudicated: Whether the answer settles the unit instead of voting on it.
    """

    outcome: Outcome | None
    reviewer: str | None = None
    slot: int = 0
    blind: bool | None = None
    adjudicated: bool = False


@dataclass(frozen=True, slots=True)
class Gold:
    """
    A unit's settled outcome and how it was settled.

    Attributes:
        outcome: What the reviewers' answers amount to; None exactly for a tie.

        basis: Why this outcome.

        votes: How many raters' answers stand, adjudications not counted.
    """

    outcome: Outcome | None
    basis: Basis
    votes: int


def gold(labels: Sequence[GoldVote | Label]) -> Gold | None:
    """
    Settle one unit: an adjudication, else a unanimous answer, a strict majority, a single answer.

    Every outcome is a vote, `cannot_tell` and `not_applicable` too. Of each rater one answer
    counts: the latest blind one, or the latest where none is blind. A strict majority is more
    than half of three or more.

    Args:
        labels: The unit's labels by one kind of maker, oldest first.

    Returns:
        The gold label; a tie, without an outcome, where no rule decides; None where no
        answer stands.

    Example:
        >>> votes = [GoldVote(Outcome.FAIL, "ann"), GoldVote(Outcome.PASS, "ben")]
        >>> gold(votes).basis.value
        'tie'
        >>> gold([*votes, GoldVote(Outcome.FAIL, "cem")]).basis.value
        'majority'
    """
    settled = _standing(label for label in labels if label.adjudicated)
    votes = _standing(label for label in labels if not label.adjudicated)
    if settled:
        return Gold(settled[-1], Basis.ADJUDICATED, len(votes))
    return _counted(votes) if votes else None


def gold_without(labels: Sequence[GoldVote | Label], reviewer: str) -> Gold | None:
    """Settle one unit as if `reviewer` had not seen it: the fair reference for that reviewer."""
    return gold([label for label in labels if label.reviewer != reviewer])


def _counted(votes: Sequence[Outcome]) -> Gold:
    outcome, most = Counter(votes).most_common(1)[0]
    n = len(votes)
    if n == 1:
        return Gold(outcome, Basis.SINGLE, n)
    if most == n:
        return Gold(outcome, Basis.UNANIMOUS, n)
    if 2 * most > n:
        return Gold(outcome, Basis.MAJORITY, n)
    return Gold(None, Basis.TIE, n)


def _standing(labels: Iterable[GoldVote | Label]) -> list[Outcome]:
    """The answer of each rater that counts, ordered by when it was given."""
    latest: dict[str | int, tuple[int, bool, Outcome]] = {}
    for position, label in enumerate(labels):
        rater = label.slot if label.reviewer is None else label.reviewer
        blind = label.blind is True
        if label.outcome is None:
            latest.pop(rater, None)
        elif blind or rater not in latest or not latest[rater][1]:
            latest[rater] = (position, blind, label.outcome)
    return [outcome for _, _, outcome in sorted(latest.values())]
