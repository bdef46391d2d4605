"""One transaction for all that wait."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from storage.group_commit import GroupCommit
from tests.running import wait_for

WIDE = 32


class Paper:
    """What is written to: the first write waits until all other threads wait for it."""

    def __init__(self, refuses: Callable[[Sequence[int]], bool] = lambda _: False) -> None:
        self.groups: list[list[int]] = []
        self.writing, self.go_on = threading.Event(), threading.Event()
        self._refuses = refuses

    def write(self, items: Sequence[int]) -> list[int]:
        self.groups.append(list(items))
        self.writing.set()
        self.go_on.wait(30)
        if self._refuses(items):
            raise ValueError(f"Not {items}.")
        return [10 * item for item in items]


def added(paper: Paper, *, first: int, others: Sequence[int]) -> list[Future[int]]:
    """Add `first`, and `others` while it is being written."""
    commits: GroupCommit[int, int] = GroupCommit(paper.write)
    with ThreadPoolExecutor(WIDE) as pool:
        futures = [pool.submit(commits.add, first)]
        assert paper.writing.wait(30)
        futures += [pool.submit(commits.add, item) for item in others]
        wait_for(lambda: len(commits._waiting) == len(others))  # noqa: SLF001  (nothing else shows it)
        paper.go_on.set()
    return futures


def test_all_that_wait_at_the_same_time_are_written_in_one_go() -> None:
    paper = Paper()

    futures = added(paper, first=0, others=range(1, WIDE))

    assert [len(group) for group in paper.groups] == [1, WIDE - 1]
    assert [future.result() for future in futures] == [10 * n for n in range(WIDE)]


def test_a_group_that_fails_is_tried_again_by_each_thread_for_itself() -> None:
    paper = Paper(lambda items: 7 in items)

    futures = added(paper, first=0, others=[5, 6, 7, 8, 9])

    failed = [n for n, future in enumerate(futures) if future.exception()]
    kept = sorted(item for group in paper.groups if 7 not in group for item in group)
    # The one that wrote for all fails with the group, the one at fault by itself.
    assert len(failed) <= 2
    assert 3 in failed
    assert [futures[n].result() for n in range(6) if n not in failed] == [
        10 * [0, 5, 6, 7, 8, 9][n] for n in range(6) if n not in failed
    ]
    assert len(kept) == 6 - len(failed)


def test_what_cannot_be_written_alone_is_raised_and_leaves_nothing_behind() -> None:
    paper = Paper(lambda items: 1 in items)
    paper.go_on.set()
    commits: GroupCommit[int, int] = GroupCommit(paper.write)

    with pytest.raises(ValueError, match="Not"):
        commits.add(1)

    assert commits.add(2) == 20
    assert paper.groups == [[1], [2]]


def test_threads_that_come_again_and_again_share_their_writes_and_nothing_is_written_twice() -> (
    None
):
    groups: list[Sequence[int]] = []

    def write(items: Sequence[int]) -> Sequence[int]:
        time.sleep(0.005)
        groups.append(items)
        return items

    commits: GroupCommit[int, int] = GroupCommit(write)
    with ThreadPoolExecutor(WIDE) as pool:
        returned = list(pool.map(commits.add, range(20 * WIDE)))

    assert returned == list(range(20 * WIDE))
    assert sorted(item for group in groups for item in group) == returned
    assert len(groups) < 20 * WIDE / 5
