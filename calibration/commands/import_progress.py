"""How far an import is, on a terminal: by the bytes of its files that have been read."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from rich.progress import Progress, Task

    from judging.importers import Source

Watched = tuple[Iterable["Source"], Callable[[int], None]]


@contextmanager
def watched(sources: Iterable["Source"]) -> Iterator[Watched]:
    """
    Lend the files to import, and a function that is told how many sessions are stored.

    On a terminal a bar says how much is read, at what rate, and in what time the rest will be;
    nothing is drawn in a pipe.
    """
    if not sys.stderr.isatty():
        yield sources, lambda _done: None
        return
    files = list(sources)
    reading = _Reading(total=sum(map(_size, files)))
    with _bars(reading) as bars:
        task = bars.tasks[0].id
        yield (
            [reading.watch(source) for source in files],
            lambda done: bars.update(task, description=f"Sessions read: {done:,}"),
        )
        bars.update(task, completed=reading.total)


@dataclass
class _Reading:
    total: int
    before: int = 0
    latest: "Source | None" = None
    file: BinaryIO | None = None

    def watch(self, source: "Source") -> "Source":
        """Return `source`, of which each opening is noted."""
        return replace(source, open=lambda: self._open(source))

    def _open(self, source: "Source") -> BinaryIO:
        if self.latest is not None and self.latest is not source:
            self.before += _size(self.latest)
        self.latest = source
        self.file = source.open()
        return self.file

    @property
    def done(self) -> int | None:
        """How many bytes are read; None while no file is open."""
        try:
            return self.before + self.file.tell() if self.file else None
        except ValueError:  # closed by now
            return None


def _renew(bars: "Progress", task: "Task", reading: _Reading) -> None:
    done = reading.done
    if done is not None and done < task.completed / 2:
        # A file is looked through once before it is read.
        bars.reset(task.id, completed=done)
    elif done is not None:
        bars.update(task.id, completed=done)


def _size(source: "Source") -> int:
    with source.open() as file:
        return file.seek(0, os.SEEK_END)


def _bars(reading: _Reading) -> "Progress":
    from rich.console import Console, RenderableType
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    class Bars(Progress):
        def get_renderables(self) -> Iterable[RenderableType]:
            # Asked for ten times a second, from a thread beside the import.
            for task in self.tasks:
                _renew(self, task, reading)
            yield from super().get_renderables()

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    bars = Bars(*columns, console=Console(stderr=True))
    bars.add_task("Sessions read: 0", total=reading.total)
    return bars
