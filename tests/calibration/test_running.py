"""Judge runs in the foreground."""

from dataclasses import dataclass, field

import pytest

from calibration import running
from calibration.running import Scope
from judging.errors import JudgeError
from judging.judges import JudgeIdentity, ScriptedJudge
from judging.ratings import Outcome, Problem, Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session
from storage import Project, RunStatus
from tests import keeping

KEYS = ("goal_met", "consistent", "no_reasking", "correction_present", "correction_honoured")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in ("a", "b", "c")))


def scripted(*sessions: str, answer: str = "pass") -> ScriptedJudge:
    return ScriptedJudge({(session, key, 0): answer for session in sessions for key in KEYS})


def test_an_answer_off_the_alphabet_is_a_problem_and_is_counted(project: Project) -> None:
    judge = scripted("a", "b")

    line = running.run(project, running.plan(project, "conversation@1", judge), judge)

    assert (line.status, line.units, line.scored) == (RunStatus.DONE, 3, 2)
    assert line.not_scored == {Problem.PARSE_FAILED: 1}


def test_only_what_is_missing_is_judged_again(project: Project) -> None:
    judge = scripted("a", "b")
    running.run(project, running.plan(project, "conversation@1", judge), judge)

    planned = running.plan(project, "conversation@1", judge)

    assert (planned.units, planned.cached, len(planned.left)) == (3, 2, 1)


def test_another_version_is_judged_anew(project: Project) -> None:
    judge = scripted("a", "b", "c")
    running.run(project, running.plan(project, "conversation@1", judge), judge)

    assert running.plan(project, "turn@1", judge).cached == 0


def test_a_turn_level_rubric_counts_assistant_turns(project: Project) -> None:
    judge = running.judge_named("rules")

    line = running.run(project, running.plan(project, "turn", judge), judge)

    assert (line.units, line.scored) == (3, 3)


def test_a_scope_of_ids_keeps_their_order_and_refuses_unknown_ones(project: Project) -> None:
    judge = scripted()

    planned = running.plan(project, "conversation", judge, Scope(only=["c", "a"]))

    assert planned.sessions == (keeping.number(project, "c"), keeping.number(project, "a"))
    with pytest.raises(JudgeError, match="'nobody'"):
        running.plan(project, "conversation", judge, Scope(only=["nobody"]))


def test_a_scope_of_labelled_sessions_leaves_the_others_out(project: Project) -> None:
    keeping.label(project, "b", Outcome.PASS)

    planned = running.plan(project, "conversation", scripted(), Scope(labelled=True))

    assert planned.sessions == (keeping.number(project, "b"),)


@dataclass(frozen=True)
class Unreachable:
    identity: JudgeIdentity = field(
        default_factory=lambda: JudgeIdentity("unreachable", "scripted", template="2")
    )

    def verdicts(self, session: Session, rubric: RubricVersion) -> tuple[Verdict, ...]:
        raise JudgeError(f"No answer on {session.external_id} by {rubric.label}.", fix="Start it.")


def test_a_judge_that_cannot_be_asked_fails_the_run_with_its_reason(project: Project) -> None:
    judge = Unreachable()

    with pytest.raises(JudgeError):
        running.run(project, running.plan(project, "conversation", judge), judge)
    assert project.runs.listed()[0].status is RunStatus.FAILED


def test_an_unknown_judge_is_refused() -> None:
    with pytest.raises(JudgeError, match="'oracle'"):
        running.judge_named("oracle")
