"""Rubrics: `rubric list`, `show`, `add`, `diff`."""

from pathlib import Path
from typing import Annotated

import typer

from calibration.commands import options, printing

rubric = typer.Typer(help="Rubrics and their versions.", no_args_is_help=True)


@rubric.command("list")
def list_(*, json: options.Json = False) -> None:
    """List every version of every rubric."""
    from calibration.commands import opened

    versions = opened.project_or_new().rubrics.versions()
    rows = [
        (v.rubric.label, len(v.rubric.criteria), f"{v.created_at:%Y-%m-%d}", v.rubric.note)
        for v in versions
    ]
    columns = ("rubric", "criteria", "saved", "note")
    if json:
        printing.document({"rubrics": [dict(zip(columns, row, strict=True)) for row in rows]})
    else:
        printing.table(columns, rows)


@rubric.command()
def show(name: Annotated[str, typer.Argument(help="conversation, or conversation@1.")]) -> None:
    """Print a rubric as a file that `rubric add` reads."""
    from calibration.commands import opened
    from judging.rubrics import written

    print(written(opened.project_or_new().rubrics.get(name).rubric), end="")


@rubric.command()
def add(file: Annotated[Path, typer.Argument(help="A rubric file (YAML).")]) -> None:
    """Save a rubric file as a new version."""
    from calibration import rubric_editing
    from calibration.commands import opened
    from judging.rubrics import read_file

    project = opened.project_or_new()
    before = {version.id for version in project.rubrics.versions()}
    saved = rubric_editing.add(project, read_file(file))
    state = "is saved already" if saved.id in before else "saved"
    print(f"{saved.rubric.label} {state}.")


@rubric.command()
def diff(
    first: Annotated[str, typer.Argument(help="conversation@1")],
    second: Annotated[str, typer.Argument(help="conversation@2")],
) -> None:
    """Show what changed from one version to another, line by line."""
    from calibration.commands import opened
    from calibration.rubric_changes import changed_lines

    rubrics = opened.project_or_new().rubrics
    lines = changed_lines(rubrics.get(first).rubric, rubrics.get(second).rubric)
    print("\n".join(lines) if lines else f"{first} and {second} are equal.")
