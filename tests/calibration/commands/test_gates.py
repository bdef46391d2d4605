"""`judging split`, `judging gate`, `judging labels draw`."""

import json

from calibration import sample_project
from calibration.gate import gating
from storage import Project, looks
from tests import keeping
from tests.calibration.commands.here import Command
from tests.calibration.gate.test_drifting import later
from tests.calibration.gate.test_gate_ceiling import twice
from tests.calibration.gate.test_gating import FAIL, PASS, sealed

GATE = ("gate", "--rubric", "one@1", "--judge", "example")


def test_sessions_are_parted_once(project: Project, command: Command) -> None:
    sample_project.add_to(project)

    first, again = (json.loads(command("split", "--json").output) for _ in range(2))

    assert (first["new"], again["new"]) == (24, 0)
    assert {name: first[name] for name in ("develop", "test")} == {
        name: again[name] for name in ("develop", "test")
    }
    assert first["develop"]["sessions"] + first["test"]["sessions"] == 24


def test_the_exit_code_is_the_worst_criterion_s(project: Project, command: Command) -> None:
    sealed(project)

    done = command(*GATE, "--json")

    told = json.loads(done.output)
    (criterion,) = told["criteria"]
    assert (done.code, told["decision"], criterion["look"]) == (0, "deployable", 1)
    assert {row["condition"] for row in criterion["rows"]} >= {"kappa", "tpr", "not_scored"}
    assert all(
        row.keys() >= {"value", "bound", "threshold", "outcome", "needed"}
        for row in criterion["rows"]
    )


def test_a_judge_that_must_not_ends_with_1(project: Project, command: Command) -> None:
    sealed(project, [(FAIL, PASS)] * 60 + [(FAIL, FAIL)] * 10 + [(PASS, PASS)] * 170)

    done = command(*GATE)

    assert done.code == 1
    assert "must not run unwatched on 1 criterion (goal_met)" in done.output


def test_without_a_test_it_ends_with_3_and_uses_no_look(project: Project, command: Command) -> None:
    sample_project.add_to(project)

    done = command("gate", "--rubric", "conversation@2", "--judge", "rules")

    assert done.code == 3
    assert "No look was used" in done.output
    assert "judging split makes one" in done.output


def test_what_a_look_opened_can_be_read(project: Project, command: Command) -> None:
    sealed(project)
    words = ("agreement", "--rubric", "one@1", "--judge", "example", "--split", "test", "--json")

    before = command(*words)
    command(*GATE)
    after = command(*words)

    assert (before.code, after.code) == (2, 0)
    told = json.loads(after.output)
    assert (told["split"], told["criteria"][0]["n"]) == ("test", 240)


def test_what_a_judge_went_through_is_told_without_a_look(
    project: Project, command: Command
) -> None:
    sealed(project, [(PASS, PASS)] * 4)

    done, read = command(*GATE, "--readiness", "--json"), command(*GATE, "--readiness")

    told = json.loads(done.output)
    assert (done.code, told["state"]) == (3, "cannot_tell")
    assert [row["trial"] for row in told["rows"]][:2] == ["longest_sessions", "edge_cases"]
    assert all(
        row.keys() == {"trial", "state", "done", "of", "sentence", "command"}
        for row in told["rows"]
    )
    assert "2 of 6 trials before a gate are ready. No look was used." in read.output
    assert looks.of(project).listed() == []


def test_labels_since_the_certificate_decide_how_drift_ends(
    project: Project, command: Command
) -> None:
    held = sealed(project)
    before = command(*GATE, "--drift")
    gating.gate(project, held)
    few = command(*GATE, "--drift", "--json")
    later(project, [(FAIL, FAIL)] * 30 + [(PASS, PASS)] * 60)
    kept = command(*GATE, "--drift", "--json")
    later(project, [(FAIL, PASS)] * 60, name="worse")
    lost = command(*GATE, "--drift")

    assert [done.code for done in (before, few, kept, lost)] == [3, 3, 0, 1]
    assert "never certified on 1 criterion (goal_met)" in before.output
    assert json.loads(few.output)["criteria"][0]["state"] == "too_few"
    (criterion,) = json.loads(kept.output)["criteria"]
    assert (criterion["state"], criterion["labels"], criterion["look"]) == ("held", 90, 1)
    assert criterion["rates"][0]["certified"]["n"] == 70
    assert "does worse than was certified on 1 criterion (goal_met)" in lost.output


def test_what_people_reach_may_be_what_is_asked_for(project: Project, command: Command) -> None:
    twice(project)

    done, read = command(*GATE, "--ceiling", "--json"), command(*GATE, "--ceiling")

    (criterion,) = json.loads(done.output)["criteria"]
    [row] = [one for one in criterion["rows"] if one["condition"] == "kappa"]
    assert (criterion["standard"], row["threshold"], row["n"]) == ("ceiling", -0.1, 140)
    assert "look 1, answered before, against the human ceiling" in read.output


def test_readiness_and_drift_are_two_questions(project: Project, command: Command) -> None:
    sealed(project, [(PASS, PASS)])

    assert command(*GATE, "--drift", "--readiness").code == 2


def test_a_sample_is_drawn(project: Project, command: Command) -> None:
    sealed(project, [(PASS, PASS)] * 4)
    keeping.add(project, *(keeping.session(f"new{n}") for n in range(12)))

    done = command("labels", "draw", "5", "--split", "develop", "--json")

    assert json.loads(done.output) == {"name": "draw 1", "sessions": 5, "population": 12}


def test_a_judge_alone_does_not_say_what_to_draw_by(command: Command) -> None:
    assert command("labels", "draw", "5", "--judge", "rules").code == 2
