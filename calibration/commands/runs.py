"""Judge runs: `run`, `runs`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import printing

if TYPE_CHECKING:
    from calibration.running import Scope
    from storage import RunLine


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(run)
    command.command()(runs)


def run(
    rubric: Annotated[str, typer.Option(help="conversation, or conversation@1.")],
    judge: Annotated[str, typer.Option(help="rules.")],
    sessions: Annotated[str, typer.Option(help="all, labelled, or a file of ids.")] = "all",
    limit: Annotated[int, typer.Option(help="At most so many sessions; 0 is no limit.")] = 0,
    *,
    dry_run: Annotated[bool, typer.Option(help="Say what would be judged.")] = False,
    json: Annotated[bool, typer.Option(help="Print one JSON document.")] = False,
) -> None:
    """Have a judge answer a rubric for the sessions."""
    from calibration import running
    from calibration.commands import opened

    project = opened.project()
    asked = running.judge_named(judge)
    planned = running.plan(project, rubric, asked, _scope(sessions, limit))
    if dry_run:
        plan = {"units": planned.units, "cached": planned.cached, "calls": 0, "cost_usd": 0.0}
        if json:
            printing.document({"run": None, "status": "planned", **plan})
        else:
            print(f"{planned.units} units, of which {planned.cached} are judged already.")
            print("The rules judge asks no model: no calls, no cost.")
        return
    with printing.progress("Sessions judged", len(planned.left)) as done:
        finished = running.run(project, planned, asked, progress=done)
    if json:
        printing.document(as_json(finished))
    else:
        _print(finished)


def runs(
    number: Annotated[int, typer.Argument(help="One run; all of them without it.")] = 0,
    *,
    json: Annotated[bool, typer.Option(help="Print one JSON document.")] = False,
) -> None:
    """List runs, newest first, or one of them."""
    from calibration.commands import opened

    kept = opened.project().runs
    lines = [kept.get(number)] if number else kept.listed()
    if json:
        printing.document(as_json(lines[0]) if number else {"runs": [as_json(r) for r in lines]})
        return
    columns = ("run", "judge", "rubric", "status", "units", "scored", "not scored")
    rows = [
        (r.id, r.judge, r.rubric, r.status, r.units, r.scored, sum(r.not_scored.values()))
        for r in lines
    ]
    printing.table(columns, rows)


def as_json(line: "RunLine") -> dict[str, Any]:
    """Return a run as the document that `judging run --json` prints."""
    from judging.ratings import Problem

    return {
        "run": line.id,
        "status": str(line.status),
        "judge": line.judge,
        "rubric": line.rubric,
        "units": line.units,
        "scored": line.scored,
        "not_scored": {str(problem): line.not_scored.get(problem, 0) for problem in Problem},
        "calls": 0,
        "cached": line.cached,
        "usage": {"input": 0, "cache_write": 0, "cache_read": 0, "output": 0},
        "cost_usd": 0.0,
    }


def _scope(sessions: str, limit: int) -> "Scope":
    from calibration.running import Scope

    only: list[str] | None = None
    if sessions not in ("all", "labelled"):
        try:
            text = sys.stdin.read() if sessions == "-" else Path(sessions).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise typer.BadParameter(f"--sessions: {problem}.") from problem
        only = [line.strip() for line in text.splitlines() if line.strip()]
    return Scope(only=only, labelled=sessions == "labelled", limit=limit or None)


def _print(line: "RunLine") -> None:
    kept = f", {line.cached} of them judged before" if line.cached else ""
    print(f"Run {line.id} is {line.status}: {line.scored} of {line.units} scored{kept}.")
    for problem, n in line.not_scored.items():
        print(f"  not scored, {problem}: {n}")
