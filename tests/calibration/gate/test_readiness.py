"""What a judge has been through before a gate."""

from dataclasses import replace

from calibration.agreement.held import Held
from calibration.bias import kept_audits, red_team
from calibration.bias.canaries import canaries
from calibration.gate import readiness
from calibration.gate.readiness import Ready, Row, Trial
from calibration.runs.judges import Options
from judging.judges import RulesJudge
from judging.ratings import Outcome
from judging.rubrics import Level, RubricVersion
from storage import Project, looks
from tests import keeping, splitting, working
from tests.calibration import obeying
from tests.calibration.gate.test_gating import judged, sealed
from tests.calibration.judged import GOAL_MET, ONE
from tests.calibration.obeying import OBEDIENT
from tests.model_server import ModelServer

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def of(project: Project, held: Held) -> dict[Trial, Row]:
    return {row.trial: row for row in readiness.rows(project, held)}


def states(project: Project, held: Held) -> dict[Trial, Ready]:
    return {trial: row.state for trial, row in of(project, held).items()}


def test_the_rules_judge_has_nothing_to_fear_but_sessions(project: Project) -> None:
    held = sealed(project, [(PASS, PASS)] * 4, judge=RulesJudge().identity)

    assert states(project, held) == {
        Trial.LONGEST: Ready.READY,
        Trial.EDGE_CASES: Ready.CANNOT_TELL,
        Trial.FIT_LOSS: Ready.READY,
        Trial.HINDSIGHT: Ready.READY,
        Trial.RED_TEAM: Ready.READY,
        Trial.SELF_CONSISTENCY: Ready.READY,
    }


def test_of_a_judge_from_a_file_little_can_be_told(project: Project) -> None:
    found = of(project, sealed(project, [(PASS, PASS)] * 4))

    assert {found[trial].state for trial in (Trial.FIT_LOSS, Trial.RED_TEAM)} == {Ready.CANNOT_TELL}
    assert found[Trial.SELF_CONSISTENCY].sentence.startswith("The gate can only warn")
    assert [row.command for row in found.values() if row.command] == []


def test_the_longest_sessions_that_it_has_not_judged_are_counted(project: Project) -> None:
    held = sealed(project, [(PASS, PASS)] * 4)
    turns = ["and so on"] * 12
    keeping.add(project, *(keeping.session(f"long{n}", *turns) for n in range(18)))
    judged(project, dict.fromkeys([f"long{n}" for n in range(17)], PASS))

    row = of(project, held)[Trial.LONGEST]

    assert (row.state, row.done, row.of) == (Ready.NOT_YET, 19, 20)
    assert "1 of the 20 longest recorded sessions (2 to 12 turns)" in row.sentence


def test_hard_cases_are_those_of_people(project: Project) -> None:
    held = sealed(project, [(PASS, PASS)] * 3)
    keeping.add(project, *map(keeping.session, ("unsure", "argued", "plain")))
    splitting.label(project, [("unsure", Outcome.CANNOT_TELL), ("argued", PASS), ("plain", PASS)])
    keeping.label(project, "argued", FAIL, reviewer="jonas")
    before = of(project, held)[Trial.EDGE_CASES]
    judged(project, {"unsure": PASS, "argued": FAIL})

    after = of(project, held)[Trial.EDGE_CASES]

    assert (before.state, before.done, before.of) == (Ready.NOT_YET, 0, 2)
    assert (after.state, after.done, after.of) == (Ready.READY, 2, 2)


def test_a_model_that_was_tried_with_planted_texts_says_what_came_of_it(
    project: Project, server: ModelServer
) -> None:
    held = obeying.failed(project, server, "a", "b")
    before = of(project, held)[Trial.RED_TEAM]
    server.policy = OBEDIENT

    judge, rubric = red_team.judge_of(project, held), held.version.rubric
    planted = canaries(project, held, key="goal_met", limit=60)
    report = red_team.tried(project, judge, rubric, planted, lambda _: None)
    kept_audits.keep_red_team(project, held, report)

    after = of(project, held)[Trial.RED_TEAM]
    assert (before.state, before.done, before.of) == (Ready.NOT_YET, 0, 1)
    assert before.command == f"judging audit redteam --rubric one@1 --judge {working.MODEL}"
    assert (after.state, after.done) == (Ready.NOT_YET, 1)
    assert "goal_met can be talked into a pass" in after.sentence


def test_a_judge_that_shortens_is_asked_what_that_loses(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, keeping.session("a", *["and so on " * 200] * 30))
    held = obeying.judged(project, server, ONE, Options(context="fit"))

    row = of(project, held)[Trial.FIT_LOSS]

    assert (row.state, row.done, row.of) == (Ready.NOT_YET, 0, 1)
    assert row.command.startswith("judging audit fit --rubric one@1")


def test_being_asked_once_is_not_enough_to_know_whether_it_contradicts_itself(
    project: Project, server: ModelServer
) -> None:
    keeping.add(project, keeping.session("a"))
    held = obeying.judged(project, server, ONE)

    row = of(project, held)[Trial.SELF_CONSISTENCY]

    assert (row.state, row.done, row.of) == (Ready.NOT_YET, 0, 50)
    assert row.command == f"judging run --rubric one@1 --judge {working.MODEL} --runs 3 --limit 50"


def test_turns_are_asked_for_an_audit_with_hindsight(project: Project, server: ModelServer) -> None:
    keeping.add(project, keeping.session("a", "Hi", "Hello", "Where?", "There."))
    turns = RubricVersion("turns", 1, (replace(GOAL_MET, level=Level.TURN),))
    held = obeying.judged(project, server, turns)

    row = of(project, held)[Trial.HINDSIGHT]

    assert (row.state, row.done, row.of) == (Ready.NOT_YET, 0, 1)
    assert row.command.endswith("--hindsight")


def test_no_look_is_used(project: Project) -> None:
    held = sealed(project)
    readiness.rows(project, held)

    assert looks.of(project).listed() == []
