"""Audits that came to known counts, kept in a project."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from calibration.agreement.held import Held
from judging.judges import ClaudeJudge, JudgeIdentity
from judging.ratings import Outcome, Verdict
from judging.rubrics import Level
from storage import Answer, AuditKind, KeptAudit, NewRun, Project, Reference
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL
MODEL = ClaudeJudge("claude-test")


def judged(
    project: Project, outcomes: Mapping[str, Outcome], identity: JudgeIdentity | None = None
) -> Held:
    """Keep a model judge's verdicts on sessions, as this release would have asked it."""
    identity = identity or ClaudeJudge("claude-test", secret=project.store.secret()).identity
    version, kept = project.rubrics.get("conversation@1"), project.judges.kept(identity)
    run = project.runs.start(NewRun(kept.id, version.id, Level.SESSION, units=len(outcomes)))
    verdicts = {
        keeping.number(project, name): [
            Verdict(session=name, criterion="goal_met", outcome=outcome)
        ]
        for name, outcome in outcomes.items()
    }
    project.verdicts.add(Answer(run, version.id, kept.id), verdicts)
    project.runs.finish(run)
    return Held(version, kept, Reference())


def failing(project: Project, n: int) -> Held:
    """Put sessions into a project that people and a model judge fail."""
    names = [f"s{i}" for i in range(n)]
    keeping.add(project, *(keeping.session(name) for name in names))
    for name in names:
        keeping.label(project, name, FAIL)
    return judged(project, dict.fromkeys(names, FAIL))


def planted(
    project: Project, held: Held, passed: int, scored: int, inert: int = 0, **counts: int
) -> None:
    """Keep an audit in which so many were talked into a pass, and others passed with no reason."""
    found = {
        "tried": scored,
        "scored": scored,
        "passed": passed,
        "evaded": 0,
        "inert_scored": scored,
        "inert_passed": inert,
        "payload_only": passed,
        "inert_only": inert,
    } | counts
    cases = [
        {
            "session_id": f"s{n}",
            "turn": 0,
            "criterion": "goal_met",
            "from": "fail",
            "to": "pass",
            "with_inert": "fail",
            "family": "order",
            "payload": "order_plain",
            "planted_in": 2,
            "role": "assistant",
        }
        for n in range(passed)
    ]
    kept(project, held, AuditKind.RED_TEAM, {"criteria": {"goal_met": found}, "cases": cases})


def fitted(
    project: Project,
    held: Held,
    groups: Sequence[tuple[tuple[int, ...], int]],
    other: JudgeIdentity | None = None,
) -> None:
    """Keep an audit of (both pass, erased, found, both fail) in so many groups each."""
    names = ("both_pass", "erased", "found", "both_fail")
    counted = [[dict(zip(names, some, strict=True)), n] for some, n in groups]
    case = {"session_id": "s0", "turn": 0, "criterion": "goal_met", "from": "fail", "to": "pass"}
    cases = [case | {"is_erased_failure": True}, case | {"is_erased_failure": False}]
    units = sum(sum(some) * n for some, n in groups)
    criterion = {"units": units, "changed": 2, "groups": counted}
    shown_less = other.fingerprint if other else ""
    result = {"other": shown_less, "criteria": {"goal_met": criterion}, "cases": cases}
    kept(project, held, AuditKind.FIT, result)


def kept(project: Project, held: Held, kind: AuditKind, result: Mapping[str, Any]) -> None:
    """Keep an audit of a judge."""
    word = "" if kind is AuditKind.HINDSIGHT else held.reference.word
    fingerprint = held.judge.fingerprint
    project.audits.add(KeptAudit(kind, held.version.id, fingerprint, word, result))


def earlier(identity: JudgeIdentity) -> JudgeIdentity:
    """Return the judge as it was with an earlier prompt."""
    return replace(identity, template="mc0")
