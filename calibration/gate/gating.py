"""The gate: one logged look at the sealed test, and what follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from calibration.agreement.held import Held
from calibration.gate import gate_ceiling, gate_evidence, gate_looks, voiding
from calibration.gate.gate_ceiling import Standard
from calibration.gate.gate_looks import CriterionGate, GateLook
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Estimate
from judging.agreement.gate import Deployment, worst
from judging.errors import StoreError
from judging.ratings import Outcome
from judging.rubrics import Criterion
from judging.splitting import Part
from storage import Project, Reference, looks, splits
from storage.looks import LookKey

# Models and what they are asked about change.
VALID = timedelta(days=180)
NO_SPLIT = "There is no sealed test yet: judging split makes one."
NO_LABELS = (
    "Draw some of its sessions (judging labels draw) and label them blind, or import labels with "
    "blind and inclusion_prob."
)


@dataclass(frozen=True, slots=True)
class GateReport:
    """The gate's answer for a judge under a rubric version."""

    held: Held
    criteria: tuple[CriterionGate, ...]

    @property
    def decision(self) -> Deployment:
        """That of the worst criterion."""
        return worst(one.decision for one in self.criteria)

    @property
    def used_a_look(self) -> bool:
        """Whether any criterion was looked at now."""
        return any(one.look is not None and not one.is_stored for one in self.criteria)


@dataclass(frozen=True, slots=True)
class Passed:
    """
    Whether the gate lets a judge run unwatched on every criterion.

    Attributes:
        reason: Why it does not; empty where it does.

        looks: The number of each criterion's look, where it does.

        until: From when that counts for nothing; None where it does not.

        decisions: What it has answered on each criterion that it has looked at, while that counts.

        by_ceiling: On which of them it held the judge to what people reach.
    """

    reason: str
    looks: Mapping[str, int]
    until: datetime | None
    decisions: Mapping[str, Deployment] = field(default_factory=dict)
    by_ceiling: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Standing:
    """
    How things stand with one criterion before a look; nothing of what the judge said.

    Attributes:
        fails: How many labels that count are fails; likewise `passes`.

        left_out: How many labels of the test do not count.

        next_look: The number that a look would get.

        answered: What the gate has answered on just these labels; None where it has not looked.

        key: What a look would be of.

        people: How far people agree with each other on the test, on `twice` units that two of
            them or more decided.
    """

    criterion: Criterion
    fails: int
    passes: int
    left_out: int
    next_look: int
    answered: CriterionGate | None
    key: LookKey
    people: Estimate
    twice: int


@access.needs(Right.READ_REPORTS)
def standing(project: Project, held: Held) -> tuple[Standing, ...]:
    """Tell how things stand with each criterion; no look is used."""
    test_set = gate_looks.test_set(project)
    return tuple(_standing(project, held, c, test_set) for c in held.version.rubric.criteria)


def passed(project: Project, held: Held) -> Passed:
    """Tell whether the gate has passed a judge, on the labels there are now; no look is used."""
    if splits.of(project).sealed_at() is None:
        return Passed("no gate has been passed", {}, None)
    found, oldest_valid = standing(project, held), datetime.now(UTC) - VALID
    answers = [one.answered for one in found if one.answered is not None]
    valid = [one for one in answers if one.opened_at and one.opened_at > oldest_valid]
    known = Passed(
        reason="",
        looks={},
        until=None,
        decisions={one.criterion.key: one.decision for one in valid},
        by_ceiling=frozenset(
            one.criterion.key for one in valid if one.standard is Standard.CEILING
        ),
    )
    if closed := [one for one in found if one.answered is None]:
        return replace(known, reason=_closed(project, held, closed))
    for one in answers:
        if one.decision is not Deployment.DEPLOYABLE:
            said = str(one.decision).replace("_", " ")
            return replace(known, reason=f"the gate says {said} on {one.criterion.key}")
    oldest = min(one.opened_at for one in answers if one.opened_at)
    if oldest <= oldest_valid:
        return replace(known, reason=f"the gate was passed at {oldest:%Y-%m-%d}, too long ago")
    numbers = {one.criterion.key: one.look for one in answers if one.look is not None}
    return replace(known, looks=numbers, until=oldest + VALID)


