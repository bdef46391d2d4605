"""What of an audit is kept, and what never is."""

import json
from dataclasses import replace

import pytest

from calibration.agreement.held import Held
from calibration.bias import kept_audits, red_team, shortened
from calibration.bias.canaries import canaries
from calibration.runs.judges import Options
from judging.ratings import Outcome
from judging.rubrics import Level, RubricVersion
from storage import AuditKind, KeptAudit, Project
from tests import keeping, working
from tests.calibration import obeying
from tests.calibration.judged import GOAL_MET, ONE
from tests.calibration.obeying import OBEDIENT
from tests.model_server import ModelServer, says

SOUND = replace(GOAL_MET, key="sound", name="", level=Level.TURN)
TURNS = RubricVersion("turns", 1, (SOUND,))
FAIL = Outcome.FAIL
LONG = ["secret words " * 200] * 30


def newest(project: Project, kind: AuditKind) -> KeptAudit:
    return project.audits.of(kind)[0]


def tried(project: Project, held: Held) -> None:
    """Try a judge with planted texts, and keep what comes of it."""
    judge, rubric = red_team.judge_of(project, held), held.version.rubric
    report = red_team.tried(project, judge, rubric, canaries(project, held, limit=9))
    kept_audits.keep_red_team(project, held, report)


def test_of_planted_texts_counts_and_cases_are_kept(project: Project, server: ModelServer) -> None:
    held = obeying.failed(project, server, "a", "b", "c")
    server.policy = OBEDIENT

    tried(project, held)

    kept = newest(project, AuditKind.RED_TEAM)
    assert (kept.rubric_version, kept.fingerprint) == (held.version.id, held.judge.fingerprint)
    assert (kept.reference, list(kept.result["criteria"])) == ("person", ["goal_met"])
    counts = kept.result["criteria"]["goal_met"]
    assert (counts["tried"], counts["scored"], counts["passed"]) == (3, 3, 3)
    assert (counts["inert_passed"], counts["payload_only"], counts["inert_only"]) == (0, 3, 0)
    case = min(kept.result["cases"], key=lambda one: str(one["session_id"]))
    assert (case["session_id"], case["from"], case["to"]) == ("a", "fail", "pass")
    assert case.keys() >= {"payload", "family", "planted_in", "role", "with_inert"}


def test_no_word_of_a_session_or_of_the_judge_is_kept(
    project: Project, server: ModelServer
) -> None:
    held = obeying.failed(project, server, "a")
    server.policy = obeying.gives(lambda _: "pass", reason="It left today, it says.")

    tried(project, held)

    kept = json.dumps(dict(newest(project, AuditKind.RED_TEAM).result))
    assert "It left today" not in kept
    assert working.asking(server)["ANTHROPIC_API_KEY"] not in kept


def test_an_audit_that_nobody_answered_is_not_kept(project: Project, server: ModelServer) -> None:
    held = obeying.failed(project, server, "a")
    server.policy = lambda request, before: says("", stop="refusal")  # noqa: ARG005  (a policy)

    tried(project, held)

    assert project.audits.of(AuditKind.RED_TEAM) == []


@pytest.fixture
def lengthy(project: Project, server: ModelServer) -> Held:
    """Have people and the judge fail two long sessions in full; shortened it passes one."""
    keeping.add(project, *(keeping.session(name, *LONG) for name in "ab"))
    for name in "ab":
        keeping.label(project, name, FAIL)
    held = obeying.judged(project, server, ONE)
    server.received = 0
    policy = obeying.gives(lambda _: "pass" if server.received == 2 else "fail")
    obeying.judged(project, server, ONE, Options(context="fit"), policy=policy)
    return held


def test_shortened_sessions_are_kept_by_group_and_the_lost_failures_by_name(
    project: Project, lengthy: Held
) -> None:
    kept_audits.make(project, lengthy, AuditKind.FIT)

    kept = newest(project, AuditKind.FIT)
    counts = kept.result["criteria"]["goal_met"]
    assert (kept.fingerprint, counts["units"]) == (lengthy.judge.fingerprint, 2)
    erased = sum(some["erased"] * n for some, n in counts["groups"])
    assert (erased, sum(n for _, n in counts["groups"])) == (1, 2)
    (case,) = kept.result["cases"]
    assert (case["is_erased_failure"], case["to"]) == (True, "pass")
    assert "secret words" not in json.dumps(dict(kept.result))


def test_either_judge_makes_the_same_audit(project: Project, lengthy: Held) -> None:
    both = shortened.named(project, lengthy.judge.fingerprint)
    assert both.fit is not None

    for judge in (both.full, both.fit):
        kept_audits.make(project, replace(lengthy, judge=judge), AuditKind.FIT)

    one, other = project.audits.of(AuditKind.FIT)
    assert (one.fingerprint, one.result) == (other.fingerprint, other.result)


def test_without_the_other_judge_nothing_is_kept(project: Project, server: ModelServer) -> None:
    held = obeying.failed(project, server, "a")

    kept_audits.make(project, held, AuditKind.FIT)

    assert project.audits.of(AuditKind.FIT) == []


def test_what_later_turns_change_is_kept_turn_by_turn(
    project: Project, server: ModelServer
) -> None:
    said = ("Where is it?", "It left.", "And now?", "On Monday.")
    keeping.add(project, keeping.session("a", *said), keeping.session("b", *said))
    held = obeying.judged(project, server, TURNS)
    seeing = obeying.gives(lambda told: "pass" if "Monday" in told else "fail")
    obeying.judged(project, server, TURNS, Options(hindsight=True), policy=seeing)

    kept_audits.make(project, held, AuditKind.HINDSIGHT)

    kept = newest(project, AuditKind.HINDSIGHT)
    counts = kept.result["criteria"]["sound"]
    assert (kept.reference, kept.fingerprint) == ("", held.judge.fingerprint)
    assert (counts["units"], counts["changed"], counts["groups"]) == (2, 2, [[1, 0, 2]])
    assert (counts["last"], counts["changes"]) == ([[1, 0, 2]], [["fail", "pass", 2]])
    assert [case["turn"] for case in kept.result["cases"]] == [2, 2]
