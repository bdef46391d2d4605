"""A judge to take along, and what is known of it."""

from dataclasses import replace

import pytest

from calibration import sample_project
from calibration.agreement import reporting
from calibration.gate import bundling, gate_ceiling, gating
from calibration.gate.gate_ceiling import Standard
from calibration.runs import planning, running
from judging.bundle import label_set, read, written
from judging.errors import JudgeError, StoreError
from judging.judges import RulesJudge
from judging.ratings import Outcome
from storage import Compared, Project, Reference, StoredJudge, StoredVersion, exports
from tests import keeping
from tests.calibration.gate.test_gate_ceiling import HARD, twice
from tests.calibration.gate.test_gating import sealed
from tests.calibration.judged import GOAL_MET

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def judged(project: Project) -> tuple[StoredVersion, StoredJudge]:
    """Run the rules judge over two labelled sessions."""
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    keeping.label(project, "a", FAIL, criterion="no_reasking")
    keeping.label(project, "b", PASS, criterion="no_reasking")
    rules = RulesJudge()
    running.run(project, planning.plan(project, "conversation@1", rules), rules)
    return project.rubrics.get("conversation@1"), project.judges.get("rules")


def test_says_what_the_agreement_report_says(project: Project) -> None:
    sample_project.add_to(project)
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("rules")

    bundle = bundling.bundle(project, version, judge, Reference())

    report = reporting.agreement(project, version, judge, Reference())
    for result, entry in zip(bundle.results, report.criteria, strict=True):
        found = entry.agreement
        assert (result.criterion, result.n) == (entry.criterion.key, found.n)
        assert result.cells["tp"] == found.cells.tp
        assert (result.kappa.value, result.kappa.low) == (found.kappa.value, found.kappa.low)
        assert (result.tnr.value, result.tnr.status) == (found.tnr.value, str(found.tnr.status))
        assert result.not_scored == found.not_scored
    assert bundle.basis.decided == sum(result.n for result in bundle.results)


def test_is_not_certified_and_can_be_read_again(project: Project) -> None:
    version, judge = judged(project)

    bundle = bundling.bundle(project, version, judge, Reference())

    assert (bundle.certified, bundle.reason) == (False, "no gate has been passed")
    assert bundle.expires_at is None
    assert bundle.rubric == version.rubric
    assert read(written(bundle)) == bundle


def test_rests_on_the_labels_that_met_a_verdict(project: Project) -> None:
    version, judge = judged(project)
    keeping.add(project, keeping.session("c"))
    keeping.label(project, "c", FAIL, criterion="no_reasking")

    basis = bundling.basis(project, version, judge, Reference())

    counted = [
        label
        for criterion in version.rubric.criteria
        for label in exports.of(project).counted(
            Compared(criterion.key, criterion.meaning, version.id, judge.id)
        )
    ]
    assert {label.session for label in counted} == {"a", "b"}
    assert (basis.labels, basis.reference, basis.split) == (2, "person", "all")
    assert basis.label_set == label_set(counted)


def test_a_label_that_changes_changes_the_label_set(project: Project) -> None:
    version, judge = judged(project)
    before = bundling.basis(project, version, judge, Reference())

    keeping.label(project, "a", PASS, criterion="no_reasking")

    after = bundling.basis(project, version, judge, Reference())
    assert after.label_set != before.label_set
    assert after.labels == before.labels


def test_a_second_reviewer_of_the_same_mind_does_not(project: Project) -> None:
    version, judge = judged(project)
    before = bundling.basis(project, version, judge, Reference())

    keeping.label(project, "a", FAIL, criterion="no_reasking", reviewer="jonas")

    assert bundling.basis(project, version, judge, Reference()) == before


def test_a_recorded_judge_cannot_be_taken_along(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.judge(project, {"a": PASS})
    version, judge = project.rubrics.get("conversation@1"), project.judges.get("example")

    with pytest.raises(JudgeError, match="came from a file"):
        bundling.bundle(project, version, judge, Reference())

    assert "came from a file" in bundling.offer(project, version, judge, Reference()).objection


def test_a_judge_that_has_not_judged_under_the_version_is_told_to(project: Project) -> None:
    judged(project)
    turn = project.rubrics.get("turn@1")

    with pytest.raises(StoreError, match=r"has not judged under turn@1") as refused:
        bundling.bundle(project, turn, project.judges.get("rules"), Reference())

    assert refused.value.fix.endswith("judging run --rubric turn@1 --judge rules.")


def test_an_offer_says_what_there_is_or_that_there_is_nothing(project: Project) -> None:
    version, judge = judged(project)

    offer = bundling.offer(project, version, judge, Reference())
    nothing = bundling.offer(project, version, judge, Reference(reviewer="nobody"))

    assert (offer.labels, offer.objection) == (2, "")
    assert nothing == replace(nothing, labels=0, decided=0, objection=bundling.NOTHING_KNOWN)


def test_a_judge_that_passed_the_gate_is_certified_on_the_figures_of_its_look(
    project: Project,
) -> None:
    held = sealed(project, judge=RulesJudge().identity)
    asked = (project, held.version, held.judge, held.reference)

    before = bundling.offer(*asked)
    gating.gate(project, held)
    offer, bundle = bundling.offer(*asked), bundling.bundle(*asked)

    (result,) = bundle.results
    assert (before.until, before.labels) == (None, 0)
    assert (offer.reason, offer.until) == ("", bundle.expires_at)
    assert (bundle.certified, bundle.basis.split, bundle.basis.blind_only) == (True, "test", True)
    assert (result.look, result.gate, result.n) == (1, "deployable", 240)
    assert read(written(bundle)) == bundle


def test_what_people_reach_goes_along_where_the_gate_held_the_judge_to_it(
    project: Project,
) -> None:
    held = twice(project, [*HARD, *[(PASS, PASS, PASS)] * 100], RulesJudge().identity)
    asked = (project, held.version, held.judge, held.reference)
    before = bundling.bundle(*asked)

    gating.gate(project, held, standard=Standard.CEILING)
    bundle = bundling.bundle(*asked)

    found = gate_ceiling.of(project, held, GOAL_MET)
    [result], [nothing] = bundle.results, before.results
    assert nothing.ceiling is None
    assert bundling.offer(*asked).by_ceiling == ("goal_met",)
    assert result.ceiling is not None
    assert result.ceiling.units == found.units == 240
    assert result.ceiling.people.value == found.people.value
    assert result.ceiling.difference.low == found.difference.low
    assert (result.ceiling.margin, result.ceiling.usual) == (0.10, 0.60)
    assert read(written(bundle)) == bundle


def test_a_gate_by_kappa_says_nothing_of_what_people_reach(project: Project) -> None:
    held = twice(project, [*HARD, *[(PASS, PASS, PASS)] * 100], RulesJudge().identity)
    asked = (project, held.version, held.judge, held.reference)

    gating.gate(project, held, standard=Standard.CEILING)
    gating.gate(project, held)

    assert [one.ceiling for one in bundling.bundle(*asked).results] == [None]
    assert bundling.offer(*asked).by_ceiling == ()
