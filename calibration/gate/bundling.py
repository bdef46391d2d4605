"""A judge to take along: its rubric version, its identity, and what is known of the two."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version as release

from calibration.agreement import reporting
from calibration.agreement.held import Held
from calibration.agreement.reporting import CriterionReport
from calibration.gate import gate_ceiling, gating
from calibration.gate.gating import Passed
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Estimate
from judging.agreement.ceiling import Ceiling
from judging.agreement.gate import CEILING_MARGIN, CEILING_MINIMUM
from judging.agreement.sample_size import KAPPA_MINIMUM
from judging.bundle import (
    Basis,
    Bundle,
    CriterionResult,
    Figure,
    HumanCeiling,
    label_set,
    rebuilt,
)
from judging.errors import JudgeError, JudgingError, StoreError
from judging.ratings import DECIDED
from judging.splitting import Part
from storage import Compared, Project, Reference, StoredJudge, StoredVersion, exports

NOTHING_KNOWN = (
    "None of its verdicts meets a label of this reference: nothing is known of the judge. "
    "Label sessions that it has judged, or choose another reference."
)


@dataclass(frozen=True, slots=True)
class Offer:
    """
    What a bundle would rest on, before it is made.

    Attributes:
        labels: How many units have both a settled label and a verdict.

        decided: On how many of them both sides say pass or fail.

        objection: Why there can be no bundle; empty where there can.

        reason: Why it would not be certified; empty where it would.

        until: Until when it would be; None where it would not.

        by_ceiling: The criteria on which the gate held the judge to what people reach.
    """

    labels: int
    decided: int
    objection: str = ""
    reason: str = ""
    until: datetime | None = None
    by_ceiling: tuple[str, ...] = ()


@access.needs(Right.READ_REPORTS)
def bundle(
    project: Project, version: StoredVersion, judge: StoredJudge, reference: Reference
) -> Bundle:
    """
    Return a judge under a rubric version with what is known of the two.

    It is certified where the gate lets the judge run unwatched on every criterion, and then rests
    on the sealed test; else on what may be seen.

    Raises:
        JudgingError: If the judge cannot be asked again, or has not judged under this version.
    """
    if problem := objection(project, version, judge):
        raise problem
    held = Held(version, judge, reference)
    passed = gating.passed(project, held)
    ceilings = _ceilings(project, held, passed)
    reference = _counting(reference, passed)
    report = reporting.agreement(project, version, judge, reference)
    results = map(_result, report.criteria)
    return Bundle(
        rubric=version.rubric,
        identity=judge.identity,
        basis=basis(project, version, judge, reference),
        results=tuple(
            replace(_gated(one, passed), ceiling=ceilings.get(one.criterion)) for one in results
        ),
        made_with=f"judging {release('judging')}",
        made_at=datetime.now(UTC),
        certified=passed.until is not None,
        reason=passed.reason,
        expires_at=passed.until,
    )


@access.needs(Right.READ_REPORTS)
def offer(
    project: Project, version: StoredVersion, judge: StoredJudge, reference: Reference
) -> Offer:
    """Tell what a bundle would rest on, or why there can be none."""
    problem = objection(project, version, judge)
    passed = gating.passed(project, Held(version, judge, reference))
    found = _counts(project, _compared(version, judge, _counting(reference, passed)))
    if problem is not None:
        return replace(found, objection=f"{problem.what} {problem.fix}")
    if not found.labels:
        return replace(found, objection=NOTHING_KNOWN)
    keys = (key for key in version.rubric.keys if key in passed.by_ceiling)
    return replace(found, reason=passed.reason, until=passed.until, by_ceiling=tuple(keys))


def basis(
    project: Project, version: StoredVersion, judge: StoredJudge, reference: Reference
) -> Basis:
    """Return what is known of a judge rests on: whose labels, how many, and their hash."""
    compared = _compared(version, judge, reference)
    counted = exports.of(project).counted
    found = _counts(project, compared)
    return Basis(
        reference=reference.reviewer or str(reference.maker),
        blind_only=reference.blind_only,
        split=gating.part_shown(project, reference),
        labels=found.labels,
        decided=found.decided,
        label_set=label_set(label for one in compared for label in counted(one)),
    )


def objection(project: Project, version: StoredVersion, judge: StoredJudge) -> JudgingError | None:
    """Return why no bundle can be made of a judge under a rubric version; None if it can."""
    try:
        rebuilt(judge.identity)
    except JudgeError as problem:
        return problem
    if (version.id, judge.id) not in project.verdicts.pairs():
        name, rubric = judge.identity.name, version.rubric.label
        return StoreError(
            f"{name} has not judged under {rubric}.",
            fix=f"Run it first: judging run --rubric {rubric} --judge {name}.",
        )
    return None


def _counting(reference: Reference, passed: Passed) -> Reference:
    """Return whose labels count: those of the sealed test for a judge that has passed on it."""
    return replace(reference, blind_only=True, part=Part.TEST) if passed.until else reference


def _compared(version: StoredVersion, judge: StoredJudge, reference: Reference) -> list[Compared]:
    return [
        Compared(criterion.key, criterion.meaning, version.id, judge.id, reference)
        for criterion in version.rubric.criteria
    ]


def _counts(project: Project, compared: Iterable[Compared]) -> Offer:
    tallies = [pair for one in compared for pair in project.agreement.counts(one).statuses.items()]
    return Offer(
        labels=sum(n for _, n in tallies),
        decided=sum(n for outcomes, n in tallies if DECIDED.issuperset(outcomes)),
    )


def _result(report: CriterionReport) -> CriterionResult:
    found = report.agreement
    cells = {name: round(getattr(found.cells, name)) for name in ("tp", "fn", "fp", "tn")}
    return CriterionResult(
        criterion=report.criterion.key,
        level=str(report.criterion.level),
        n=found.n,
        sessions=found.sessions,
        cells=cells,
        kappa=_figure(report.kappa),
        tpr=_figure(report.tpr),
        tnr=_figure(report.tnr),
        not_scored=found.not_scored,
    )


def _gated(result: CriterionResult, passed: Passed) -> CriterionResult:
    key = result.criterion
    return replace(result, look=passed.looks.get(key), gate=str(passed.decisions.get(key, "")))


def _ceilings(project: Project, held: Held, passed: Passed) -> dict[str, HumanCeiling]:
    """Return what people reach where the gate held the judge to it, by criterion."""
    return {
        criterion.key: _ceiling(gate_ceiling.of(project, held, criterion))
        for criterion in held.version.rubric.criteria
        if criterion.key in passed.by_ceiling
    }


def _ceiling(found: Ceiling) -> HumanCeiling:
    return HumanCeiling(
        units=found.units,
        people=_figure(found.people),
        judge=_figure(found.judge),
        difference=_figure(found.difference),
        margin=-CEILING_MARGIN,
        minimum=CEILING_MINIMUM,
        usual=KAPPA_MINIMUM,
    )


def _figure(estimate: Estimate) -> Figure:
    return Figure(
        value=estimate.value,
        low=estimate.low,
        high=estimate.high,
        confidence=estimate.confidence,
        method=estimate.method,
        status=str(estimate.status),
    )