def _closed(project: Project, held: Held, closed: Sequence[Standing]) -> str:
    """Say why the gate has no answer on some criteria: what changed, or that it never looked."""
    changes = [voiding.reason(project, held, one.key) for one in closed]
    if found := list(dict.fromkeys(filter(None, changes))):
        return "; ".join(found)
    keys = ", ".join(one.criterion.key for one in closed)
    return f"the gate has not looked at the test on {keys}"


@access.needs(Right.OPEN_TEST)
def gate(
    project: Project, held: Held, *, standard: Standard = Standard.KAPPA, opened_by: str = ""
) -> GateReport:
    """
    Open the sealed test for a judge under a rubric version, and decide criterion by criterion.

    A criterion without a label that counts uses no look. The same judge, rubric version, test,
    labels and standard again get the answer that was given, under the same number.
    """
    if splits.of(project).sealed_at() is None:
        return GateReport(held, tuple(_unopened(c, NO_SPLIT) for c in held.version.rubric.criteria))
    test_set = gate_looks.test_set(project)
    found: dict[str, CriterionGate] = {}
    for criterion in _conditions_first(held.version.rubric.criteria):
        labels = gate_evidence.labels(project, held, criterion)
        if not round(labels.drawn.cells.n):
            found[criterion.key] = _unopened(criterion, _no_labels(labels.left_out))
            continue
        applies = found[criterion.applies_when].decision if criterion.applies_when else None
        look = GateLook(project, held, labels, test_set, applies, opened_by, standard)
        found[criterion.key] = look.stored() or look.opened()
    return GateReport(held, tuple(found[c.key] for c in held.version.rubric.criteria))


def _standing(project: Project, held: Held, criterion: Criterion, test_set: str) -> Standing:
    labels = gate_evidence.labels(project, held, criterion)
    look = GateLook(project, held, labels, test_set)
    among, units = gate_ceiling.people(project, held, criterion)
    return Standing(
        criterion,
        labels.said[Outcome.FAIL],
        labels.said[Outcome.PASS],
        labels.left_out,
        looks.of(project).next_number(criterion.key),
        look.newest(),
        look.key,
        among,
        units,
    )


def _no_labels(left_out: int) -> str:
    """Say that no label of the test counts, and how many there are that do not."""
    unfit = (
        f" ({left_out:,} of them not: not given blind, or of unknown probability)"
        if left_out
        else ""
    )
    return f"No label of the sealed test counts{unfit}. {NO_LABELS}"


def _unopened(criterion: Criterion, reason: str) -> CriterionGate:
    return CriterionGate(criterion, Deployment.INSUFFICIENT_EVIDENCE, reason=reason)


def _conditions_first(criteria: Sequence[Criterion]) -> list[Criterion]:
    """Return criteria so that each comes after the one that says when it applies."""
    found: list[Criterion] = []
    left = list(criteria)
    while left:
        done = {one.key for one in found}
        ready = [one for one in left if one.applies_when is None or one.applies_when in done]
        found += ready
        left = [one for one in left if one not in ready]
    return found


def on(project: Project, held: Held, part: Part | None) -> Held:
    """
    Return what is held against the labels of a part of the sessions; None for what may be seen.

    The test may be seen once it has been looked at with just this judge, rubric version, test and
    labels: what came since would be another look.

    Raises:
        StoreError: If it may not.
    """
    if part in (None, Part.DEVELOP) or not splits.of(project).exist():
        return held
    assert part is not None
    test_set = gate_looks.test_set(project)
    name, rubric = held.judge.identity.name, held.version.rubric.label
    for criterion in held.version.rubric.criteria:
        labels = gate_evidence.labels(project, held, criterion)
        if GateLook(project, held, labels, test_set).newest() is None:
            raise StoreError(
                f"The test is sealed for {name} under {rubric} on {criterion.key}.",
                fix=f"judging gate --rubric {rubric} --judge {name} opens it, as a look.",
            )
    return replace(held, reference=replace(held.reference, part=part))


def part_shown(project: Project, reference: Reference) -> str:
    """Return the part of the sessions that a report is on: all of them while there is no split."""
    return str(reference.part if splits.of(project).exist() else Part.ALL)
