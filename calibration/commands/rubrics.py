"""Rubrics: `rubric list`, `show`, `add`, `example`, `diff`, `lint`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calibration.commands import options, printing
from calibration.commands.exit_codes import NO
from judging.wording import counted

if TYPE_CHECKING:
    from judging.rubrics import RubricVersion, Weakness

ENDINGS = (".yaml", ".yml")

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
        names = {v.rubric.name for v in versions}
        of = counted(len(names), "rubric")
        print(f"{counted(len(rows), 'version')} of {of}.")
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
    from calibration.commands import opened
    from calibration.rubrics import rubric_editing
    from judging.rubrics import read_file

    project = opened.project_or_new()
    before = {version.id for version in project.rubrics.versions()}
    saved = rubric_editing.add(project, read_file(file))
    state = "is saved already" if saved.id in before else "saved"
    print(f"{saved.rubric.label} {state}.")


@rubric.command()
def example(
    name: Annotated[str, typer.Argument(help="conversation, or conversation@1.")],
    criterion: Annotated[str, typer.Option(help="The criterion's key.")],
    session: Annotated[str, typer.Option(help="The session that it is taken from.")],
    text: Annotated[str, typer.Option(help="The case and what decides it, in your own words.")],
    author: Annotated[str, typer.Option(help="Who takes it.")] = "",
) -> None:
    """Show a judge a case that people settled; its session is never in the sealed test."""
    from calibration.commands import opened
    from calibration.rubrics import examples
    from calibration.rubrics.examples import NewExample

    project = opened.project()
    new = NewExample(criterion, session, text, author)
    saved = examples.add(project, project.rubrics.get(name), new)
    print(f"{saved.rubric.label} has it. {session} is for looking only from now on.")


@rubric.command()
def diff(
    first: Annotated[str, typer.Argument(help="conversation@1")],
    second: Annotated[str, typer.Argument(help="conversation@2")],
    judge: Annotated[
        list[str] | None,
        typer.Option(help="Say which of its verdicts carry over, and what the others take."),
    ] = None,
    *,
    json: options.Json = False,
) -> None:
    """Show what changed from one version to another, and what that makes stale."""
    from calibration.commands import opened, rubric_diff
    from calibration.rubrics import renewal

    project = opened.project_or_new()
    before, after = project.rubrics.get(first), project.rubrics.get(second)
    judges = [project.judges.get(word) for word in judge or ()]
    renewed = [renewal.of(project, before, after, one) for one in judges]
    if json:
        printing.document(rubric_diff.document(project, before, after, renewed))
    else:
        rubric_diff.show(before, after, renewed)


@rubric.command()
def lint(
    what: Annotated[str, typer.Argument(metavar="FILE|R[@N]", help="A rubric file, or a rubric.")],
    *,
    json: options.Json = False,
) -> int:
    """Find what makes a rubric hard to agree on: vague words, two questions in one, no bounds."""
    from judging import rubrics

    version = _named(what)
    found = rubrics.lint(version)
    if json:
        document = {"rubric": version.name, "number": version.number or None}
        weak = [asdict(one) for one in found]
        printing.document({**document, "criteria": len(version.criteria), "weaknesses": weak})
    else:
        _print(version, found)
    return NO if found else 0


def _named(what: str) -> "RubricVersion":
    """Return the rubric in a file, for which no database is opened, or one of the project's."""
    from judging.rubrics import read_file

    path = Path(what)
    if path.is_file() or path.suffix.lower() in ENDINGS:
        return read_file(path)
    from calibration.commands import opened

    return opened.project_or_new().rubrics.get(what).rubric


def _print(version: "RubricVersion", found: "tuple[Weakness, ...]") -> None:
    name = version.label if version.number else version.name
    if not found:
        print(f"Nothing to mend in the {len(version.criteria)} criteria of {name}.")
        return
    touched = len({one.criterion for one in found})
    noun = "weak spot" if len(found) == 1 else "weak spots"
    print(f"{len(found)} {noun} in {touched} of the {len(version.criteria)} criteria of {name}.")
    for one in found:
        about = f": {one.words!r:.80}" if one.words else ""
        print(f"\n{one.criterion}, {one.part}{about}\n  {one.what}\n  to mend it: {one.fix}")
