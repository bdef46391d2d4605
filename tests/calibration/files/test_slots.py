"""Nameless labels from several files."""

import io

import pytest

from calibration.files.label_files import LabelOptions, import_labels
from calibration.files.placing import RatingReport
from calibration.files.slots import is_same_file
from judging.importers import RatingOptions, Source
from judging.ratings import Maker, Outcome
from storage import Project
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    keeping.add(project, *(keeping.session(name) for name in ("a", "b")))


def labels(
    project: Project, name: str, *rows: str, columns: str = "", made_by: Maker = Maker.PERSON
) -> RatingReport:
    text = "\n".join([f"session_id,criterion,value{columns}", *rows])
    source = Source(name, lambda: io.BytesIO(text.encode()))
    return import_labels(project, source, LabelOptions(RatingOptions(), made_by=made_by))


def kept(project: Project, session: str = "a") -> list[tuple[int, Outcome | None]]:
    """Return the slots of a session's labels with what stands in them."""
    found = project.labels.of_session(keeping.number(project, session))
    return sorted((one.label.slot, one.label.outcome) for one in found)


def test_another_file_is_another_rater(project: Project) -> None:
    labels(project, "first.csv", "a,goal_met,pass", "b,goal_met,pass")

    report = labels(project, "second.csv", "a,goal_met,fail", "b,goal_met,pass")

    assert kept(project) == [(1, PASS), (2, FAIL)]
    assert kept(project, "b") == [(1, PASS), (2, PASS)]
    assert report.imported == 2
    assert report.warnings == ["2 units had anonymous answers before; these are kept beside them."]


def test_each_of_two_files_again_changes_nothing(project: Project) -> None:
    for name, outcome in (("first.csv", "pass"), ("second.csv", "fail")):
        labels(project, name, f"a,goal_met,{outcome}", "a,goal_met,pass")

    again = [
        labels(project, "first.csv", "a,goal_met,pass", "a,goal_met,pass"),
        labels(project, "second.csv", "a,goal_met,fail", "a,goal_met,pass"),
    ]

    assert kept(project) == [(1, PASS), (2, PASS), (3, FAIL), (4, PASS)]
    assert [(one.imported, one.unchanged, one.warnings) for one in again] == [(0, 2, [])] * 2


def test_a_file_revises_its_own_answers_and_says_so(project: Project) -> None:
    labels(project, "first.csv", "a,goal_met,pass")
    labels(project, "second.csv", "a,goal_met,pass")

    report = labels(project, "second.csv", "a,goal_met,fail")

    assert kept(project) == [(1, PASS), (2, FAIL)]
    assert report.warnings[0].startswith(
        "second.csv replaces 1 anonymous answer that came with a file of this name before."
    )


def test_a_row_that_is_new_in_a_file_goes_behind_what_others_answered(project: Project) -> None:
    labels(project, "first.csv", "a,goal_met,pass")
    labels(project, "second.csv", "a,goal_met,fail")

    labels(project, "first.csv", "a,goal_met,pass", "a,goal_met,fail")

    assert kept(project) == [(1, PASS), (2, FAIL), (3, FAIL)]


def test_a_program_s_answers_leave_people_s_alone(project: Project) -> None:
    labels(project, "people.csv", "a,goal_met,pass")

    labels(project, "program.csv", "a,goal_met,fail", made_by=Maker.PROGRAM)

    assert kept(project) == [(1, PASS), (2, FAIL)]


def test_answers_that_came_without_a_file_are_somebody_else_s(project: Project) -> None:
    keeping.label(project, "a", PASS, reviewer=None, slot=1)

    labels(project, "first.csv", "a,goal_met,fail")

    assert kept(project) == [(1, PASS), (2, FAIL)]


def test_an_answer_taken_back_keeps_its_slot(project: Project) -> None:
    keeping.label(project, "a", PASS, reviewer=None, slot=1)
    keeping.label(project, "a", None, reviewer=None, slot=1)

    labels(project, "first.csv", "a,goal_met,fail")

    assert kept(project) == [(2, FAIL)]


def test_named_answers_take_no_slot(project: Project) -> None:
    keeping.label(project, "a", PASS, reviewer="maya")

    report = labels(project, "first.csv", "a,goal_met,fail")

    assert kept(project) == [(0, PASS), (1, FAIL)]
    assert report.warnings == []


@pytest.mark.parametrize(
    ("one", "another", "is_same"),
    [
        ("first.csv", "first.csv", True),
        ("first.csv", "somewhere/first.csv", True),
        ("/data/ann/first.csv", "ann/first.csv", True),
        ("ann/first.csv", "ben/first.csv", False),
        ("first.csv", "the_first.csv", False),
    ],
)
def test_a_file_is_known_by_a_shorter_or_a_longer_path(
    one: str,
    another: str,
    is_same: bool,  # noqa: FBT001  (an answer is the case)
) -> None:
    assert is_same_file(one, [another]) is is_same
