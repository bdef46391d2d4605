"""How far the labels are from what a gate takes."""

from calibration.labels import label_progress
from calibration.labels.label_progress import CriterionProgress
from judging.ratings import Maker, Outcome
from storage import Project
from tests import keeping

PASS, FAIL, UNSURE = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL


def progress(project: Project, criterion: str = "goal_met") -> CriterionProgress:
    found = label_progress.listed(project, [project.rubrics.get("conversation@1")])
    return next(one for one in found if one.criterion.key == criterion)


def test_each_class_is_counted_and_a_tie_is_neither(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "abcde"))
    for name, outcome in zip("abcde", (FAIL, PASS, PASS, UNSURE, PASS), strict=True):
        keeping.label(project, name, outcome)
    keeping.label(project, "e", FAIL, reviewer="jonas")

    found = progress(project)

    assert (found.fails, found.passes, found.open, found.ties) == (1, 2, 1, 1)
    assert found.missing == (197, 39)


def test_what_nobody_has_labelled_lacks_everything(project: Project) -> None:
    assert progress(project, "consistent").missing == (200, 40)


def test_of_a_condition_either_class_may_be_the_rarer(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "abc"))
    for name, outcome in zip("abc", (FAIL, FAIL, PASS), strict=True):
        keeping.label(project, name, outcome, criterion="correction_present")

    assert progress(project, "correction_present").missing == (197, 39)


def test_what_programs_say_is_no_progress_of_people(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", FAIL, made_by=Maker.PROGRAM)

    assert progress(project).decided == 0
