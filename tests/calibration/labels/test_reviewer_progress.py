"""How far each reviewer has come."""

from calibration import sample_project
from calibration.labels import reviewer_progress
from calibration.visitors.identity import UNNAMED
from judging.ratings import Outcome
from storage import Project
from tests import keeping

KEYS = ("goal_met", "consistent", "no_reasking", "correction_present", "correction_honoured")


def listed(project: Project) -> list[tuple[str, int, int]]:
    return [(one.name, one.begun, one.complete) for one in reviewer_progress.listed(project)]


def test_whoever_labelled_the_most_comes_first(project: Project) -> None:
    sample_project.add_to(project)

    assert listed(project) == [("maya", 24, 24), ("jonas", 20, 20)]


def test_a_session_labelled_in_part_is_begun(project: Project) -> None:
    keeping.add(project, keeping.session("a"), keeping.session("b"))
    for key in KEYS:
        keeping.label(project, "a", Outcome.PASS, criterion=key)
    keeping.label(project, "b", Outcome.PASS)

    assert listed(project) == [("maya", 2, 1)]


def test_a_visitor_and_a_slot_are_no_reviewers_here(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", Outcome.PASS, reviewer=None, slot=1)
    keeping.label(project, "a", Outcome.PASS, reviewer=UNNAMED)
    project.reviewers.named("onlooker")

    assert listed(project) == []
