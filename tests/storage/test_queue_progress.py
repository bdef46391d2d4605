"""How far a queue is, and who has what of it."""

from datetime import timedelta

import pytest

from storage import Project, queue_progress
from storage.queue_progress import QueueProgress, State
from storage.tables.columns import now
from tests import keeping
from tests.storage import queueing
from tests.storage.queueing import Reviewer, queue


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    queueing.filled(project)


def test_slots_are_done_reserved_expired_or_open(project: Project) -> None:
    some = queue(project)
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has(at="a", most=3)
    maya.finish("a")
    maya.has(at="b", most=1)
    jonas.has(at="d")

    soon, late = (queue_progress.of(project, some, now() + timedelta(minutes=n)) for n in (0, 10))

    assert soon == QueueProgress(sessions=8, slots=8, done=1, reserved=3, expired=0)
    assert late == QueueProgress(sessions=8, slots=8, done=1, reserved=2, expired=1)
    assert (soon.open, late.open) == (4, 5)


def test_who_has_what_is_told_in_order(project: Project) -> None:
    some = queue(project)
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has(at="a", most=2)
    jonas.has(at="c", most=2)
    jonas.slots.put_off(jonas.id, keeping.number(project, "d"))
    jonas.slots.skip(jonas.id, keeping.number(project, "c"))

    held = queue_progress.holdings(project, some, now() + timedelta(minutes=10))

    assert [(one.reviewer, one.session, one.state) for one in held] == [
        ("maya", "b", State.EXPIRED),
        ("maya", "a", State.RESERVED),
        ("jonas", "d", State.PUT_OFF),
        ("jonas", "c", State.SKIPPED),
    ]


def test_who_did_how_much_and_what_last(project: Project) -> None:
    some = queue(project)
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    for one in (jonas, maya, maya):
        one.finish(one.has())
        one.has()

    assert queue_progress.done(project, some) == {"maya": 2, "jonas": 1}
    last = queue_progress.finished(project, some, 2)
    assert [(one.reviewer, one.state) for one in last] == [("maya", State.DONE)] * 2
