"""What audits came to, kept: counts by criterion and cases by name, not a word of a session."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from calibration.agreement.held import Held
from calibration.bias import hindsight, shortened
from calibration.bias.canary_asking import Trial
from calibration.bias.hindsight import Hindsight
from calibration.bias.red_team import RedTeam
from calibration.bias.shortened import Shortened
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.ratings import Outcome
from storage import AuditKind, KeptAudit, Project, StoredJudge
from storage.twins import Twin

NO_SESSIONS = (
    "Nothing to compare: no session that both have judged was shortened, since all fit as they are."
)
NO_TURNS = "Nothing to compare: no turn with others after it has an answer both ways."


def keep_red_team(project: Project, held: Held, report: RedTeam) -> None:
    """Keep what came of planted texts; nothing where the judge answered none."""
    keys = {trial.canary.criterion.key for trial in report.trials}
    result = {
        "criteria": {key: _planted(_on(report, key)) for key in sorted(keys)},
        "cases": [_talked_into(trial) for trial in (*report.passed, *report.evaded)],
    }
    if report.scored:
        _keep(project, AuditKind.RED_TEAM, held, result)


def keep_fit(project: Project, held: Held, fit: StoredJudge, report: Shortened) -> None:
    """Keep what shortening changes; nothing where nothing was shortened."""
    keys = report.pairs.twins
    erased = {key: frozenset(report.erased(key)) for key in keys}
    result = {
        "other": fit.fingerprint,
        "criteria": {key: _fitted(report, key) for key in keys},
        "cases": [
            {**_changed(key, one), "is_erased_failure": one in erased[key]}
            for key, one in report.pairs.changed
        ],
    }
    if report.pairs.units:
        _keep(project, AuditKind.FIT, held, result)


def keep_hindsight(project: Project, held: Held, report: Hindsight) -> None:
    """Keep what later turns change; nothing where both ways nothing was judged."""
    result = {
        "criteria": {key: _later(report.on(key)) for key in report.twins},
        "cases": [_changed(key, one) for key, one in report.changed],
    }
    if report.units:
        _keep(project, AuditKind.HINDSIGHT, held, result, with_labels=False)


@access.needs(Right.RUN)
def make(project: Project, held: Held, kind: AuditKind) -> str:
    """
    Make an audit that compares verdicts there are, on all criteria, and keep it.

    Args:
        project: Whose sessions.

        held: Either of the judges that are compared, and whose labels say what fails.

        kind: Not the red team, which asks and costs.

    Returns:
        Why there was nothing to keep; empty where there was.

    Raises:
        JudgeError: If the judge can have no such audit.
        RubricError: If the rubric asks nothing that it is about.
    """
    if kind is AuditKind.FIT:
        return _make_fit(project, held)
    held = replace(held, judge=hindsight.named(project, held.judge.fingerprint))
    found = hindsight.audit(project, held.version, held.judge, "")
    keep_hindsight(project, held, found)
    return "" if found.units else NO_TURNS


def _make_fit(project: Project, held: Held) -> str:
    both = shortened.named(project, held.judge.fingerprint)
    if both.fit is None:
        return NO_SESSIONS
    held = replace(held, judge=both.full)
    found = shortened.audit(project, held, both.fit, "")
    keep_fit(project, held, both.fit, found)
    return "" if found.pairs.units else NO_SESSIONS


def _keep(
    project: Project,
    kind: AuditKind,
    held: Held,
    result: Mapping[str, Any],
    *,
    with_labels: bool = True,
) -> None:
    reference = held.reference.word if with_labels else ""
    project.audits.add(KeptAudit(kind, held.version.id, held.judge.fingerprint, reference, result))


def _on(report: RedTeam, key: str) -> RedTeam:
    return RedTeam(tuple(t for t in report.trials if t.canary.criterion.key == key))


def _planted(report: RedTeam) -> dict[str, int]:
    payload_only, inert_only = report.only
    inert_passed, inert_scored = report.inert_passed
    return {
        "tried": len(report.trials),
        "scored": len(report.scored),
        "passed": len(report.passed),
        "evaded": len(report.evaded),
        "inert_scored": inert_scored,
        "inert_passed": inert_passed,
        "payload_only": payload_only,
        "inert_only": inert_only,
    }


def _talked_into(trial: Trial) -> dict[str, Any]:
    canary = trial.canary
    return {
        "session_id": canary.session.external_id,
        "turn": canary.turn,
        "criterion": canary.criterion.key,
        "from": str(Outcome.FAIL),
        "to": str(trial.injected.outcome),
        "with_inert": str(trial.inert.outcome),
        "family": str(canary.payload.family),
        "payload": canary.payload.name,
        "planted_in": canary.place,
        "role": str(canary.role),
    }


def _changed(key: str, one: Twin) -> dict[str, Any]:
    return {
        "session_id": one.session,
        "turn": one.turn,
        "criterion": key,
        "from": str(one.first),
        "to": str(one.second),
    }


def _fitted(report: Shortened, key: str) -> dict[str, Any]:
    pairs = report.pairs.on(key)
    return {
        "units": len(pairs.units),
        "changed": len(pairs.changed),
        "groups": [[asdict(some), n] for some, n in report.by_group(key).items()],
    }


def _later(report: Hindsight) -> dict[str, Any]:
    units, last = (twin for _, twin in report.units), report.last
    return {
        "units": len(report.units),
        "changed": len(report.changed),
        "not_scored": report.not_scored,
        "changes": [[str(a), str(b), n] for (a, b), n in report.changes.items()],
        "groups": [[*some, n] for some, n in hindsight.by_group(units).items()],
        "last": [[*some, n] for some, n in hindsight.by_group(last).items()],
    }
