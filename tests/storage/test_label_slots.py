"""Slots of a queue: one reviewer each, for as long as they work."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from judging.ratings import Outcome
from judging.sampling import Ordering
from storage import Project, label_queues, queue_progress
from storage.tables.columns import now
from tests import keeping
from tests.storage import queueing
from tests.storage.queueing import NAMES, Reviewer, queue

PASS, FAIL = Outcome.PASS, Outcome.FAIL


@pytest.fixture(autouse=True)
def _sessions(project: Project) -> None:
    queueing.filled(project)


def later(minutes: float) -> dict[str, Any]:
    """Return the moment so many minutes from now."""
    return {"now": now() + timedelta(minutes=minutes)}


def test_each_reviewer_gets_the_next_that_nobody_has(project: Project) -> None:
    some = queue(project)
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))

    assert maya.has(most=3) == "abc"
    assert jonas.has(most=3) == "def"
    assert maya.has(most=3) == "abc"


def test_one_that_is_finished_makes_room_for_the_next(project: Project) -> None:
    maya = Reviewer(project, queue(project), "maya")
    maya.has(most=2)
    maya.finish("a")

    assert maya.has(at="a", most=2) == "ab"
    assert maya.has(at="b", most=2) == "bc"
    assert maya.hold(at="b").earlier == keeping.number(project, "a")
    assert maya.hold(at="a").until is None


def test_the_next_comes_after_the_one_at_hand_without_a_gap(project: Project) -> None:
    maya = Reviewer(project, queue(project), "maya")

    at = maya.has()
    seen = []
    for _ in range(len(NAMES)):
        seen.append(at)
        maya.finish(at)
        at = maya.has(most=1)

    assert ("".join(seen), at) == (NAMES, "")


def test_a_session_for_two_goes_to_two_and_never_twice_to_one(project: Project) -> None:
    some = queue(project, "ab", reviewers=2)
    maya, jonas, lee = (Reviewer(project, some, name) for name in ("maya", "jonas", "lee"))

    assert maya.has(most=9) == "ab"
    assert jonas.has(most=9) == "ab"
    assert lee.has(most=9) == ""
    assert queue_progress.of(project, some).slots == 4


def test_only_the_share_that_overlaps_has_several_slots(project: Project) -> None:
    some = queue(project, reviewers=3, overlap=0.25)

    progress = queue_progress.of(project, some)

    assert (progress.sessions, progress.slots) == (8, 12)


def test_a_lease_that_ran_out_lets_another_have_the_slot(project: Project) -> None:
    some = queue(project, "a")
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has(at="a")

    assert jonas.has(**later(29)) == ""
    assert jonas.has(**later(31)) == "a"
    assert maya.hold(at="a", **later(31)).is_lost


def test_what_only_stands_by_goes_back_sooner(project: Project) -> None:
    some = queue(project, "abc")
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has(at="a", most=3)

    assert jonas.has(most=9, **later(6)) == "bc"


def test_work_renews_a_lease(project: Project) -> None:
    some = queue(project, "a")
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has(at="a")
    until = maya.hold(at="a", **later(20)).until

    assert until is not None
    assert until > now() + timedelta(minutes=49)
    assert jonas.has(**later(40)) == ""


def test_a_lease_that_ran_out_is_taken_up_again_where_nobody_else_wants_it(
    project: Project,
) -> None:
    maya = Reviewer(project, queue(project, "a"), "maya")
    maya.has(at="a")

    held = maya.hold(at="a", **later(90))

    assert not held.is_lost
    assert held.until is not None
    assert held.until > now() + timedelta(minutes=110)


def test_what_is_skipped_goes_to_others_and_does_not_come_again(project: Project) -> None:
    some = queue(project, "ab")
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has(most=2)
    maya.slots.skip(maya.id, keeping.number(project, "a"))

    assert maya.has(most=2) == "b"
    assert maya.hold().skipped == 1
    assert jonas.has(most=2) == "a"


def test_what_was_skipped_comes_again_when_it_is_asked_for(project: Project) -> None:
    maya = Reviewer(project, queue(project, "ab"), "maya")
    for name in "ab":
        maya.slots.skip(maya.id, keeping.number(project, name))
    nothing = maya.has(most=2)
    one = maya.has(at="b")
    skipped = maya.hold().skipped
    freed = maya.slots.unskip(maya.id)

    assert (nothing, one, skipped, freed) == ("", "b", 1, 1)
    assert maya.has(at="b", most=2) == "ba"


def test_what_is_put_off_comes_again_at_the_end_and_to_nobody_else(project: Project) -> None:
    some = queue(project, "abc")
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has(most=2)
    maya.slots.put_off(maya.id, keeping.number(project, "a"))

    assert maya.has(most=3) == "bca"
    assert jonas.has(most=3) == ""


def test_a_label_that_is_taken_back_opens_the_slot_for_its_reviewer_alone(
    project: Project,
) -> None:
    some = queue(project, "a")
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has()
    maya.finish("a")
    done = maya.has()
    maya.complete.clear()

    assert (done, maya.has(), jonas.has()) == ("", "a", "")


def test_what_a_reviewer_labelled_elsewhere_is_left_to_others(project: Project) -> None:
    some = queue(project, "ab")
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.finish("a")

    assert maya.has(most=2) == "b"
    assert jonas.has(most=2) == "a"


def test_one_put_back_is_for_another_once_it_was_done(project: Project) -> None:
    some = queue(project, "a")
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has()
    maya.finish("a")
    before = maya.has(), jonas.has()

    count = maya.slots.put_back(keeping.number(project, "a"))

    assert (before, count) == (("", ""), 1)
    assert (maya.has(), jonas.has()) == ("", "a")


def test_one_reviewer_s_slot_and_skip_alone_can_be_put_back(project: Project) -> None:
    some = queue(project, "a", reviewers=2)
    maya, jonas, lee = (Reviewer(project, some, name) for name in ("maya", "jonas", "lee"))
    maya.has()
    jonas.slots.skip(jonas.id, keeping.number(project, "a"))

    assert maya.slots.put_back(keeping.number(project, "a"), jonas.id) == 1
    assert (jonas.has(), lee.has(), maya.has()) == ("a", "", "a")


def test_who_goes_elsewhere_lets_go_of_what_stands_by(project: Project) -> None:
    some = queue(project, "abc")
    maya, jonas = (Reviewer(project, some, name) for name in ("maya", "jonas"))
    maya.has(at="a", most=3)
    maya.slots.release(maya.id)

    assert jonas.has(most=3) == "bc"


def test_a_closed_queue_hands_out_nothing_more(project: Project) -> None:
    some = queue(project)
    Reviewer(project, some, "maya").has(most=2)
    closed = label_queues.of(project).close(some.name)

    assert not closed.is_open
    assert Reviewer(project, closed, "maya").has(most=4) == "ab"
    assert Reviewer(project, closed, "jonas").has(most=4) == ""


def test_a_session_of_another_queue_is_no_business_of_this_one(project: Project) -> None:
    maya = Reviewer(project, queue(project, "ab"), "maya")

    held = maya.hold(at="h", most=2)

    assert maya.named(held.sessions) == "ha"
    assert not held.is_lost
    assert held.until is None


def test_many_who_ask_in_the_same_moment_get_a_slot_each(project: Project) -> None:
    names = [f"n{number:03}" for number in range(48)]
    keeping.add(project, *map(keeping.session, names))
    some = queue(project, names)
    reviewers = [Reviewer(project, some, f"r{number}") for number in range(8)]

    with ThreadPoolExecutor(8) as pool:
        held = list(pool.map(lambda one: one.hold(most=6).sessions, reviewers))

    taken = [session for sessions in held for session in sessions]
    assert (len(taken), len(set(taken))) == (48, 48)


STRATA = {name: "pass" if name in "abcd" else "fail" for name in NAMES}
CLASSES = {"fail": [["goal_met", "fail"]], "pass": [["goal_met", "pass"]]}


def test_the_next_best_is_of_the_class_that_is_short(project: Project) -> None:
    settings = {"classes": CLASSES, "target": 2}
    some = queue(project, strata=STRATA, ordering=Ordering.NEXT_BEST, settings=settings)
    keeping.label(project, "a", PASS, reviewer="jonas")
    keeping.label(project, "b", PASS, reviewer="jonas")
    maya = Reviewer(project, some, "maya")

    # Every third is the next in the order of chance, and tells nothing.
    assert maya.has(most=4) == "efag"


def test_without_a_shortage_the_order_is_that_of_the_draw(project: Project) -> None:
    settings = {"classes": CLASSES, "target": 1}
    some = queue(project, strata=STRATA, ordering=Ordering.NEXT_BEST, settings=settings)
    keeping.label(project, "a", PASS, reviewer="jonas")
    keeping.label(project, "e", FAIL, reviewer="jonas")

    assert Reviewer(project, some, "maya").has(most=4) == "abcd"


def test_strata_that_promise_nothing_are_labelled_evenly(project: Project) -> None:
    strata = {name: "long" if name in "gh" else "short" for name in NAMES}
    some = queue(project, strata=strata, ordering=Ordering.NEXT_BEST)
    maya = Reviewer(project, some, "maya")
    seen = []
    for _ in range(4):
        seen.append(maya.has())
        maya.finish(seen[-1])
        maya.has(most=0)

    assert "".join(seen) == "agbc"
