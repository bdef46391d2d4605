"""Whether judge and reference rest the same answer on the same turns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import CitedTurns, Clusters, Estimate, citation_agreement
from judging.agreement.citations import CitationAgreement, jaccard_by_chance
from judging.agreement.clustered_rate import clustered_wilson
from judging.ratings import DECIDED, Outcome
from judging.rubrics import Criterion, Kind
from storage import Compared, Project, cited_units
from storage.cited_units import CitedUnit, Judged, Turns


@dataclass(frozen=True, slots=True)
class CitedPair:
    """
    A unit for which both sides cite a turn that there is.

    Attributes:
        reference: The turns that the reference cites.

        judge: The turns that the judge cites.
    """

    unit: CitedUnit
    reference: Turns
    judge: Turns

    @property
    def has_shared(self) -> bool:
        """Whether they have a turn in common."""
        return bool(self.reference & self.judge)

    @property
    def is_near(self) -> bool:
        """Whether a turn of one side is next to one of the other, or the same."""
        return any(abs(a - b) <= 1 for a in self.reference for b in self.judge)


@dataclass(frozen=True, slots=True)
class Evidence:
    """
    The citations on some units.

    Attributes:
        units: All of them, whether anybody cites a turn or not.

        pairs: Those for which both sides do. Only they are compared: who cites nothing gave no
            evidence, and did not say that there is none.

        agreement: Over the pairs.

        jaccard_by_chance: What the Jaccard index would be with the judge's citations of other
            sessions; None without pairs, or where it was not asked for.
    """

    units: tuple[CitedUnit, ...]
    pairs: tuple[CitedPair, ...]
    agreement: CitationAgreement
    jaccard_by_chance: float | None

    @property
    def shared(self) -> tuple[CitedPair, ...]:
        """The pairs with a turn in common."""
        return tuple(pair for pair in self.pairs if pair.has_shared)

    @property
    def apart(self) -> tuple[CitedPair, ...]:
        """The pairs without one: the same answer for other reasons, where the answer is one."""
        return tuple(pair for pair in self.pairs if not pair.has_shared)

    @property
    def shared_turns(self) -> int:
        """How many turns both sides cite for the same unit."""
        return sum(len(pair.reference & pair.judge) for pair in self.pairs)

    @property
    def reference_turns(self) -> int:
        """How many turns the reference cites over the pairs."""
        return sum(len(pair.reference) for pair in self.pairs)

    @property
    def judge_turns(self) -> int:
        """How many turns the judge cites over the pairs."""
        return sum(len(pair.judge) for pair in self.pairs)

    @property
    def without_reference(self) -> int:
        """For how many units the reference cites no turn."""
        return sum(not _existing(unit, unit.reference) for unit in self.units)

    @property
    def without_judge(self) -> int:
        """For how many units the judge cites no turn."""
        return sum(not _existing(unit, unit.judge) for unit in self.units)


@dataclass(frozen=True, slots=True)
class Unfounded:
    """
    What the judge cites that it cannot have seen: turns that there are not, or not yet.

    Attributes:
        cited: How many turns it cites, over all units that it was asked about.

        places: Each unit of which a citation is unfounded: session and turn.

        count: How many of its citations are.

        share: Their share.
    """

    cited: int
    places: tuple[tuple[int, int], ...]
    count: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class EvidenceReport:
    """
    The citations on one criterion.

    Attributes:
        outcome: The answer that takes evidence: fail, or pass (present) on a condition.

        alike: The units to which both sides give that answer.

        decided: Those that both pass or fail, alike or not.
    """

    criterion: Criterion
    outcome: Outcome
    alike: Evidence
    decided: Evidence
    unfounded: Unfounded


@access.needs(Right.READ_REPORTS)
def of_criterion(project: Project, criterion: Criterion, compared: Compared) -> EvidenceReport:
    """Compare what judge and reference cite on `criterion`, above all where both see a failure."""
    units = list(cited_units.of(project).of(compared))
    outcome = Outcome.PASS if criterion.kind is Kind.CONDITION else Outcome.FAIL
    alike = [unit for unit in units if unit.human is unit.judged is outcome]
    decided = [unit for unit in units if {unit.human, unit.judged} <= DECIDED]
    return EvidenceReport(
        criterion=criterion,
        outcome=outcome,
        alike=_evidence(alike, jaccard_by_chance),
        decided=_evidence(decided),
        unfounded=unfounded(project, compared),
    )


@access.needs(Right.READ_REPORTS)
def unfounded(project: Project, compared: Compared) -> Unfounded:
    """Return what the judge cites on a criterion that it cannot have seen, labelled or not."""
    units = cited_units.of(project).judged(compared)
    rows = [(unit, len(_unseen(unit)), len(unit.cited)) for unit in units]
    return Unfounded(
        cited=sum(n for _, _, n in rows),
        places=tuple((unit.session, unit.turn) for unit, unseen, _ in rows if unseen),
        count=sum(unseen for _, unseen, _ in rows),
        share=_share([(unit.group, unseen, n) for unit, unseen, n in rows]),
    )


def _evidence(
    units: Sequence[CitedUnit],
    chance: Callable[[Sequence[CitedTurns]], float | None] = lambda _cited: None,
) -> Evidence:
    pairs = tuple(
        CitedPair(unit, reference, judge)
        for unit in units
        if (reference := _existing(unit, unit.reference)) and (judge := _existing(unit, unit.judge))
    )
    cited = [
        CitedTurns(pair.reference, pair.judge, pair.unit.group, pair.unit.n_turns) for pair in pairs
    ]
    return Evidence(tuple(units), pairs, citation_agreement(cited), chance(cited))


def _existing(unit: CitedUnit, turns: Turns | None) -> Turns:
    return frozenset(turn for turn in turns or () if 1 <= turn <= unit.n_turns)


def _unseen(unit: Judged) -> Turns:
    last = unit.turn or unit.n_turns
    return frozenset(turn for turn in unit.cited if not 1 <= turn <= last)


def _share(rows: Sequence[tuple[str, int, int]]) -> Estimate:
    """Return hits over all, from (group, hits, all) a unit."""
    sums: dict[str, list[float]] = {}
    for group, hits, n in rows:
        summed = sums.setdefault(group, [0.0, 0.0])
        summed[0] += hits
        summed[1] += n - hits
    return clustered_wilson(Clusters.of(sums.values(), width=2))
