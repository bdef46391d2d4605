"""What a bias check comes to, with the units behind it and what would decide it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.bias import bias_sides
from calibration.bias.bias_sides import Contrast
from calibration.bias.standing_audits import Case
from judging.agreement import (
    Cells,
    Clusters,
    Estimate,
    Status,
    contrast,
    length_effect,
    same_family,
)
from judging.agreement.bias import (
    DENOMINATOR_MINIMUM,
    MATERIAL,
    BiasCheck,
    BiasState,
    Check,
    Group,
)
from judging.agreement.length import LengthMeasure, MeasuredUnit
from judging.agreement.same_family import only_family
from judging.ratings import Outcome
from storage import AuditKind, KeptAudit
from storage.bias_units import BiasUnit

PASS, FAIL = Outcome.PASS, Outcome.FAIL
# Beyond so many times the labels, nobody will give them.
TOO_MANY = 10
NOT_PEOPLE = "Not checked: it is about what people had seen, and these labels are not by people."
RANDOM_PASSES = (
    "Label at least 60 sessions, drawn at random from those that the judge passes; sessions of "
    "agents of another family would allow a comparison."
)


@dataclass(frozen=True, slots=True)
class Further:
    """A rate that is no side of the comparison, with the name that files have for it."""

    key: str
    group: Group


@dataclass(frozen=True, slots=True)
class Checked:
    """
    One check with what is behind it.

    Attributes:
        check: The outcome; without groups where the check cannot be made here.

        behind: For each group the units that its count x stands for.

        remarks: What else to know, in sentences.

        wanted: What would decide it, in a sentence; empty where it is decided.

        further: What else was counted.

        audit: The audit that it rests on; None where it rests on none.

        cases: Where that audit went wrong.

        ready: The audit that would make it and needs nothing else; None where there is none.

        commands: What would make it, or decide it, in this order.
    """

    check: BiasCheck
    behind: tuple[tuple[BiasUnit, ...], ...] = ()
    remarks: tuple[str, ...] = ()
    wanted: str = ""
    further: tuple[Further, ...] = ()
    audit: KeptAudit | None = None
    cases: tuple[Case, ...] = ()
    ready: AuditKind | None = None
    commands: tuple[str, ...] = ()


def compared(sides: Contrast, confidence: float) -> Checked:
    """Compare two sides."""
    names = sides.first.name, sides.second.name
    check = contrast(sides.check, sides.clusters, names, confidence)
    behind = sides.first.hits, sides.second.hits
    return Checked(check, behind, sides.remarks, wanted(check))


def answer_lengths(sides: Contrast, units: Sequence[BiasUnit], confidence: float) -> Checked:
    """Compare short and long answers, and add what length does at equal labels."""
    found = compared(sides, confidence)
    measured = [
        MeasuredUnit(unit.words, unit.human is FAIL, unit.judged is FAIL, unit.group)
        for unit in bias_sides.decided(units)
        if unit.words
    ]
    effect = length_effect(measured, confidence)
    odds = effect.estimate
    if effect.measure is not LengthMeasure.ODDS_RATIO_PER_DOUBLING or odds.value is None:
        return found
    said = (
        "With every doubling of length, and the label the same, the odds that the judge fails it "
        f"are multiplied by {odds.value:.2f} ({odds.low:.2f} to {odds.high:.2f})."
    )
    return replace(found, remarks=(*found.remarks, said))


def families(units: Sequence[BiasUnit], own: str, noun: str, confidence: float) -> Checked:
    """
    Compare the judge on agents of its own family and on others.

    Args:
        units: All units.

        own: The judge's family; empty where it is not known.

        noun: What units are, in the plural.

        confidence: The interval's two-sided level.

    Returns:
        The comparison; a bound on false passes where all agents are of the judge's family; that
        it cannot be checked where no agent is, or where a family is not known.
    """
    if why := _unmet(units, own):
        return impossible(Check.SAME_FAMILY, f"Cannot be checked here: {why}.", confidence)
    if {unit.agent_family for unit in units} <= {own, None}:
        return _bounded(units, own, confidence)
    sides = bias_sides.families(units, own, noun)
    found = compared(sides, confidence)
    return replace(found, remarks=(_passed(units, own, noun, confidence), *found.remarks))


def _unmet(units: Sequence[BiasUnit], own: str) -> str:
    """Say why the judge has met no agent of its family; empty where it has."""
    there = {unit.agent_family for unit in units}
    known = sorted(name for name in there if name)
    if not units:
        return "nothing that is labelled has a verdict"
    if not own:
        return "the family of the judge’s model is not known"
    if not known:
        return "the sessions do not say which model the agent is"
    if own in there:
        return ""
    others = ", ".join(known)
    return f"no agent is known to be of the judge’s family, {own}; those known are of {others}"


def is_family_run(units: Sequence[BiasUnit], own: str, noun: str) -> bool:
    """Tell whether there are units enough for a conclusion about families."""
    there = {unit.agent_family for unit in units} - {None}
    if own and there == {own}:
        return _cells(bias_sides.decided(units)).judge_passes >= DENOMINATOR_MINIMUM
    return bool(own) and bias_sides.families(units, own, noun).is_big_enough


def impossible(check: Check, why: str, confidence: float) -> Checked:
    """Say why a check cannot be made here."""
    nothing = Estimate(None, status=Status.UNDEFINED_EMPTY, confidence=confidence)
    return Checked(BiasCheck(check, BiasState.INSUFFICIENT, nothing, (), why))


def wanted(check: BiasCheck) -> str:
    """Return what would decide a comparison, in a sentence; empty where it is decided."""
    if check.state is BiasState.INSUFFICIENT:
        return _missing(check.groups)
    if check.state is not BiasState.INCONCLUSIVE:
        return ""
    times = _times(check.estimate)
    if times > TOO_MANY:
        return f"It would take more than {TOO_MANY} times the labels to decide it."
    former, latter = (f"{group.n * times:,.0f}" for group in check.groups)
    return (
        f"If the difference stays as it is, about {former} of the former and {latter} of the "
        "latter would decide it."
    )


def _missing(groups: Sequence[Group]) -> str:
    lacking = [max(0, DENOMINATOR_MINIMUM - round(group.n)) for group in groups]
    if not any(lacking):
        return "It takes labels of sessions of other groups."
    if all(lacking):
        former, latter = lacking
        return f"That is {former} more of the former and {latter} more of the latter."
    [(n, name)] = [(n, group.name) for n, group in zip(lacking, groups, strict=True) if n]
    return f"That is {n} more {name}."


def _times(difference: Estimate) -> float:
    """How many times the units shrink the interval enough to exclude 0, or all that is material."""
    value, low, high = difference.value, difference.low, difference.high
    assert value is not None
    assert low is not None
    assert high is not None
    size = abs(value)
    room = size if size >= MATERIAL else MATERIAL - size
    return (max(high - value, value - low) / room) ** 2


def _bounded(units: Sequence[BiasUnit], own: str, confidence: float) -> Checked:
    """Bound the false passes of a judge that has seen agents of its own family alone."""
    known = [unit for unit in bias_sides.decided(units) if unit.agent_family == own]
    cells = (cells.counts for cells, _, _ in bias_sides.family_groups(known, own))
    check = only_family(Clusters.of(cells), confidence)
    missed = tuple(u for u in known if u.human is FAIL and u.judged is PASS)
    is_decided = check.state in (BiasState.CLEARED, BiasState.FLAGGED)
    sentence = f"Cannot be compared here. {check.sentence}"
    return Checked(
        replace(check, sentence=sentence), (missed,), (), "" if is_decided else RANDOM_PASSES
    )


def _cells(units: Sequence[BiasUnit]) -> Cells:
    counts = Counter((unit.human, unit.judged) for unit in units)
    pairs = ((FAIL, FAIL), (FAIL, PASS), (PASS, FAIL), (PASS, PASS))
    return Cells(*(counts[pair] for pair in pairs))


def _passed(units: Sequence[BiasUnit], own: str, noun: str, confidence: float) -> str:
    """Say how many of the units that the judge passes are labelled fail, either way."""
    known = [unit for unit in bias_sides.decided(units) if unit.agent_family]
    sides = [
        _cells([unit for unit in known if (unit.agent_family == own) is is_own])
        for is_own in (True, False)
    ]
    of_own, of_others = (f"{c.fn:.0f} of {c.judge_passes:.0f}" for c in sides)
    said = (
        f"Of the {noun} that the judge passes, {of_own} are labelled fail where the agent is of "
        f"its own family, and {of_others} where it is not"
    )
    difference = same_family(bias_sides.family_groups(units, own), confidence).fails_among_passed
    if difference.low is None or difference.high is None:
        return f"{said}. This depends on how good either agent is."
    ends = f"{100 * difference.low:+.0f} to {100 * difference.high:+.0f} points"
    return f"{said} ({ends}). This depends on how good either agent is."
