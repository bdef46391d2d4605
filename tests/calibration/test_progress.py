"""The loop as a checklist."""

from dataclasses import replace

import pytest

from calibration import progress
from calibration.agreement import reporting
from calibration.gate import gating
from calibration.progress import Step
from calibration.revision import disagreeing
from judging.ratings import Outcome
from storage import Project, Reference, View
from tests import keeping
from tests.calibration.gate.test_gating import sealed

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def steps(project: Project) -> dict[str, Step]:
    return {step.title: step for step in progress.steps(project, reporting.newest(project))}


def following(project: Project) -> str:
    return progress.following([*steps(project).values()]).title


def look_again(project: Project) -> None:
    """Have maya look at the first disagreement with the judge that `keeping` keeps."""
    asked = project.rubrics.get("conversation@1"), project.judges.get("example")
    found = disagreeing.listed(project, *asked, Reference())
    disagreeing.look_again(project, *asked, found[0], viewer="maya", view=View.JUDGE_WRONG)


def revise(project: Project, number: int = 2, instructions: str = "Be strict.") -> None:
    """Save another version of the rubric."""
    before = project.rubrics.get("conversation@1").rubric
    project.rubrics.add(replace(before, number=number, parent=1, instructions=instructions))


def test_a_fresh_project_with_sessions_waits_for_labels(project: Project) -> None:
    keeping.add(project, keeping.session("a"))

    found = steps(project)

    assert [title for title, step in found.items() if step.is_done] == ["Sessions", "Rubric"]
    assert following(project) == "Labels"
    assert found["Disagreements"].state == progress.NEEDS_BOTH


def test_verdicts_that_meet_no_label_are_no_agreement(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    keeping.label(project, "a", PASS)
    keeping.judge(project, {"b": PASS})

    assert following(project) == "Agreement"
    assert not steps(project)["Disagreements"].is_done


def test_disagreements_are_counted_and_one_looked_at_again_is_a_beginning(
    project: Project,
) -> None:
    keeping.many(project, [(FAIL, PASS), (PASS, FAIL), (PASS, PASS)])
    before = steps(project)["Disagreements"]

    look_again(project)

    after = steps(project)["Disagreements"]
    assert before.state == "example and the labels differ on 2; none looked at again."
    assert after.state == "example and the labels differ on 2; 1 looked at again."
    assert (before.is_done, after.is_done) == (False, True)


def test_a_look_at_what_is_no_disagreement_any_more_does_not_count(project: Project) -> None:
    keeping.many(project, [(FAIL, PASS), (PASS, FAIL)])
    look_again(project)

    keeping.label(project, "s0", PASS)

    assert steps(project)["Disagreements"].state.endswith("differ on 1; none looked at again.")


def test_without_a_disagreement_there_is_nothing_to_look_at(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])

    assert steps(project)["Disagreements"].is_done


def test_a_rubric_is_revised_then_judged_then_compared(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    places = [steps(project)["Compare"]]

    revise(project)
    places.append(steps(project)["Compare"])
    keeping.judge(project, {"s0": FAIL}, rubric="conversation@2")
    places.append(steps(project)["Compare"])

    assert [step.page for step in places] == ["rubric.py", "run.py", "compare.py"]
    assert [step.is_done for step in places] == [False, False, True]
    assert places[1].state == "conversation@2 waits for a judge."


def test_a_newer_version_waits_though_older_ones_were_compared(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    revise(project)
    keeping.judge(project, {"s0": FAIL}, rubric="conversation@2")

    revise(project, 3, "Be stricter.")

    assert steps(project)["Compare"].state == "conversation@3 waits for a judge."
    assert following(project) == "Compare"


def test_a_second_judge_is_no_revision(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])

    keeping.judge(project, {"s0": FAIL}, name="other")

    assert not steps(project)["Compare"].is_done


def test_once_versions_are_compared_the_gate_decides(project: Project) -> None:
    keeping.many(project, [(FAIL, FAIL), (PASS, PASS)])
    revise(project)
    keeping.judge(project, {"s0": FAIL}, rubric="conversation@2")

    assert following(project) == "Gate"


def test_what_is_done_but_the_last_leads_to_the_last() -> None:
    done = Step("Gate", "1 look.", is_done=True, page="gate.py", action="Go")
    export = Step("Export", "To take along.", is_done=False, page="export.py", action="Take")

    assert progress.following([done, export]) is export


@pytest.mark.parametrize("n", [1, 2])
def test_one_session_is_no_plural(project: Project, n: int) -> None:
    keeping.add(project, *(keeping.session(f"s{number}") for number in range(n)))

    assert steps(project)["Sessions"].state == ("1 session in." if n == 1 else "2 sessions in.")


def test_the_gate_waits_for_a_test_and_then_for_a_look(project: Project) -> None:
    held = sealed(project, [(FAIL, FAIL), (PASS, PASS)])
    before = steps(project)["Gate"]
    gating.gate(project, held)
    after = steps(project)["Gate"]

    assert (before.state, before.is_done) == ("2 sessions sealed; nobody has looked.", False)
    assert (after.state, after.is_done) == ("2 sessions sealed; 1 look.", True)


def test_without_a_test_one_is_to_be_sealed(project: Project) -> None:
    gate = steps(project)["Gate"]

    assert (gate.action, gate.is_done) == ("Seal a test", False)
