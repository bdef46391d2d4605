"""Many threads that write, and one transaction for all that wait at the same time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def _locked() -> Lock:
    lock = Lock()
    lock.acquire()
    return lock


@dataclass(eq=False)
class _Entry(Generic[Item, Result]):
    """An item, and the lock at which its thread waits until it is written or has the turn."""

    item: Item
    results: list[Result] = field(default_factory=list)
    is_alone: bool = False
    wake: Lock = field(default_factory=_locked)


class GroupCommit(Generic[Item, Result]):
    """
    Writes items in groups: whoever has the turn writes all that came while it waited.

    A commit that waits for the disk costs milliseconds, and 32 calls that end together need one
    of them, not 32.
    """

    def __init__(self, write: Callable[[Sequence[Item]], Sequence[Result]]) -> None:
        self._write = write
        self._waiting: list[_Entry[Item, Result]] = []
        self._lock = Lock()
        self._is_writing = False

    def add(self, item: Item) -> Result:
        """
        Return once `item` is written, with what `write` returned for it.

        What `write` raises is raised here, and another thread's items that were in the same
        group are tried again by those threads.
        """
        entry: _Entry[Item, Result] = _Entry(item)
        with self._lock:
            self._waiting.append(entry)
            must_wait, self._is_writing = self._is_writing, True
        if must_wait:
            entry.wake.acquire()
        if not entry.results:
            self._write_all(entry)
        return entry.results[0]

    def _write_all(self, mine: _Entry[Item, Result]) -> None:
        group = self._taken(mine)
        try:
            results = self._write([entry.item for entry in group])
            for entry, result in zip(group, results, strict=True):
                entry.results.append(result)
        finally:
            self._hand_over([entry for entry in group if entry is not mine])

    def _taken(self, mine: _Entry[Item, Result]) -> list[_Entry[Item, Result]]:
        with self._lock:
            waiting = self._waiting
            group = [mine] if mine.is_alone else [one for one in waiting if not one.is_alone]
            self._waiting = [one for one in waiting if one not in group]
        return group

    def _hand_over(self, group: Sequence[_Entry[Item, Result]]) -> None:
        """Wake those whose items are written, and one whose turn it is now; nobody in vain."""
        failed = [entry for entry in group if not entry.results]
        for entry in failed:
            entry.is_alone = True
        with self._lock:
            self._waiting = failed + self._waiting
            self._is_writing = bool(self._waiting)
            following = self._waiting[:1]
        for entry in [*(entry for entry in group if entry.results), *following]:
            entry.wake.release()
