"""`judging turns`: what it prints, and how it ends."""

from pathlib import Path

import pytest

from judging.ratings import Outcome
from judging.rubrics import Criterion, Kind, Level, RubricVersion
from storage import Project
from tests import citing, keeping
from tests.calibration.commands.here import Command

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED
CHOSEN = ("turns", "--rubric", "turn", "--judge", "example")
SAID = ("Where is it?", "It left.", "And now?", "On Monday.", "Sure?", "Yes.")
LABELS = """session_id,criterion,turn,value,reviewer
a,turn_pass,2,pass,maya
a,turn_pass,4,fail,maya
a,turn_pass,6,pass,maya
b,turn_pass,2,fail,maya
b,turn_pass,4,pass,maya
b,turn_pass,6,pass,maya
c,turn_pass,2,pass,maya
c,turn_pass,4,pass,maya
c,turn_pass,6,pass,maya
d,turn_pass,2,pass,maya
"""
VERDICTS = {
    "a": {2: PASS, 4: FAIL, 6: FAIL},
    "b": {2: PASS, 4: FAIL, 6: PASS},
    "c": {2: PASS, 4: PASS, 6: PASS},
    "d": {2: MISSING, 4: FAIL, 6: PASS},
}
POLITE = Criterion("polite", "Was it polite?", "It was.", "It was not.", level=Level.TURN)
TRUE = Criterion("true", "Was it true?", "It was.", "It was not.", level=Level.TURN)


@pytest.fixture(autouse=True)
def _judged(project: Project) -> None:
    keeping.add(project, *(keeping.session(name, *SAID) for name in VERDICTS))
    citing.judge_turns(project, VERDICTS)


@pytest.fixture
def labelled(command: Command, tmp_path: Path) -> Command:
    """Import labels on turns, as a person does."""
    file = tmp_path / "labels.csv"
    file.write_text(LABELS, encoding="utf-8")
    assert command("labels", "import", file).code == 0
    return command


def test_the_document_has_each_session_with_its_turns(labelled: Command) -> None:
    done = labelled(*CHOSEN, "--json")

    told = done.document
    assert (done.code, done.errors) == (0, "")
    assert (told["rubric"], told["criterion"], told["reference"]) == (
        *("turn@1", "turn_pass", "person"),
    )
    first, *_, last = told["sessions"]
    assert first | {"turns": []} == {
        "session_id": "a",
        "first_failing_turn": 4,
        "failing_share": pytest.approx(2 / 3),
        "unscored": 0,
        "uncertain": False,
        "first_failing_turn_in_labels": 4,
        "uncertain_in_labels": False,
        "match": "same",
        "turns": [],
    }
    assert first["turns"][1] == {
        "turn": 4,
        "outcome": "fail",
        "cited_turns": [4],
        "reason": "Turn 4.",
        "problem": None,
    }
    assert (last["unscored"], last["uncertain"], last["match"]) == (1, True, "uncertain")
    assert last["turns"][0]["problem"] == "parse_failed"


def test_the_agreement_is_over_sessions_certain_on_both_sides(labelled: Command) -> None:
    found = labelled(*CHOSEN, "--json").document["agreement"]

    assert (found["n"], found["both_fail"], found["compared"]) == (3, 2, 4)
    assert found["detection_cells"] == {"tp": 2, "fn": 0, "fp": 0, "tn": 1}
    assert found["detection"]["value"] == 1
    assert found["exact"]["value"] == pytest.approx(2 / 3)
    assert found["within_1"]["value"] == 1
    assert found["mean_signed_distance"]["value"] == pytest.approx(0.5)
    assert (found["late"]["value"], found["early"]["value"]) == (0.5, 0)
    assert found["uncertain"]["value"] == 0.25


