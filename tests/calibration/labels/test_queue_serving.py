"""Reviewers served from a queue: one desk, one place in it."""

import pytest

from calibration.labels import labelling, queue_making, queueing
from calibration.labels.labelling import LabelDesk
from calibration.labels.queue_making import QueueRequest
from judging.sampling import Design
from storage import Project, label_queues
from storage.label_queues import StoredQueue
from tests import keeping
from tests.label_sending import all_of, event

NAMES = "abcdefgh"


@pytest.fixture
def queue(project: Project) -> StoredQueue:
    keeping.add(project, *map(keeping.session, NAMES))
    version = project.rubrics.get("conversation@1")
    request = QueueRequest(Design.CHOSEN, version, chosen=list(NAMES), name="first")
    return queue_making.create(project, request)


def desk(project: Project, queue: StoredQueue, at: str = "", reviewer: str = "maya") -> LabelDesk:
    version = project.rubrics.get("conversation@1")
    return labelling.desk(project, reviewer, version, at=at, queue=queue)


def names(desk: LabelDesk) -> str:
    return "".join(task.session.external_id for task in desk.tasks)


def finish(project: Project, *sessions: str) -> None:
    """Label sessions to the end as maya."""
    for session in sessions:
        assert len(labelling.receive(project, "maya", all_of(session)).kept) == 5


def test_what_a_reviewer_has_can_be_finished_once_the_queue_is_closed(
    project: Project, queue: StoredQueue
) -> None:
    before = names(desk(project, queue))
    label_queues.of(project).close("first")
    finish(project, "a", "b")

    assert before == "abc"
    assert names(desk(project, queue, at="c")) == "c"
    assert names(desk(project, queue, reviewer="jonas")) == ""


def test_the_place_counts_everybody_s_work(project: Project, queue: StoredQueue) -> None:
    desk(project, queue)
    finish(project, "a")
    desk(project, queue, at="b")
    place = desk(project, queue, reviewer="jonas").place

    assert place is not None
    assert (place.done, place.total, place.others, place.skipped) == (1, 8, 3, 0)
    assert (place.earlier, place.is_lost) == (None, False)
    mine = desk(project, queue, at="b").place
    assert mine is not None
    assert mine.earlier == "a"


def test_an_event_that_comes_twice_skips_once(project: Project, queue: StoredQueue) -> None:
    desk(project, queue)
    skip = event(type="skip", session="a", queue="first")

    receipts = [labelling.receive(project, "maya", [skip]) for _ in range(2)]

    assert [(one.kept, one.at) for one in receipts] == [((skip["id"],), "")] * 2
    assert names(desk(project, queue)) == "bcd"


def test_a_move_after_a_skip_says_where_the_reviewer_is(
    project: Project, queue: StoredQueue
) -> None:
    desk(project, queue)
    events = [
        event(type="later", session="a", queue="first"),
        event(type="go", session="b"),
    ]

    assert labelling.receive(project, "maya", events).at == "b"


def test_the_first_queue_with_something_left_is_a_reviewer_s(
    project: Project, queue: StoredQueue
) -> None:
    version = project.rubrics.get("conversation@1")
    other = QueueRequest(Design.CHOSEN, version, chosen=["a"], name="second")
    queue_making.create(project, other)
    desk(project, queue, reviewer="jonas")
    before = queueing.first_for(project, "maya")
    for name in NAMES:
        desk(project, queue, at=name, reviewer="jonas")

    after = {name: queueing.first_for(project, name) for name in ("maya", "jonas")}

    assert before is not None
    assert before.name == "first"
    assert {name: one.name if one else "" for name, one in after.items()} == {
        "maya": "second",
        "jonas": "first",
    }


def test_one_labelled_elsewhere_is_left_to_others(project: Project, queue: StoredQueue) -> None:
    finish(project, "a")

    assert names(desk(project, queue)) == "bcd"
    assert names(desk(project, queue, reviewer="jonas"))[0] == "a"
