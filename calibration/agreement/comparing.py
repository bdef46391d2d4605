"""Two rubric versions, or two judges, against the same labels on the same units."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from calibration.agreement import drawn_agreement
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import compare_versions
from judging.agreement.leniency import LeniencyShift, leniency_shift
from judging.agreement.versions import EIGHT, Comparison
from judging.errors import StoreError
from judging.ratings import DECIDED, Outcome
from judging.rubrics import Criterion
from storage import (
    Compared,
    Project,
    Reference,
    StoredJudge,
    StoredVersion,
    Triple,
    leniency_pairs,
)

LETTERS = {Outcome.FAIL: "f", Outcome.PASS: "p"}


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: a judge under a rubric version."""

    version: StoredVersion
    judge: StoredJudge

    @property
    def name(self) -> str:
        """Both of them, as a sentence says it."""
        return f"{self.judge.identity.name} under {self.version.rubric.label}"

    @property
    def keys(self) -> frozenset[str]:
        """The criteria that were asked."""
        return frozenset(criterion.key for criterion in self.version.rubric.criteria)


@dataclass(frozen=True, slots=True)
class Flip:
    """A unit whose verdict is another on the second side; `human` is what the reference says."""

    session: str
    turn: int
    first: Outcome
    second: Outcome
    human: Outcome

    @property
    def is_fixed(self) -> bool:
        """Whether the second side is the one that agrees with the reference."""
        return self.second is self.human


@dataclass(frozen=True, slots=True)
class CriterionComparison:
    """
    One criterion on both sides.

    Attributes:
        statistics: Over the units that the reference and both sides decided, clustered by group.

        flips: The units whose verdict changed, in order of import.

        undecided: How many more units have a label and both verdicts, one of which is no pass
            and no fail.

        groups: How many groups the decided units are of.

        objection: Why the criterion cannot be compared; empty where it can.

        shift: Which side passes more, on all that both have judged; None where it cannot be
            compared.

        caveat: What to bear in mind of how the labels were drawn; empty where there is nothing.
    """

    criterion: Criterion
    statistics: Comparison
    flips: tuple[Flip, ...]
    undecided: int
    groups: int = 0
    objection: str = ""
    shift: LeniencyShift | None = None
    caveat: str = ""

    @property
    def fixed(self) -> tuple[Flip, ...]:
        """The units that only the second side gets right."""
        return tuple(flip for flip in self.flips if flip.is_fixed)

    @property
    def broken(self) -> tuple[Flip, ...]:
        """The units that only the first side gets right."""
        return tuple(flip for flip in self.flips if not flip.is_fixed)

    @property
    def unchanged(self) -> int:
        """How many decided units have the same verdict on both sides."""
        return self.statistics.n - len(self.flips)


@dataclass(frozen=True, slots=True)
class ComparisonReport:
    """
    Two sides, criterion by criterion.

    Attributes:
        left_out: The keys of criteria that only one side has.
    """

    first: Side
    second: Side
    reference: Reference
    criteria: tuple[CriterionComparison, ...]
    left_out: tuple[str, ...]


@access.needs(Right.READ_REPORTS)
def answered(project: Project) -> list[Side]:
    """
    Return every judge under every rubric version that it has given verdicts under.

    The one that answered last comes first, and the rules judge, which is the baseline, after all
    that are no baseline.
    """
    versions = {version.id: version for version in project.rubrics.versions()}
    judges = {judge.id: judge for judge in project.judges.listed()}
    sides = [Side(versions[v], judges[j]) for v, j in reversed(project.verdicts.pairs())]
    return sorted(sides, key=lambda side: side.judge.identity.provider == "rules")


def comparable(sides: Sequence[Side]) -> list[tuple[Side, Side]]:
    """
    Return the pairs that differ in the version or in the judge, and share a criterion.

    Args:
        sides: As `answered` returns them, the newest first.

    Returns:
        The older version first, or the judge that answered earlier. All pairs of versions stand
        before those of judges, and the newest of either kind before the others.
    """
    pairs = [
        (one, other) if one.version.id < other.version.id else (other, one)
        for one, other in combinations(sides, 2)
        if (one.version.id == other.version.id or one.judge.id == other.judge.id)
        and one.keys & other.keys
    ]
    return sorted(pairs, key=lambda pair: pair[0].version.id == pair[1].version.id)


@access.needs(Right.READ_REPORTS)
def compare(project: Project, first: Side, second: Side, reference: Reference) -> ComparisonReport:
    """
    Compare two sides on every criterion that both have.

    Raises:
        StoreError: If the two are one and the same, or have no criterion in common.
    """
    if (first.version.id, first.judge.id) == (second.version.id, second.judge.id):
        raise StoreError(
            f"Both sides are {first.name}.", fix="Name two rubric versions, or two judges."
        )
    theirs = {criterion.key: criterion for criterion in second.version.rubric.criteria}
    mine = {criterion.key: criterion for criterion in first.version.rubric.criteria}
    shared = [criterion for key, criterion in theirs.items() if key in mine]
    if not shared:
        raise StoreError(
            f"{first.version.rubric.label} and {second.version.rubric.label} share no criterion.",
            fix="Compare versions of one rubric.",
        )
    criteria = tuple(
        _criterion(project, mine[criterion.key], criterion, (first, second), reference)
        for criterion in shared
    )
    left_out = tuple(key for key in [*mine, *theirs] if key not in mine or key not in theirs)
    return ComparisonReport(first, second, reference, criteria, left_out)


def _criterion(
    project: Project,
    before: Criterion,
    after: Criterion,
    sides: tuple[Side, Side],
    reference: Reference,
) -> CriterionComparison:
    if before.meaning != after.meaning or before.level is not after.level:
        why = "Its meaning was changed between the versions, so they have no labels in common."
        return CriterionComparison(after, compare_versions([]), (), 0, objection=why)
    first, second = (
        Compared(after.key, after.meaning, side.version.id, side.judge.id, reference)
        for side in sides
    )
    triples = project.pairs.triples(first, second)
    decided = [t for t in triples if {t.human, t.first, t.second} <= DECIDED]
    flips = tuple(
        Flip(t.session, t.turn, t.first, t.second, t.human) for t in decided if t.first != t.second
    )
    groups = by_group(decided)
    return CriterionComparison(
        after,
        compare_versions(groups),
        flips,
        undecided=len(triples) - len(decided),
        groups=len(groups),
        shift=leniency_shift(leniency_pairs.of(project, first, second)),
        caveat=drawn_agreement.caveat(project, second),
    )


def by_group(triples: Sequence[Triple]) -> list[tuple[Sequence[int], int]]:
    """Count each group's decided units by the reference's and both sides' outcomes."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0] * len(EIGHT))
    for one in triples:
        letters = "".join(LETTERS[outcome] for outcome in (one.human, one.first, one.second))
        counts[one.group][EIGHT.index(letters)] += 1
    return [(row, 1) for row in counts.values()]
