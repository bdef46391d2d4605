"""`judging adjudications`."""

import pytest

from calibration.labels import adjudicating
from judging.ratings import Outcome
from storage import Project
from tests import keeping
from tests.calibration.commands.here import Command

PASS, FAIL = Outcome.PASS, Outcome.FAIL


@pytest.fixture(autouse=True)
def _labels(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "ab"))
    for name in "ab":
        keeping.label(project, name, PASS, cited=[2])
        keeping.label(project, name, FAIL, reviewer="jonas")
    [first, _] = adjudicating.cases(project, [project.rubrics.get("conversation@1")])
    adjudicating.settle(project, first, viewer="ann", outcome=FAIL, reason="Rule 3.")


def test_each_unit_has_its_labels_its_state_and_its_decisions(command: Command) -> None:
    told = command("adjudications", "--json").document

    assert told["counts"] == {"unsettled": 1, "majority": 0, "settled": 1}
    settled, tie = told["units"]
    assert (settled["session"], settled["state"]) == ("a", "settled")
    assert [(one["reviewer"], one["value"]) for one in settled["labels"]] == [
        ("maya", "pass"),
        ("jonas", "fail"),
    ]
    [decision] = settled["decisions"]
    assert (decision["value"], decision["reviewer"], decision["reason"], decision["blind"]) == (
        "fail",
        "ann",
        "Rule 3.",
        True,
    )
    assert (tie["state"], tie["decisions"], tie["labels"][0]["cited_turns"]) == (
        "unsettled",
        [],
        [2],
    )


def test_the_unsettled_can_be_asked_for_alone(command: Command) -> None:
    told = command("adjudications", "--unsettled", "--json").document

    assert [one["session"] for one in told["units"]] == ["b"]


def test_a_person_reads_counts_first_and_then_who_said_what(command: Command) -> None:
    done = command("adjudications")

    assert done.code == 0
    assert done.output.startswith("Units on which reviewers differ: 1 unsettled, 0 majority, 1 se")
    assert "maya: pass, jonas: fail" in done.output


def test_where_nobody_differs_that_is_said(project: Project, command: Command) -> None:
    keeping.label(project, "b", PASS, reviewer="jonas")

    told = command("adjudications", "--unsettled", "--json").document

    assert (told["counts"]["unsettled"], told["units"]) == (0, [])
