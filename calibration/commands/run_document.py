"""Runs as commands print them, and as documents have them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from calibration.commands import printing
from calibration.runs.money import dollars, usd
from judging.wording import counted

if TYPE_CHECKING:
    from datetime import datetime

    from storage import Batch, RunLine


def as_json(line: "RunLine", waiting: "Sequence[Batch]" = ()) -> dict[str, Any]:
    """Return a run as the document that `judging run --json` prints, with the batches it awaits."""
    from judging.ratings import Problem

    usage = line.usage
    return {
        "run": line.id,
        "status": str(line.status),
        "reason": line.reason,
        "judge": line.judge,
        "rubric": line.rubric,
        "units": line.units,
        "runs": line.samples,
        "scored": line.scored,
        "not_scored": {str(problem): line.not_scored.get(problem, 0) for problem in Problem},
        "left": line.left,
        "calls": line.calls,
        "in_flight": line.in_flight,
        "cached": line.cached,
        "usage": {
            "input": usage.input,
            "cache_write": usage.cache_write,
            "cache_read": usage.cache_read,
            "output": usage.output,
        },
        "cost_usd": usd(line.cost),
        "max_cost_usd": usd(line.max_cost),
        "mode": str(line.mode),
        "waiting": [
            {"requests": batch.requests, "sent_at": batch.sent_at.isoformat()} for batch in waiting
        ],
    }


def show(line: "RunLine", *, is_json: bool, waiting: "Sequence[Batch]" = ()) -> None:
    """Print one run, and what is said of the batches that it waits for."""
    from calibration.runs import batch_waiting

    if is_json:
        printing.document(as_json(line, waiting))
        return
    kept = f", {line.cached:,} of them judged before" if line.cached else ""
    often = f", each {line.samples} times" if line.samples > 1 else ""
    print(f"Run {line.id} is {line.status}: {line.scored:,} of {line.units:,} scored{kept}{often}.")
    if line.reason:
        print(f"  {line.reason}")
    for problem, n in line.not_scored.items():
        print(f"  not scored, {problem}: {n:,}")
    if line.calls:
        print(f"  {line.calls:,} calls, {dollars(line.cost)}.")
    if waiting:
        print(f"  {batch_waiting.sentence(line, waiting, moment)}")


def moment(at: "datetime") -> str:
    """Return a moment as it is read here, to the minute."""
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


def show_all(lines: "Sequence[RunLine]", *, is_json: bool) -> None:
    """Print runs, a line each."""
    if is_json:
        printing.document({"runs": [as_json(line) for line in lines]})
        return
    columns = ("run", "judge", "rubric", "status", "units", "scored", "not scored", "cost")
    print(f"{counted(len(lines), 'run')}, the newest first.")
    rows = [
        (
            r.id,
            r.judge,
            r.rubric,
            r.status,
            r.units,
            r.scored,
            sum(r.not_scored.values()),
            dollars(r.cost),
        )
        for r in lines
    ]
    printing.table(columns, rows)
