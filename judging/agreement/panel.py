"""Units that several reviewers rated, and the agreement of each pair of reviewers."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from judging.agreement.cells import Array, Cells
from judging.agreement.clustered import estimated
from judging.agreement.clusters import Clusters
from judging.agreement.estimate import Estimate
from judging.agreement.metrics import Metric
from judging.agreement.raters import value_counts
from judging.ratings import DECIDED, Outcome

OVERLAP_MINIMUM = 20
BOTH = (Outcome.FAIL, Outcome.PASS)


@dataclass(frozen=True, slots=True)
class RatedUnit:
    """
    What each reviewer says of one session, or of one turn.

    Attributes:
        ratings: Outcomes by reviewer or slot; those that do not decide are left out of account.

        group: The group that the unit clusters with.

        judge: The judge's outcome; None where it was not asked.
    """

    ratings: Mapping[str, Outcome]
    group: str
    judge: Outcome | None = None

    @property
    def decided(self) -> tuple[Outcome, ...]:
        """The reviewers' passes and fails, in the order of the reviewers given."""
        return tuple(outcome for outcome in self.ratings.values() if outcome in DECIDED)


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """
    Two raters on the units that both decided.

    Attributes:
        a: The one rater, who takes the reference's place in the cells.

        b: The other.

        cells: Their table.

        kappa: Cohen's kappa.

        few_units: Whether they share so few units that kappa should be shown greyed.
    """

    a: str
    b: str
    cells: Cells
    kappa: Estimate
    few_units: bool


def pairs(units: Iterable[RatedUnit], confidence: float = 0.95) -> tuple[PairAgreement, ...]:
    """Compare every two reviewers who share a unit, in the order of their first appearance."""
    units = tuple(units)
    names = dict.fromkeys(name for unit in units for name in unit.ratings)
    compared = (
        _pair(a, b, [(u.group, u.ratings.get(a), u.ratings.get(b)) for u in units], confidence)
        for a, b in combinations(names, 2)
    )
    return tuple(pair for pair in compared if pair.cells.n)


def judge_pairs(units: Iterable[RatedUnit], confidence: float = 0.95) -> tuple[PairAgreement, ...]:
    """Compare the judge with each reviewer, on the units that reviewers can be compared on too."""
    units = tuple(unit for unit in units if len(unit.decided) >= 2)
    names = dict.fromkeys(name for unit in units for name in unit.ratings)
    compared = (
        _pair(name, "judge", [(u.group, u.ratings.get(name), u.judge) for u in units], confidence)
        for name in names
    )
    return tuple(pair for pair in compared if pair.cells.n)


def mean_kappa(compared: Sequence[PairAgreement]) -> float | None:
    """
    Average the pairs' kappas, weighted by the units that each pair shares.

    Returns:
        The mean over pairs whose kappa is defined; None where none is.
    """
    known = [(pair.kappa.value, pair.cells.n) for pair in compared if pair.kappa.value is not None]
    weight = sum(n for _, n in known)
    return sum(value * n for value, n in known) / weight if weight else None


def fail_counts(units: Iterable[RatedUnit], *, with_judge: bool = False) -> Array:
    """
    Count fails and passes of each unit's reviewers.

    Args:
        units: The units.

        with_judge: Whether the judge counts as one more reviewer.

    Returns:
        Fails, then passes, shape (units, 2).
    """
    decided = (
        (*unit.decided, unit.judge) if with_judge and unit.judge in DECIDED else unit.decided
        for unit in units
    )
    return value_counts([BOTH, *decided])[1:]


def _pair(
    a: str,
    b: str,
    answers: Iterable[tuple[str, Outcome | None, Outcome | None]],
    confidence: float,
) -> PairAgreement:
    by_group: dict[str, list[tuple[Outcome, Outcome]]] = defaultdict(list)
    for group, first, second in answers:
        if first in DECIDED and second in DECIDED:
            by_group[group].append((first, second))
    clusters = Clusters.of(Cells.from_pairs(each).counts for each in by_group.values())
    kappa = estimated(clusters, Metric.KAPPA, confidence)
    return PairAgreement(a, b, clusters.cells, kappa, clusters.cells.n < OVERLAP_MINIMUM)
