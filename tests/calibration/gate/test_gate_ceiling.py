"""The gate against what people reach among themselves."""

from collections.abc import Iterable

from calibration.agreement.held import Held
from calibration.gate import gate_ceiling, gating
from calibration.gate.gate_ceiling import Standard
from judging.agreement.gate import Deployment
from judging.agreement.gate_row import Condition, GateRow, RowOutcome
from judging.judges import JudgeIdentity
from judging.ratings import Outcome
from storage import Project, looks
from tests import keeping, splitting
from tests.calibration.gate.test_gating import EXAMPLE, FAIL, PASS, judged, sealed
from tests.calibration.judged import GOAL_MET

Three = tuple[Outcome, Outcome, Outcome]
# People differ on 30 of 140: kappa between them stays below what the gate usually asks for.
HARD: list[Three] = [
    *[(FAIL, FAIL, FAIL)] * 40,
    *[(PASS, PASS, PASS)] * 70,
    *[(FAIL, PASS, FAIL)] * 8,
    *[(FAIL, PASS, PASS)] * 7,
    *[(PASS, FAIL, PASS)] * 8,
    *[(PASS, FAIL, FAIL)] * 7,
]


def twice(
    project: Project, outcomes: Iterable[Three] = HARD, judge: JudgeIdentity = EXAMPLE
) -> Held:
    """Put sessions into the test that two people have labelled, and a judge has judged."""
    three = list(outcomes)
    held = sealed(project, [(human, judged) for human, _, judged in three], judge=judge)
    for n, (_, other, _) in enumerate(three):
        keeping.label(project, f"s{n}", other, reviewer="jonas")
    return held


def agreement(found: gating.GateReport) -> GateRow:
    (criterion,) = found.criteria
    return next(row for row in criterion.rows if row.condition is Condition.KAPPA)


def test_a_judge_that_does_as_well_as_people_meets_it_where_kappa_is_out_of_reach(
    project: Project,
) -> None:
    held = twice(project)

    by_kappa = gating.gate(project, held)
    by_ceiling = gating.gate(project, held, standard=Standard.CEILING)

    assert (agreement(by_ceiling).threshold, agreement(by_ceiling).n) == (-0.1, 140)
    assert agreement(by_ceiling).outcome is RowOutcome.MET
    assert agreement(by_kappa).threshold == 0.6
    assert [one.criteria[0].look for one in (by_kappa, by_ceiling)] == [1, 2]


def test_few_sessions_that_two_have_labelled_prove_nothing(project: Project) -> None:
    held = twice(project, HARD[:60])

    row = agreement(gating.gate(project, held, standard=Standard.CEILING))

    assert row.outcome is RowOutcome.UNPROVEN
    assert "120" in row.needed


def test_the_same_again_is_the_stored_answer_and_the_newest_look_stands(project: Project) -> None:
    held = twice(project)
    gating.gate(project, held, standard=Standard.CEILING)

    again = gating.gate(project, held, standard=Standard.CEILING)
    (standing,) = gating.standing(project, held)

    assert again.criteria[0].is_stored
    assert len(looks.of(project).listed()) == 1
    assert standing.answered is not None
    assert (standing.answered.look, standing.answered.standard) == (1, Standard.CEILING)


def test_another_opinion_of_one_reviewer_is_another_look(project: Project) -> None:
    held = twice(project)
    gating.gate(project, held, standard=Standard.CEILING)
    keeping.label(project, "s45", FAIL, reviewer="jonas")

    found = gating.gate(project, held, standard=Standard.CEILING)

    assert found.criteria[0].look == 2


def test_what_people_reach_is_told_before_any_look_whatever_the_judge_says(
    project: Project,
) -> None:
    held = twice(project)
    (before,) = gating.standing(project, held)
    turned = {f"s{n}": FAIL if judge is PASS else PASS for n, (_, _, judge) in enumerate(HARD)}
    (after,) = gating.standing(project, judged(project, turned))

    assert before.twice == after.twice == 140
    assert before.people == after.people
    assert before.people.value is not None
    assert 0.4 < before.people.value < 0.6
    assert looks.of(project).listed() == []


def test_labels_outside_the_test_are_no_part_of_it(project: Project) -> None:
    held = twice(project, HARD[:20])
    keeping.add(project, keeping.session("outside"))
    splitting.seal(project)
    for reviewer in ("maya", "jonas"):
        keeping.label(project, "outside", FAIL, reviewer=reviewer)

    assert gate_ceiling.people(project, held, GOAL_MET)[1] == 20


def test_it_can_pass_a_judge(project: Project) -> None:
    held = twice(project, [*HARD, *[(PASS, PASS, PASS)] * 100])

    report = gating.gate(project, held, standard=Standard.CEILING)

    assert report.decision is not Deployment.NOT_DEPLOYABLE
    assert agreement(report).outcome is RowOutcome.MET
