"""Does a judge's error depend on what it must not depend on? Every check, on labels there are."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from calibration import browsing
from calibration.agreement import drawn_agreement
from calibration.agreement.held import Held
from calibration.bias import (
    bias_audits,
    bias_flips,
    bias_hindsight,
    bias_outcomes,
    bias_sides,
    own_family,
    second_judges,
    seen_positions,
)
from calibration.bias.bias_audits import Subject
from calibration.bias.bias_hindsight import LookedBack
from calibration.bias.bias_outcomes import NOT_PEOPLE, Checked
from calibration.bias.bias_plan import Planned
from calibration.bias.bias_sides import Contrast
from calibration.browsing import Cell
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement.bias import Check, shared_confidence
from judging.ratings import Maker
from judging.rubrics import Criterion, Level
from storage import (
    Project,
    Reference,
    StoredJudge,
    StoredVersion,
    bias_units,
    revealed,
)
from storage.bias_units import BiasUnit

ANSWER_CHECKS = (Check.SHORT_CORRECT, Check.LONG_WRONG)
NO_ANSWERS = (
    "Cannot be checked here: there are no {} labelled pass with an answer to measure, and by those "
    "it is told what is short."
)


@dataclass(frozen=True, slots=True)
class CriterionBias:
    """
    One criterion's checks.

    Attributes:
        labelled: How many units the reference has, judged or not.

        confidence: The level of each interval, widened for the number of checks run.

        looked_back: What later turns change; None for a criterion that is not asked of turns.

        caveat: What to bear in mind of how the labels were drawn; empty where there is nothing.
    """

    criterion: Criterion
    labelled: int
    confidence: float
    checks: tuple[Checked, ...]
    looked_back: LookedBack | None
    caveat: str


@dataclass(frozen=True, slots=True)
class BiasReport:
    """Every check of every criterion."""

    held: Held
    criteria: tuple[CriterionBias, ...]

    @property
    def lacks_reference(self) -> bool:
        """Whether no criterion has a single label of this reference."""
        return not any(entry.labelled for entry in self.criteria)


def checks(
    project: Project, version: StoredVersion, judge: StoredJudge, reference: Reference
) -> BiasReport:
    """Make every check on a judge's standing verdicts, criterion by criterion."""
    held = Held(version, judge, reference)
    criteria = (of_criterion(project, held, c) for c in version.rubric.criteria)
    return BiasReport(held, tuple(criteria))


@access.needs(Right.READ_REPORTS)
def of_criterion(project: Project, held: Held, criterion: Criterion) -> CriterionBias:
    """
    Make every check on one criterion.

    The checks are always the same. Those with units enough for a conclusion share the error
    rate: each interval is widened for their number.
    """
    units = list(bias_units.of(project).of(held.on(criterion)))
    own = own_family.of(held.judge.identity)
    noun = "turns" if criterion.level is Level.TURN else "sessions"
    subject = Subject(project, held, criterion)
    planned = _planned(subject, units, own, noun)
    confidence = shared_confidence(sum(plan.is_run for plan in planned))
    beside = second_judges.remark(project, held, criterion, confidence)
    made = tuple(_beside(plan.make(confidence), beside) for plan in planned)
    back = bias_hindsight.looked_back(subject)
    n = _labelled(project, held, criterion)
    caveat = drawn_agreement.caveat(project, held.on(criterion))
    return CriterionBias(criterion, n, confidence, made, back, caveat)


def _beside(made: Checked, said: str) -> Checked:
    """Add what a second judge says to the check on families."""
    is_meant = said and made.check.check is Check.SAME_FAMILY
    return replace(made, remarks=(*made.remarks, said)) if is_meant else made


@access.needs(Right.READ_REPORTS)
def labelled(project: Project, held: Held) -> dict[str, int]:
    """Return how many units the reference has on each criterion, judged or not."""
    return {c.key: _labelled(project, held, c) for c in held.version.rubric.criteria}


@access.needs(Right.READ_REPORTS)
def behind(project: Project, units: Sequence[BiasUnit]) -> Cell:
    """Return the sessions, or turns, behind a count: how many, and the first."""
    places = list(dict.fromkeys((unit.session, unit.turn) for unit in units))
    return browsing.behind(project, places)


def _labelled(project: Project, held: Held, criterion: Criterion) -> int:
    return sum(project.agreement.counts(held.on(criterion)).labelled.values())


def _planned(subject: Subject, units: Sequence[BiasUnit], own: str, noun: str) -> list[Planned]:
    """Return every check, in the order in which they are told of."""
    seen = seen_positions.of(subject, units)
    return [
        *_answer_lengths(units, noun),
        Planned(
            bias_outcomes.is_family_run(units, own, noun),
            partial(bias_outcomes.families, units, own, noun),
        ),
        Planned.comparing(bias_sides.evidence_positions(seen.units, noun, seen.remark)),
        *map(Planned.comparing, bias_sides.conversation_lengths(units, noun)),
        bias_audits.context_mode(subject),
        _anchoring(subject, units),
        bias_audits.injection(subject),
        Planned.comparing(bias_sides.not_scored(units, noun)),
    ]


def _answer_lengths(units: Sequence[BiasUnit], noun: str) -> list[Planned]:
    if bias_sides.decided(units) and not bias_sides.answer_cuts(units):
        return [Planned.missing(check, NO_ANSWERS.format(noun)) for check in ANSWER_CHECKS]
    short, long = bias_sides.answer_lengths(units, noun)
    measure = partial(bias_outcomes.answer_lengths, short, units)
    return [Planned(short.is_big_enough, measure), Planned.comparing(long)]


def _anchoring(subject: Subject, units: Sequence[BiasUnit]) -> Planned:
    """Plan the check on what people had seen, with what those changed who saw it later."""
    if subject.held.reference.maker is not Maker.PERSON:
        return Planned.missing(Check.ANCHORING, NOT_PEOPLE)
    plan = _blindness(bias_sides.blindness(units))
    later = revealed.of(subject.project, subject.held.on(subject.criterion))

    def make(confidence: float) -> Checked:
        return bias_flips.added(plan.make(confidence), later, confidence)

    return replace(plan, make=make)


def _blindness(sides: Contrast) -> Planned:
    if sides.first.units or not sides.second.units:
        return Planned.comparing(sides)
    why = (
        f"Nothing to compare: every label that counts ({len(sides.second.units):,}) was given "
        "blind, so that no verdict can have led it."
    )
    return Planned.missing(Check.ANCHORING, why)
