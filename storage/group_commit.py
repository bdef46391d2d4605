"""Many threads that write, and one transaction for all that wait at the same time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(eq=False)
class _Entry(Generic[Item, Result]):
    item: Item
    results: list[Result] = field(default_factory=list)


class GroupCommit(Generic[Item, Result]):
    """
    Writes items in groups: whoever has the turn writes all that came while it waited.

    A commit that waits for the disk costs milliseconds, and 32 calls that end together need one
    of them, not 32.
    """

    def __init__(self, write: Callable[[Sequence[Item]], Sequence[Result]]) -> None:
        self._write = write
        self._waiting: list[_Entry[Item, Result]] = []
        self._changed = Condition()
        self._is_writing = False

    def add(self, item: Item) -> Result:
        """
        Return once `item` is written, with what `write` returned for it.

        What `write` raises is raised here, and another thread's items that were in the same
        group are tried again by those threads.
        """
        entry: _Entry[Item, Result] = _Entry(item)
        with self._changed:
            self._waiting.append(entry)
            # Whose item is written does not wait for a turn: what it adds next is in time then.
            self._changed.wait_for(lambda: entry.results or not self._is_writing)
            if entry.results:
                return entry.results[0]
            self._is_writing = True
            group, self._waiting = self._waiting, []
        with self._turn():
            self._write_all(group if entry in group else [entry, *group])
        return entry.results[0]

    @contextmanager
    def _turn(self) -> Iterator[None]:
        try:
            yield
        finally:
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()

    def _write_all(self, group: Sequence[_Entry[Item, Result]]) -> None:
        results = self._write([entry.item for entry in group])
        for entry, result in zip(group, results, strict=True):
            entry.results.append(result)
