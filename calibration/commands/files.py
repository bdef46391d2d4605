"""Sessions in, and what can come in and go out: `import`, `formats`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import options, printing
from calibration.commands.exit_codes import COULD_NOT
from judging.wording import counted

if TYPE_CHECKING:
    from calibration.files.importing import ImportReport
    from judging.importers import Told
    from judging.sessions import Session

PREFIX = 60
FORMATS = 6
GOAL = 80
DUPLICATES = ("skip", "replace", "rename")
DATES = ("day-first", "month-first")


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command("import")(import_)
    command.command()(formats)


def import_(
    files: Annotated[list[str], typer.Argument(help="Files, folders, or - for standard input.")],
    format: Annotated[str, typer.Option(help="Read as this format: judging formats.")] = "",  # noqa: A002
    mapping: Annotated[
        Path | None, typer.Option(help="A YAML file that says which columns are what.")
    ] = None,
    on_duplicate: Annotated[str, typer.Option(help="skip, replace or rename.")] = "",
    agent: Annotated[
        list[str] | None, typer.Option(help="A speaker who is the agent, where no name tells it.")
    ] = None,
    dates: Annotated[
        str, typer.Option(help="day-first or month-first, for dates that can be read either way.")
    ] = "",
    *,
    other_agents: Annotated[
        bool, typer.Option(help="Sessions of their own for other agents' calls in traces.")
    ] = False,
    partial: Annotated[bool, typer.Option(help="Store the good ones despite bad ones.")] = False,
    dry_run: Annotated[bool, typer.Option(help="Store nothing; list every session.")] = False,
    json: options.Json = False,
) -> int:
    """Bring sessions in from files; all of them, or none."""
    from calibration.commands import opened
    from calibration.commands.import_progress import watched
    from calibration.files import importing
    from judging.importers import sources

    _check(on_duplicate, DUPLICATES)
    options = importing.ImportOptions(
        **_read_as(format, mapping, _told(agent, dates, other_agents=other_agents)),
        on_duplicate=importing.OnDuplicate(on_duplicate or "default"),
        partial=partial,
        dry_run=dry_run,
        shown=None if dry_run else importing.SHOWN,
    )
    with watched(sources([Path(file) for file in files])) as (found, done):
        report = importing.import_sessions(opened.project_or_new(), found, options, progress=done)
    _show(report, is_json=json, dry_run=dry_run)
    return COULD_NOT if report.n_rejected and not partial else 0


def _read_as(format: str, mapping: Path | None, told: "Told") -> dict[str, Any]:  # noqa: A002
    """Return the options that say how files are to be read."""
    from judging.importers import session_mapping

    if format and mapping:
        raise typer.BadParameter("Say --format or --mapping, not both.")
    read = session_mapping.read_file(mapping) if mapping else None
    return {"format": format or None, "mapping": read, "told": told}


def _told(agents: list[str] | None, dates: str, *, other_agents: bool) -> "Told":
    from judging.importers import Told
    from judging.importers.date_orders import DateOrder

    _check(dates, DATES)
    return Told(frozenset(agents or ()), DateOrder(dates) if dates else None, other_agents)


def _check(word: str, allowed: tuple[str, ...]) -> None:
    if word and word not in allowed:
        raise typer.BadParameter(f"{word} is none of {', '.join(allowed)}.")


def formats(*, json: options.Json = False) -> None:
    """List what can be imported, and what exported."""
    from judging import exporters, importers

    rows = [(importer.name, importer.title) for importer in importers.ALL]
    written = [(e.name, e.title, e.suffixes) for e in exporters.ALL]
    if json:
        printing.document(
            {
                "importers": [{"name": n, "title": t} for n, t in rows],
                "exporters": [{"name": n, "title": t, "suffixes": s} for n, t, s in written],
            }
        )
        return
    print(f"{len(rows)} formats are read, each told by what a file holds; {len(written)} written.")
    print()
    printing.table(("format in", "what it is"), rows)
    print()
    printing.table(
        ("format out", "what it is", "files"), [(n, t, " ".join(s)) for n, t, s in written]
    )


def as_json(report: "ImportReport") -> dict[str, Any]:
    """Return a report as the document that `judging import --json` prints."""
    imported = report.imported if report.stored or not report.n_rejected else 0
    return {
        "imported": imported,
        "skipped": [{"where": s.where, "reason": s.reason} for s in report.skipped],
        "rejected": [{"where": r.where, "reason": r.reason} for r in report.rejected],
        "warnings": report.warnings,
        "format": ", ".join(report.formats),
        "sessions": [_digest(session) for session in report.sessions],
    }


def _digest(session: "Session") -> dict[str, Any]:
    calls = {str(t.number): [c.name for c in t.tool_calls] for t in session.turns if t.tool_calls}
    tools = {str(t.number): t.tool_name for t in session.turns if t.tool_name}
    prompt, goal = session.system_prompt, session.goal
    return {
        "session_id": session.external_id,
        "n_turns": len(session.turns),
        "n_exchanges": session.n_exchanges,
        "roles": [str(role) for role in session.roles],
        "first_content_prefix": session.turns[0].content[:PREFIX] if session.turns else "",
        "last_content_prefix": session.turns[-1].content[:PREFIX] if session.turns else "",
        "tool_calls_by_turn": calls,
        "tool_names_by_turn": tools,
        "system_prompt_prefix": None if prompt is None else prompt[:PREFIX],
        "goal": None if goal is None else goal[:GOAL],
        "model": session.agent_model,
    }


def _as(report: "ImportReport") -> str:
    """Return as which formats the files were read, as far as a line has room."""
    shown = report.formats[:FORMATS]
    more = f" and {len(report.formats) - FORMATS} more" if len(report.formats) > FORMATS else ""
    return f" ({', '.join(shown)}{more})" if shown else ""


def _show(report: "ImportReport", *, is_json: bool, dry_run: bool) -> None:
    if is_json:
        printing.document(as_json(report))
        return
    if report.n_rejected and not report.stored:
        pieces = counted(report.n_rejected, "piece")
        print(f"Nothing stored: {pieces} cannot be read{_as(report)}.")
    else:
        verb = "would be imported" if dry_run else "imported"
        print(f"{counted(report.imported, 'session')} {verb}{_as(report)}.")
    if report.skipped:
        first = report.skipped[0]
        print(f"{len(report.skipped)} left out, first {first.where}: {first.reason}")
    for piece in report.rejected[:20]:
        print(f"  {piece.where}: {piece.reason}")
    if report.n_rejected > len(report.rejected[:20]):
        print(f"  … and {report.n_rejected - 20} more; --json lists a thousand.")
    if report.n_rejected and not report.stored:
        print("To mend it: correct the file, or store the good ones with --partial.")
    for warning in report.warnings[:10]:
        printing.note(f"note: {warning}")
    if len(report.warnings) > 10:
        printing.note(f"note: … and {len(report.warnings) - 10} more.")
