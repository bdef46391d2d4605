"""What commands print: one JSON document, or sentences and tables for people."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from calibration.runs.money import dollars

if TYPE_CHECKING:
    from storage import RunLine


def document(value: Any) -> None:
    """Print one JSON document on standard output."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=1, default=str, allow_nan=False)
    print()


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows under their headings; numbers to the right, words to the left."""
    texts = [[_text(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(columns, *texts, strict=True)]
    is_number = [
        all(isinstance(row[i], int | float | None) for row in rows) for i in range(len(columns))
    ]
    for line in [list(columns), *texts]:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, is_number, strict=True)
        ]
        print("  ".join(cells).rstrip())


def note(text: str) -> None:
    """Say something beside the result, on standard error."""
    print(text, file=sys.stderr)


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Lend a function that draws a bar for so many done; nothing is drawn in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), *Progress.get_default_columns(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bars:
        task = bars.add_task(what, total=total)
        yield lambda done: bars.update(task, completed=done, description=f"{what}: {done:,}")


@contextmanager
def run_progress() -> Iterator["Callable[[RunLine], None] | None"]:
    """Lend a function that draws how far a run is, with rate, time left and cost; not in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[cost]}"),
    )
    with Progress(*columns, console=Console(stderr=True)) as bars:
        task = bars.add_task("Judging", total=None, rate="", cost="")

        def show(line: "RunLine") -> None:
            bars.update(task, total=line.units, completed=line.units - line.left)
            speed = bars.tasks[0].speed
            rate = f"{60 * speed:,.0f} a minute" if speed else ""
            bars.update(task, rate=rate, cost=dollars(line.cost) if line.calls else "")

        yield show


def _text(cell: object) -> str:
    if cell is None:
        return "–"
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)
