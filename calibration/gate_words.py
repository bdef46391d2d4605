"""The gate's answer in a sentence that a lead understands."""

from calibration.gating import CriterionGate, GateReport
from judging.agreement.gate import Deployment

NEXT = {
    Deployment.DEPLOYABLE: "may run unwatched",
    Deployment.NOT_DEPLOYABLE: "must not run unwatched",
    Deployment.INSUFFICIENT_EVIDENCE: "not enough is known",
}


def sentence(report: GateReport) -> str:
    """Say what was decided, best news first, and on how many criteria."""
    name, rubric = report.held.judge.identity.name, report.held.version.rubric.label
    parts = [
        f"{words} on {_counted(found)}"
        for decision, words in NEXT.items()
        if (found := [one for one in report.criteria if one.decision is decision])
    ]
    looked = "" if report.used_a_look else " No look was used."
    return f"{name} under {rubric}: {'; '.join(parts)}.{looked}"


def _counted(found: list[CriterionGate]) -> str:
    names = ", ".join(one.criterion.key for one in found)
    return f"{len(found)} {'criterion' if len(found) == 1 else 'criteria'} ({names})"
