"""What a run would do, before it is begun."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from calibration.labels import drawing
from calibration.runs import judges, planning, running
from calibration.runs.run_scope import Scope, Which
from judging.errors import JudgeError, StoreError
from judging.judges import RulesJudge, ScriptedJudge
from judging.ratings import Outcome
from judging.rubrics import Criterion, Level, RubricVersion
from judging.sessions import Origin
from judging.splitting import Part
from storage import Project
from tests import keeping
from tests.calibration import judged

KEYS = ("goal_met", "consistent", "no_reasking", "correction_present", "correction_honoured")
NAMES = ("a", "b", "c")


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    judged.add(project, *NAMES)


def scripted(*sessions: str) -> ScriptedJudge:
    return ScriptedJudge({(session, key, 0): "pass" for session in sessions for key in KEYS})


def test_nothing_is_written(project: Project) -> None:
    planned = planning.plan(project, "conversation", scripted())

    assert (planned.units, planned.cached, len(planned.left)) == (3, 0, 3)
    assert planned.level is Level.SESSION
    assert project.judges.listed() == []
    assert project.runs.listed() == []


def test_only_what_is_missing_is_judged_again(project: Project) -> None:
    judge = scripted("a", "b")
    running.run(project, planning.plan(project, "conversation@1", judge), judge)

    planned = planning.plan(project, "conversation@1", judge)

    assert (planned.units, planned.cached) == (3, 2)
    assert planned.left == (keeping.number(project, "c"),)


def test_another_version_and_another_judge_begin_anew(project: Project) -> None:
    judge = scripted(*NAMES)
    running.run(project, planning.plan(project, "conversation@1", judge), judge)
    other = replace(judge, identity=replace(judge.identity, template="2"))

    assert planning.plan(project, "turn@1", judge).cached == 0
    assert planning.plan(project, "conversation@1", other).cached == 0


def test_a_turn_level_rubric_counts_assistant_turns(project: Project) -> None:
    keeping.add(project, keeping.session("long", "Hi", "Yes?", "Where?", "There."))

    planned = planning.plan(project, "turn", judges.named("rules", b""))

    assert (planned.level, planned.units, len(planned.sessions)) == (Level.TURN, 5, 4)


def test_a_scope_of_ids_keeps_their_order_and_has_each_once(project: Project) -> None:
    planned = planning.plan(project, "conversation", scripted(), Scope(only=["c", "a", "c"]))

    assert planned.sessions == (keeping.number(project, "c"), keeping.number(project, "a"))
    assert planned.units == 2


def test_an_id_of_no_session_is_refused(project: Project) -> None:
    with pytest.raises(JudgeError, match="nobody") as refusal:
        planning.plan(project, "conversation", scripted(), Scope(only=["a", "nobody"]))

    assert refusal.value.what.startswith("1 of the sessions named")


def test_a_rubric_that_is_not_there_is_refused(project: Project) -> None:
    with pytest.raises(StoreError, match="conversation@9"):
        planning.plan(project, "conversation@9", scripted())


def test_a_scope_of_labelled_sessions_leaves_the_others_out(project: Project) -> None:
    keeping.label(project, "b", Outcome.PASS)

    planned = planning.plan(project, "conversation", scripted(), Scope(which=Which.LABELLED))

    assert planned.sessions == (keeping.number(project, "b"),)


def test_a_limit_takes_the_first_sessions(project: Project) -> None:
    planned = planning.plan(project, "conversation", scripted(), Scope(limit=2))

    assert planned.sessions == tuple(project.sessions.ids()[:2])


def test_a_run_of_it_is_for_what_is_left_and_as_wide_as_told(project: Project) -> None:
    judge = scripted("a")
    running.run(project, planning.plan(project, "conversation@1", judge), judge)
    planned = planning.plan(project, "conversation@1", judge)

    new = planning.new_run(project, planned, judge, concurrency=7)

    assert (new.units, new.cached, new.sessions) == (3, 1, planned.left)
    assert (new.level, new.concurrency) == (Level.SESSION, 7)


def test_failed_sessions_are_those_that_people_or_a_judge_fail_as_a_whole(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in "de"))
    keeping.label(project, "a", Outcome.FAIL)
    keeping.label(project, "b", Outcome.PASS)
    keeping.judge(project, {"b": Outcome.PASS, "c": Outcome.FAIL})
    keeping.label(project, "d", Outcome.FAIL, criterion="correction_present")
    keeping.judge(project, {"d": Outcome.FAIL}, criterion="correction_present", name="other")

    planned = planning.plan(project, "turn", RulesJudge(), Scope(which=Which.FAILED))

    assert planned.sessions == tuple(keeping.number(project, name) for name in ("a", "c"))


def test_a_replayed_and_an_unfinished_session_are_left_out_and_counted(project: Project) -> None:
    now = datetime.now(UTC)
    keeping.add(
        project,
        replace(keeping.session("played"), origin=Origin.REPLAYED, ended_at=now),
        replace(keeping.session("going on"), ended_at=now),
    )

    planned = planning.plan(project, "conversation", scripted())

    assert len(planned.sessions) == planned.units == 3
    assert (planned.replayed, planned.unfinished) == (1, 1)
    played, going_on = planning.left_out(planned)
    assert played.startswith("1 session is not judged: a recording was played to another agent")
    assert going_on.startswith("1 session is not judged yet")


def test_short_sessions_are_better_judged_turn_by_turn(project: Project) -> None:
    whole, turns = (planning.plan(project, name, RulesJudge()) for name in ("conversation", "turn"))

    said = planning.advice(project, whole)
    keeping.add(project, keeping.session("long", *["word"] * 12))

    assert said.startswith("100 % of the sessions have one or two exchanges")
    assert planning.advice(project, turns) == ""
    assert planning.advice(project, whole) == ""


def test_sessions_that_were_drawn_can_be_judged_alone(project: Project) -> None:
    keeping.add(project, *(keeping.session(f"new{n}") for n in range(9)))
    drawing.draw(project, 4, Part.ALL)

    planned = planning.plan(project, "turn", RulesJudge(), Scope(which=Which.DRAWN))

    assert len(planned.sessions) == 4


BOTH = RubricVersion(
    "both",
    0,
    (
        Criterion("met", "Was it met?", "Yes.", "No."),
        Criterion("kind", "Was it kind?", "Yes.", "No.", level=Level.TURN),
    ),
)


def test_a_level_narrows_a_rubric_of_both_to_its_criteria(project: Project) -> None:
    version = project.rubrics.add(BOTH).rubric.label
    judge = RulesJudge()

    turns = planning.plan(project, version, judge, level=Level.TURN)
    running.run(project, turns, judge)
    again = planning.plan(project, version, judge, level=Level.TURN)
    whole = planning.plan(project, version, judge, level=Level.SESSION)
    both = planning.plan(project, version, judge)

    assert (turns.level, turns.only, turns.units) == (Level.TURN, Level.TURN, 3)
    number = keeping.number(project, "a")
    stored = project.verdicts.standing(
        [number], rubric_version=turns.version.id, judge=project.judges.listed()[0].id
    )
    assert {one.verdict.criterion for one in stored.values()} == {"kind"}
    assert (again.left, len(whole.left), len(both.left)) == ((), 3, 3)


def test_what_is_left_of_both_levels_completes_a_rubric_of_both(project: Project) -> None:
    version = project.rubrics.add(BOTH).rubric.label
    judge = RulesJudge()

    for level in Level:
        line = running.run(project, planning.plan(project, version, judge, level=level), judge)
        assert (line.scored, line.left) == (3, 0)

    assert planning.plan(project, version, judge).left == ()


def test_the_one_level_of_a_rubric_is_no_narrowing_and_the_other_is_refused(
    project: Project,
) -> None:
    planned = planning.plan(project, "turn", RulesJudge(), level=Level.TURN)

    assert (planned.level, planned.only) == (Level.TURN, None)
    with pytest.raises(StoreError, match="turn@1 asks nothing at the level session"):
        planning.plan(project, "turn", RulesJudge(), level=Level.SESSION)
