"""How many sessions pass: as the judge says, and corrected for the judge's errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from calibration.agreement import label_weights, verdict_strata
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Estimate, Status
from judging.ratings import Outcome
from storage import Compared, Project, pass_units
from storage.pass_units import LabelledUnits, PassUnits

PASS, FAIL = Outcome.PASS, Outcome.FAIL
VERDICTS = (FAIL, PASS, Outcome.NOT_APPLICABLE)


class Design(StrEnum):
    """How the labelled units came to be labelled, as far as a correction has to know."""

    ALL = "all"
    RANDOM = "random_within_verdict"
    UNEQUAL = "unequal_within_verdict"
    CHOSEN = "chosen_by_hand"
    NONE = "no_labels"


DRAWN = (Design.RANDOM, Design.UNEQUAL)
UNLABELLED = (
    "A verdict that the judge gives has no label that could be used, so nobody knows how often it "
    "is wrong. Label some sessions of either verdict."
)
OBJECTIONS = {
    Design.NONE: "Nothing that the judge was asked has a label, so its errors are not known.",
    Design.CHOSEN: (
        "The labelled sessions were chosen by hand, or nobody knows how: without the probability "
        "with which each was drawn, what the judge gets wrong there says nothing of the others, "
        "and no correction generalises. Draw sessions at random and import their labels with "
        "their probability (inclusion_prob, or --sampling random)."
    ),
    Design.UNEQUAL: UNLABELLED,
    Design.ALL: UNLABELLED,
    Design.RANDOM: UNLABELLED,
}


@dataclass(frozen=True, slots=True)
class PassRates:
    """
    One criterion's pass rate on all that a judge was asked.

    Attributes:
        judged: How many units got each verdict, labelled or not.

        design: How the labels were drawn.

        corrected: The share that people would pass; without a value where that does not follow
            from labels drawn like these.

        applicable: How many units that share is of; see `Corrected`.

        labels: How many labelled units the correction rests on; without one, how many would be.

        left_out: How many more have a label of no use here: not decided by people or by the
            judge, or drawn nobody knows how among others that were drawn at random.

        overlap: How many of the units that both decided people pass, the judge passes, and in all.

        worth: How many labels with equal weights within their verdict would be worth as much.

        is_unstable: Whether weights differ, and a few labels decide; see `Corrected`.
    """

    judged: Mapping[Outcome, int]
    design: Design
    corrected: Estimate
    applicable: float
    labels: int
    left_out: int
    overlap: tuple[int, int, int]
    worth: float
    is_unstable: bool

    @property
    def decided(self) -> int:
        """How many units the judge passes or fails."""
        return self.judged.get(PASS, 0) + self.judged.get(FAIL, 0)

    @property
    def undecided(self) -> int:
        """How many units are not scored, or the judge cannot tell: they pass or fail unseen."""
        return sum(self.judged.get(o, 0) for o in (Outcome.NOT_SCORED, Outcome.CANNOT_TELL))

    @property
    def raw(self) -> float | None:
        """The judge's share of passes among what it decided; None if it decided nothing."""
        return self.judged.get(PASS, 0) / self.decided if self.decided else None

    @property
    def objection(self) -> str:
        """Why there is no corrected share, in a sentence or two; empty where there is one."""
        return "" if self.corrected.value is not None else OBJECTIONS[self.design]

    def raw_if(self, *, passing: bool) -> float | None:
        """Return the judge's share if all that is undecided were to pass, or to fail."""
        return _moved(self.raw, self.decided, self.undecided, passing=passing)

    def corrected_if(self, *, passing: bool) -> Estimate:
        """Return the corrected share if all that is undecided were to pass, or to fail."""
        value, low, high = (
            _moved(end, self.applicable, self.undecided, passing=passing)
            for end in (self.corrected.value, self.corrected.low, self.corrected.high)
        )
        return replace(self.corrected, value=value, low=low, high=high)


@access.needs(Right.READ_REPORTS)
def of(project: Project, compared: Compared) -> PassRates:
    """Correct a judge's pass rate by the labels of the reference, where they allow it."""
    found = pass_units.of(project, compared)
    design = designed(found)
    is_drawn = design in DRAWN
    labelled = [some for some in found.labelled if some.probability or not is_drawn]
    is_weighted = design is Design.UNEQUAL
    result = verdict_strata.corrected(found, labelled, is_weighted=is_weighted)
    nothing = Estimate(None, status=Status.UNDEFINED_EMPTY)
    return PassRates(
        judged=found.totals,
        design=design,
        corrected=result.rate if design in (Design.ALL, *DRAWN) else nothing,
        applicable=result.applicable,
        labels=result.labels,
        left_out=sum(some.units for some in found.labelled) - result.labels,
        overlap=_overlap(found.labelled),
        worth=result.worth,
        is_unstable=result.is_unstable,
    )


def designed(found: PassUnits) -> Design:
    """
    Tell how labels were drawn, from the verdicts that have one and from their probabilities.

    Where every label of a verdict had the same chance, it does not matter how the chances of two
    verdicts differ; where not, labels count by what they stand for.
    """
    there = label_weights.by_verdict(found.labelled)
    if not any(there.get(verdict) for verdict in VERDICTS):
        return Design.NONE
    if all(there.get(verdict, 0) == found.totals.get(verdict, 0) for verdict in VERDICTS):
        return Design.ALL
    known = [some for some in found.labelled if some.probability is not None]
    if not known:
        return Design.CHOSEN
    chances = [{s.probability for s in known if s.judged is verdict} for verdict in VERDICTS]
    return Design.RANDOM if all(len(some) <= 1 for some in chances) else Design.UNEQUAL


def _overlap(labelled: Sequence[LabelledUnits]) -> tuple[int, int, int]:
    both = [some for some in labelled if {some.human, some.judged} <= {PASS, FAIL}]
    people = sum(some.units for some in both if some.human is PASS)
    judge = sum(some.units for some in both if some.judged is PASS)
    return people, judge, sum(some.units for some in both)


def _moved(rate: float | None, units: float, undecided: int, *, passing: bool) -> float | None:
    if rate is None:
        return None
    return (rate * units + undecided * passing) / (units + undecided)
