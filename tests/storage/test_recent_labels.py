"""What a reviewer labelled last."""

from judging.ratings import Outcome
from storage import Project, recent_labels
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def recent(project: Project, most: int = 10) -> list[tuple[str, Outcome]]:
    who = project.reviewers.named("maya").id
    return [
        (one.session, one.outcome)
        for one in recent_labels.of(project, who, [("goal_met", 1)], most)
    ]


def test_the_newest_comes_first_as_it_stands(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "abc"))
    for name in "abc":
        keeping.label(project, name, PASS)
    keeping.label(project, "a", FAIL)
    keeping.label(project, "b", FAIL, reviewer="jonas")

    assert recent(project) == [("a", FAIL), ("c", PASS), ("b", PASS)]
    assert recent(project, most=1) == [("a", FAIL)]


def test_what_is_not_asked_here_is_left_out(project: Project) -> None:
    keeping.add(project, keeping.session("a"))
    keeping.label(project, "a", PASS)
    keeping.label(project, "a", FAIL, criterion="consistent")

    assert recent(project) == [("a", PASS)]


def test_what_was_taken_back_is_not_there(project: Project) -> None:
    keeping.add(project, *map(keeping.session, "ab"))
    for name in "ab":
        keeping.label(project, name, PASS)
    keeping.label(project, "b", None)

    assert recent(project) == [("a", PASS)]
