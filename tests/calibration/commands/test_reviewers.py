"""`judging reviewers`: how far people agree with each other."""

import pytest

from judging.ratings import Maker, Outcome
from storage import Project
from tests import keeping
from tests.calibration.commands.here import Command

PASS, FAIL = Outcome.PASS, Outcome.FAIL
MAYA = dict(zip("abcdef", (FAIL, FAIL, FAIL, PASS, PASS, PASS), strict=True))
ESTIMATE = {"value", "low", "high", "confidence", "method", "status"}


@pytest.fixture(autouse=True)
def _labelled(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in MAYA))
    for name, outcome in MAYA.items():
        keeping.label(project, name, outcome)
        keeping.label(project, name, PASS if name == "a" else outcome, reviewer="jonas")
    keeping.judge(project, MAYA)


def test_the_document_has_every_criterion_with_its_pairs(command: Command) -> None:
    done = command("reviewers", "--rubric", "conversation", "--judge", "example", "--json")

    told = done.document
    assert (done.code, done.errors) == (0, "")
    assert (told["made_by"], told["judge"], told["blind_only"]) == ("person", "example", False)
    goal = told["criteria"][0]
    assert (goal["criterion"], goal["units"], goal["judge_units"]) == ("goal_met", 6, 6)
    assert {"alpha", "fleiss", "units", "pairs", "judge_minus_ceiling"} <= set(goal)
    assert set(goal["alpha"]) == set(goal["judge_minus_ceiling"]) == ESTIMATE
    [pair] = goal["pairs"]
    assert (pair["a"], pair["b"], pair["n"]) == ("maya", "jonas", 6)
    assert pair["kappa"]["value"] == pytest.approx(2 / 3)
    assert goal["judge_minus_ceiling"]["value"] > 0


def test_a_criterion_that_nobody_labelled_is_null_with_its_reason(command: Command) -> None:
    consistent = command("reviewers", "--json").document["criteria"][1]

    assert (consistent["units"], consistent["pairs"]) == (0, [])
    for name in ("alpha", "fleiss", "human_ceiling", "judge_minus_ceiling"):
        assert consistent[name]["value"] is None
        assert consistent[name]["status"] == "undefined_empty"


def test_without_a_rubric_every_rubric_is_looked_at(command: Command) -> None:
    told = command("reviewers", "--json").document

    assert {entry["rubric"] for entry in told["criteria"]} == {"conversation@1", "turn@1"}


def test_people_read_a_line_a_criterion_and_a_line_a_pair(command: Command) -> None:
    done = command("reviewers", "--judge", "example")

    lines = [line.split() for line in done.output.splitlines()]
    assert ["goal_met", "6", "0.66"] in [line[:3] for line in lines]
    assert ["goal_met", "maya", "jonas", "6", "0.67"] in [line[:5] for line in lines]


def test_nobody_labelled_twice_ends_with_3_and_says_what_to_do(command: Command) -> None:
    done = command("reviewers", "--rubric", "turn@1", "--json")

    assert done.code == 3
    assert "Have a second one label" in done.errors
    assert [entry["units"] for entry in done.document["criteria"]] == [0]


def test_what_models_agree_on_is_no_human_ceiling(command: Command, project: Project) -> None:
    for name, reviewer in (("a", "one"), ("a", "two"), ("d", "one"), ("d", "two")):
        outcome = MAYA[name]
        keeping.label(project, name, outcome, reviewer=reviewer, made_by=Maker.MODEL)

    told = command("reviewers", "--made-by", "model", "--json").document["criteria"][0]
    said = command("reviewers", "--made-by", "model").output

    assert (told["units"], told["alpha"]["value"]) == (2, 1)
    assert told["human_ceiling"]["value"] is None
    assert "no human ceiling" in said


def test_labels_that_were_not_blind_can_be_left_out(command: Command, project: Project) -> None:
    for reviewer in ("ann", "tom"):
        keeping.label(project, "a", FAIL, reviewer=reviewer, blind=False)

    every = command("reviewers", "--json").document["criteria"][0]
    blind = command("reviewers", "--blind-only", "--json").document["criteria"][0]

    assert len(every["pairs"]) == 6
    assert len(blind["pairs"]) == 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--rubric", "conversation@9"), "no rubric 'conversation@9'"),
        (("--judge", "third"), "a judge 'third'"),
        (("--made-by", "nobody"), "nobody"),
    ],
)
def test_what_does_not_exist_is_refused(
    command: Command, words: tuple[str, ...], problem: str
) -> None:
    done = command("reviewers", *words)

    assert (done.code, done.output) == (2, "")
    assert problem in done.errors
