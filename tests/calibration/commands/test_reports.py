"""`judging agreement`: the human ceiling that stands beside kappa, and the pass rates."""

from typing import Any

import pytest

from calibration import projects
from judging.ratings import Maker, Outcome
from storage import Project, Store
from tests import keeping
from tests.calibration.commands.here import Command

PASS, FAIL = Outcome.PASS, Outcome.FAIL
ASKED = ("agreement", "--rubric", "conversation@1", "--judge", "example")
MAYA = dict(zip("abcdef", (FAIL, FAIL, FAIL, PASS, PASS, PASS), strict=True))


@pytest.fixture(autouse=True)
def _labelled(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in MAYA))
    for name, outcome in MAYA.items():
        keeping.label(project, name, outcome)
    keeping.judge(project, MAYA)


def second(project: Project, maker: Maker = Maker.PERSON) -> None:
    """Add a second reviewer, who differs in one of six sessions."""
    for name, outcome in MAYA.items():
        given = PASS if name == "a" else outcome
        keeping.label(project, name, given, reviewer="jonas", made_by=maker)


def test_the_ceiling_is_what_reviewers_says_it_is(command: Command, project: Project) -> None:
    second(project)

    ceiling = command(*ASKED, "--json").document["criteria"][0]["human_ceiling"]
    among = command("reviewers", "--rubric", "conversation@1", "--json").document["criteria"][0]

    # Five of six the same; 5 fails and 7 passes among 12 labels.
    assert ceiling["value"] == pytest.approx((5 / 6 - 74 / 144) / (1 - 74 / 144))
    assert (ceiling["method"], ceiling["status"]) == ("zou_donner", "ok")
    assert ceiling == among["human_ceiling"]


def test_where_nobody_labelled_twice_it_is_null_with_its_reason(command: Command) -> None:
    ceiling = command(*ASKED, "--json").document["criteria"][0]["human_ceiling"]

    assert (ceiling["value"], ceiling["low"], ceiling["high"]) == (None, None, None)
    assert ceiling["status"] == "undefined_empty"
    assert "nobody labelled twice" in command(*ASKED).output


def test_labels_by_models_make_no_human_ceiling(command: Command, project: Project) -> None:
    second(project, Maker.MODEL)
    keeping.label(project, "a", FAIL, reviewer="ann", made_by=Maker.MODEL)

    told = command(*ASKED, "--reference", "model", "--json").document["criteria"][0]

    assert told["human_ceiling"]["value"] is None
    assert "not people's labels" in command(*ASKED, "--reference", "model").output


def pass_rate(command: Command) -> dict[str, Any]:
    """Return what the document has of the first criterion's pass rate."""
    found: dict[str, Any] = command(*ASKED, "--json").document["criteria"][0]["pass_rate"]
    return found


def test_where_all_is_labelled_the_corrected_pass_rate_is_people_s(command: Command) -> None:
    found = pass_rate(command)

    assert (found["raw"], found["corrected"]["value"]) == (0.5, 0.5)
    assert found["corrected"]["method"] == "post_stratified"
    assert (found["design"], found["labels"], found["reason"]) == ("all", 6, "")


def test_what_is_not_scored_bounds_the_pass_rate(command: Command, project: Project) -> None:
    keeping.add(project, keeping.session("g"), keeping.session("h"))
    keeping.judge(project, {"g": Outcome.NOT_SCORED, "h": Outcome.NOT_SCORED})

    found = pass_rate(command)

    assert found["judged"] == {"fail": 3, "not_scored": 2, "pass": 3}
    assert (found["raw_if_unscored_fail"], found["raw_if_unscored_pass"]) == (3 / 8, 5 / 8)
    assert (found["low_if_unscored_fail"], found["high_if_unscored_pass"]) == (3 / 8, 5 / 8)


def test_labels_chosen_by_hand_leave_the_corrected_rate_null_with_its_reason(
    command: Command, project: Project
) -> None:
    keeping.add(project, keeping.session("g"))
    keeping.judge(project, {"g": PASS})

    found = pass_rate(command)

    assert (found["raw"], found["corrected"]["value"]) == (4 / 7, None)
    assert (found["low_if_unscored_fail"], found["high_if_unscored_pass"]) == (None, None)
    assert found["design"] == "chosen_by_hand"
    assert "no correction generalises" in found["reason"]


@pytest.mark.parametrize("name", ["agreement", "bias"])
def test_the_same_question_has_the_same_answer_to_the_byte(
    command: Command, project: Project, name: str
) -> None:
    second(project)
    asked = (name, *ASKED[1:], "--json")

    first, again = (command(*asked).output for _ in range(2))

    assert first == again
    assert '"goal_met"' in first


def test_a_rate_by_errors_from_elsewhere_is_told_with_its_assumption(command: Command) -> None:
    numbers = ("--known-errors", "goal_met=85/100,180/200")

    told = command(*ASKED, *numbers, "--json").document["criteria"]
    said = command(*ASKED, *numbers).output

    first = told[0]["transported"]
    assert first["corrected"]["value"] == pytest.approx((0.5 + 0.85 - 1) / 0.75)
    assert first["corrected"]["method"] == "lang_reiczigel"
    assert (first["right_on_fails"], first["from"]) == ({"x": 85, "n": 100}, "by the numbers given")
    assert told[1]["transported"] is None
    assert "This assumes that the judge errs on these sessions as often" in said
    assert said.splitlines()[-1].startswith("goal_met: 47% pass (")


def test_errors_can_come_from_another_project(command: Command, store: Store) -> None:
    old = projects.new_or_existing(store, "old")
    keeping.many(old, [(FAIL, FAIL)] * 8 + [(FAIL, PASS)] * 2 + [(PASS, PASS)] * 20)

    told = command(*ASKED, "--errors-from", "old", "--json").document["criteria"][0]

    assert told["transported"]["right_on_fails"] == {"x": 8, "n": 10}
    assert command(*ASKED, "--json").document["criteria"][0]["transported"] is None


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--known-errors", "goal_met=85"), "such as goal_met=85/100,180/200"),
        (("--known-errors", "goal_met=9/8,1/2"), "such as goal_met=85/100,180/200"),
        (("--known-errors", "tone=1/2,1/2"), "has no criterion 'tone'"),
        (("--known-errors", "goal_met=1/2,1/2", "--errors-from", "old"), "not both"),
        (("--errors-from", "old"), "no project 'old'"),
    ],
)
def test_errors_that_nobody_knows_are_refused(
    command: Command, words: tuple[str, ...], problem: str
) -> None:
    done = command(*ASKED, *words)

    assert done.code == 2
    assert problem in done.errors
