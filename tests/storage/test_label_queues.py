"""Queues as they are kept."""

import pytest

from judging.errors import StoreError
from judging.splitting import Part
from storage import Project, label_queues
from storage.desk import Wanted
from tests import keeping
from tests.storage import queueing
from tests.storage.queueing import NAMES, Reviewer, queue


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    queueing.filled(project)


def test_one_without_a_name_gets_the_next_that_is_free(project: Project) -> None:
    queue(project, "a", name="queue 2")
    queue(project, "b")
    queue(project, "c", reviewers=0)

    assert [one.name for one in label_queues.of(project).listed()] == [
        "queue 2",
        "queue 3",
        "draw 3",
    ]


def test_closing_twice_keeps_the_first_moment(project: Project) -> None:
    some = queue(project)
    first = label_queues.of(project).close(some.name)

    again = label_queues.of(project).close(some.name)

    assert first.closed_at is not None
    assert again == first


def test_one_that_is_not_there_is_said_to_be(project: Project) -> None:
    with pytest.raises(StoreError, match="no queue 'nothing'"):
        label_queues.of(project).get("nothing")


def test_what_is_for_everybody_comes_first_until_it_is_closed(project: Project) -> None:
    some = queue(project, "gc", reviewers=0)
    queue(project, "h")
    maya = project.reviewers.named("maya").id
    wanted = Wanted((("goal_met", 1),))

    def waiting() -> str:
        found = project.desk.waiting(maya, wanted, after=0, most=9)
        return Reviewer(project, some, "maya").named(found)

    before = waiting()
    label_queues.of(project).close(some.name)

    assert (before, waiting()) == ("gcabdefh", NAMES)
    assert [one.name for one in label_queues.of(project).draws()] == ["draw 1"]


def test_the_sessions_with_several_slots_are_spread_over_the_queue(project: Project) -> None:
    some = queue(project, reviewers=2, overlap=0.5)
    for name in ("maya", "jonas"):
        Reviewer(project, some, name).hold(most=9)

    assert Reviewer(project, some, "lee").has(most=9) == ""
    assert Reviewer(project, some, "jonas").has(most=9) == "bdfh"


def test_what_was_drawn_is_not_drawn_again(project: Project) -> None:
    queue(project, "ab")

    there = label_queues.of(project)

    assert len(there.population(Part.ALL)) == 6
    assert there.drawn() == {keeping.number(project, "a"), keeping.number(project, "b")}