def test_people_read_sentences_and_then_a_line_a_session(labelled: Command) -> None:
    lines = labelled(*CHOSEN).output.splitlines()

    assert lines[:4] == [
        "example under turn@1, on turn_pass, against the labels by people.",
        "The judge fails a turn in 3 of 4 sessions.",
        "In 2 of 3 both find the same first failing turn, or none.",
        "Of the 2 that fail on both sides the judge is later in 1 and earlier in 0.",
    ]
    assert lines[4].startswith("1 of 4 with labels are left out of this: a turn that one side")
    assert lines[7].split() == ["a", "4", "4", "0.67", "0", "no"]
    assert lines[10].split() == ["d", "4", "–", "0.50", "1", "yes"]
    assert "judge later                              1   2  0.50 [" in "\n".join(lines)


def test_one_reviewer_can_be_the_reference(labelled: Command, project: Project) -> None:
    citing.label_turns(project, "c", {2: FAIL, 4: PASS, 6: PASS}, reviewer="jonas", blind=False)

    told = labelled(*CHOSEN, "--reference", "jonas", "--json").document

    assert [session["match"] for session in told["sessions"]] == [None, None, "missed", None]
    blind = labelled(*CHOSEN, "--reference", "jonas", "--blind-only")
    assert (blind.code, "There are no labels by jonas" in blind.errors) == (3, True)


def test_without_labels_it_tells_the_turns_and_ends_with_3(command: Command) -> None:
    done = command(*CHOSEN, "--json")

    assert done.code == 3
    assert "Name whose labels are the reference with --reference." in done.errors
    assert [s["first_failing_turn"] for s in done.document["sessions"]] == [4, 4, None, 4]
    assert done.document["agreement"]["exact"] == {
        "value": None,
        "low": None,
        "high": None,
        "confidence": 0.95,
        "method": "",
        "status": "undefined_empty",
    }


def test_a_rubric_about_sessions_ends_with_3_and_names_one_about_turns(command: Command) -> None:
    done = command("turns", "--rubric", "conversation", "--judge", "example", "--json")

    assert done.code == 3
    assert "Name a rubric that does with --rubric: turn@1." in done.errors
    assert (done.document["criterion"], done.document["sessions"]) == (None, [])
    assert done.document["agreement"]["exact"]["value"] is None


def test_a_judge_that_has_judged_no_turn_ends_with_3_and_how_to(
    command: Command, project: Project
) -> None:
    keeping.judge(project, {"a": FAIL}, name="other")

    done = command("turns", "--rubric", "turn", "--judge", "other")

    assert (done.code, done.output) == (3, "")
    assert "judging run --rubric turn@1 --judge other" in done.errors


def test_several_criteria_are_not_put_together(command: Command, project: Project) -> None:
    project.rubrics.add(RubricVersion("two", 1, (POLITE, TRUE)))
    citing.judge_turns(project, {"a": {2: FAIL}}, criterion="true", rubric="two@1")
    words = ("turns", "--rubric", "two", "--judge", "example")

    refused, named = command(*words), command(*words, "--criterion", "true", "--json")

    assert refused.code == 2
    assert "Name one with --criterion: polite, true." in refused.errors
    assert [s["first_failing_turn"] for s in named.document["sessions"]] == [2]
    assert named.document["criterion"] == "true"


def test_a_condition_is_no_failure_of_a_turn(command: Command, project: Project) -> None:
    asked = Criterion("asked", "Was it asked?", kind=Kind.CONDITION, level=Level.TURN)
    project.rubrics.add(RubricVersion("conditions", 1, (asked,)))

    done = command("turns", "--rubric", "conditions", "--judge", "example")

    assert done.code == 3
    assert "asks nothing that a turn can fail" in done.errors


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--rubric", "turn@9", "--judge", "example"), "no rubric 'turn@9'"),
        (("--rubric", "turn", "--judge", "nobody"), "a judge 'nobody'"),
        (("--rubric", "turn", "--judge", "example", "--criterion", "x"), "No turn can fail 'x'"),
        (("--rubric", "turn", "--judge", "example", "--reference", "ann"), "no reviewer 'ann'"),
    ],
)
def test_what_is_not_there_is_refused(
    command: Command, words: tuple[str, ...], problem: str
) -> None:
    done = command("turns", *words)

    assert done.code == 2
    assert problem in done.errors
