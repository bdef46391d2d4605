"""Slots of a queue on PostgreSQL, where writers do not take turns by themselves."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from judging.sampling import Ordering
from storage import Project, queue_progress
from storage.tables.columns import now
from tests import keeping
from tests.storage import queueing
from tests.storage.queueing import Reviewer, queue
from tests.storage.test_label_slots import CLASSES, STRATA

pytestmark = pytest.mark.postgres


def test_many_who_ask_in_the_same_moment_get_a_slot_each(postgres_project: Project) -> None:
    names = [f"n{number:03}" for number in range(48)]
    keeping.add(postgres_project, *map(keeping.session, names))
    some = queue(postgres_project, names)
    reviewers = [Reviewer(postgres_project, some, f"r{number}") for number in range(8)]

    with ThreadPoolExecutor(8) as pool:
        held = list(pool.map(lambda one: one.hold(most=6).sessions, reviewers))

    taken = [session for sessions in held for session in sessions]
    assert (len(taken), len(set(taken))) == (48, 48)


def test_many_who_work_at_once_finish_the_queue_and_nobody_has_a_session_twice(
    postgres_project: Project,
) -> None:
    queueing.filled(postgres_project)
    fields = {"settings": {"classes": CLASSES, "target": 3}, "ordering": Ordering.NEXT_BEST}
    some = queue(postgres_project, reviewers=2, strata=STRATA, **fields)

    def work(name: str) -> list[int]:
        one, seen = Reviewer(postgres_project, some, name), []
        while sessions := one.hold(most=1).sessions:
            seen.append(sessions[0])
            one.finish(one.named(sessions))
        return seen

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(work, [f"r{number}" for number in range(6)]))

    assert sum(map(len, done)) == 16
    assert all(len(seen) == len(set(seen)) for seen in done)
    progress = queue_progress.of(postgres_project, some)
    assert (progress.slots, progress.done, progress.reserved) == (16, 16, 0)


def test_two_tabs_of_one_reviewer_share_what_is_theirs(postgres_project: Project) -> None:
    queueing.filled(postgres_project)
    some = queue(postgres_project, reviewers=2)
    tabs = [Reviewer(postgres_project, some, "maya") for _ in range(6)]

    with ThreadPoolExecutor(6) as pool:
        held = list(pool.map(lambda tab: tab.has(most=3), tabs))

    assert held == ["abc"] * 6


def test_leases_skips_and_what_is_put_off_work_as_on_sqlite(postgres_project: Project) -> None:
    queueing.filled(postgres_project)
    some = queue(postgres_project, "abcd")
    maya, jonas = (Reviewer(postgres_project, some, name) for name in ("maya", "jonas"))
    maya.has(at="a", most=3)
    maya.slots.skip(maya.id, keeping.number(postgres_project, "a"))
    maya.slots.put_off(maya.id, keeping.number(postgres_project, "b"))
    maya.finish("c")

    assert maya.has(most=3) == "db"
    assert jonas.has(most=3) == "a"
    assert jonas.has(most=3, now=now() + timedelta(minutes=31)) == "abd"
    held = queue_progress.holdings(postgres_project, some, now() + timedelta(minutes=40))
    assert [(one.reviewer, one.session, one.state) for one in held][-1] == (
        "maya",
        "a",
        queue_progress.State.SKIPPED,
    )
