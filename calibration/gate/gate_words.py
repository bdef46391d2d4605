"""The gate's answer, and what comes before and after it, in sentences that a lead understands."""

from collections.abc import Sequence

from calibration.gate.drifting import DriftReport
from calibration.gate.gating import GateReport
from calibration.gate.readiness import Ready, Row
from judging.agreement.drift import DriftState
from judging.agreement.gate import Deployment
from judging.rubrics import Criterion

NEXT = {
    Deployment.DEPLOYABLE: "may run unwatched",
    Deployment.NOT_DEPLOYABLE: "must not run unwatched",
    Deployment.INSUFFICIENT_EVIDENCE: "not enough is known",
}

SINCE = {
    DriftState.HELD: "still does what was certified",
    DriftState.DRIFTED: "does worse than was certified",
    DriftState.TOO_FEW: "too few labels since to tell",
    None: "never certified",
}


def sentence(report: GateReport) -> str:
    """Say what was decided, best news first, and on how many criteria."""
    name, rubric = report.held.judge.identity.name, report.held.version.rubric.label
    parts = [
        f"{words} on {_counted([one.criterion for one in found])}"
        for decision, words in NEXT.items()
        if (found := [one for one in report.criteria if one.decision is decision])
    ]
    looked = "" if report.used_a_look else " No look was used."
    return f"{name} under {rubric}: {'; '.join(parts)}.{looked}"


def since(report: DriftReport) -> str:
    """Say what later labels make of a judge's certificate, and on how many criteria."""
    name, rubric = report.held.judge.identity.name, report.held.version.rubric.label
    parts = [
        f"{words} on {_counted(found)}"
        for state, words in SINCE.items()
        if (found := [one.criterion for one in report.criteria if one.state is state])
    ]
    return f"{name} under {rubric}: {'; '.join(parts)}. No look was used."


def readiness(rows: Sequence[Row]) -> str:
    """Say how many trials are behind a judge."""
    ready = sum(row.state is Ready.READY for row in rows)
    return f"{ready} of {len(rows)} trials before a gate are ready. No look was used."


def _counted(found: Sequence[Criterion]) -> str:
    names = ", ".join(one.key for one in found)
    return f"{len(found)} {'criterion' if len(found) == 1 else 'criteria'} ({names})"
