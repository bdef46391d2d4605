"""What each judge of a rubric version costs, beside how far it agrees with labels."""

from dataclasses import dataclass

from calibration.agreement import reporting
from calibration.bias import red_team
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.agreement import Estimate
from storage import Project, Reference, StoredJudge, StoredVersion, verdict_costs
from storage.verdict_costs import VerdictCosts

PER = 100


@dataclass(frozen=True, slots=True)
class JudgeCost:
    """
    One judge.

    Attributes:
        sessions: How many sessions it has judged.

        calls: How many calls are behind the verdicts that stand.

        per_hundred: What a hundred sessions cost, in micro-dollars; None where that is not known.

        kappas: How far it agrees with the reference, by criterion, and on how many units.

        reason: Why its cost is not known; empty where it is.
    """

    judge: StoredJudge
    sessions: int
    calls: int
    per_hundred: int | None
    kappas: dict[str, tuple[Estimate, int]]
    reason: str = ""


@access.needs(Right.READ_REPORTS)
def of(project: Project, version: StoredVersion, reference: Reference) -> list[JudgeCost]:
    """Return every judge that has answered a rubric version, the cheapest first, unknown last."""
    found = [
        _cost(project, version, judge, reference)
        for judge in project.judges.listed(rubric_version=version.id)
    ]
    return sorted(found, key=lambda one: (one.per_hundred is None, one.per_hundred or 0))


def _cost(
    project: Project, version: StoredVersion, judge: StoredJudge, reference: Reference
) -> JudgeCost:
    spent = verdict_costs.of(project, version.id, judge.id)
    report = reporting.agreement(project, version, judge, reference)
    kappas = {entry.criterion.key: (entry.kappa, entry.agreement.n) for entry in report.criteria}
    reason = ""
    if _is_from_file(judge):
        reason = "its verdicts came from a file"
    elif spent.cost is None:
        reason = "no price is known for its model"
    return JudgeCost(judge, spent.sessions, spent.calls, _share(judge, spent), kappas, reason)


def per_hundred(project: Project, version: StoredVersion, judge: StoredJudge) -> int | None:
    """Return what a hundred sessions cost, in micro-dollars; None where that is not known."""
    return _share(judge, verdict_costs.of(project, version.id, judge.id))


def _share(judge: StoredJudge, spent: VerdictCosts) -> int | None:
    if _is_from_file(judge) or spent.cost is None or not spent.sessions:
        return None
    return round(PER * spent.cost / spent.sessions)


def _is_from_file(judge: StoredJudge) -> bool:
    return judge.identity.provider in red_team.FROM_FILES
