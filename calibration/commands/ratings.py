"""Labels and verdicts in: `labels import`, `verdicts import`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from calibration.commands import options, printing
from calibration.commands.exit_codes import COULD_NOT
from judging.wording import counted

if TYPE_CHECKING:
    from calibration.files.placing import RatingReport
    from judging.importers import RatingOptions

labels = typer.Typer(help="Labels: what reviewers say.", no_args_is_help=True)
verdicts = typer.Typer(help="Verdicts of a judge you already have.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="CSV, TSV, JSONL or JSON.")]
CriterionKey = Annotated[str, typer.Option(help="The criterion, where the file names none.")]
Passes = Annotated[list[str] | None, typer.Option("--pass", help="A value that means pass.")]
Fails = Annotated[list[str] | None, typer.Option("--fail", help="A value that means fail.")]
TurnBase = Annotated[str, typer.Option(help="How the file numbers turns: 1, 0, or source.")]
MappingFile = Annotated[
    Path | None, typer.Option("--mapping", help="A YAML file that says which columns are what.")
]
AddCriteria = Annotated[str, typer.Option(help="The rubric that takes up unknown criteria.")]
Partial = Annotated[bool, typer.Option(help="Store the good rows despite bad ones.")]


@labels.command("import")
def import_labels(
    file: File,
    reviewer: Annotated[str, typer.Option(help="Who gave them, where the file is silent.")] = "",
    criterion: CriterionKey = "",
    made_by: Annotated[str, typer.Option(help="person, model or program.")] = "person",
    blind: Annotated[str, typer.Option(help="yes or no, where the file is silent.")] = "",
    sampling: Annotated[str, typer.Option(help="random, judge-stratified or chosen.")] = "",
    passes: Passes = None,
    fails: Fails = None,
    turn_base: TurnBase = "1",
    mapping: MappingFile = None,
    add_criteria: AddCriteria = "",
    *,
    partial: Partial = False,
    json: options.Json = False,
) -> int:
    """Bring labels in from a file; all of them, or none."""
    from calibration.commands import opened
    from calibration.files import label_files
    from judging.importers import Source
    from judging.ratings import Maker

    options = label_files.LabelOptions(
        reading=_reading(criterion, passes, fails, turn_base, mapping, verdicts=False),
        reviewer=reviewer or None,
        made_by=Maker(_one_of("--made-by", made_by, tuple(Maker))),
        blind={"yes": True, "no": False, "": None}[_one_of("--blind", blind, ("yes", "no", ""))],
        sampling=label_files.Sampling(_one_of("--sampling", sampling, tuple(label_files.Sampling)))
        if sampling
        else None,
        add_criteria=add_criteria or None,
        partial=partial,
    )
    report = label_files.import_labels(opened.project(), Source.of(file), options)
    return _reported(report, "labels", json=json, partial=partial)


@verdicts.command("import")
def import_verdicts(
    file: File,
    judge: Annotated[str, typer.Option(help="The judge's name.")],
    rubric: Annotated[str, typer.Option(help="conversation@1: what they were given under.")] = "",
    criterion: CriterionKey = "",
    passes: Passes = None,
    fails: Fails = None,
    turn_base: TurnBase = "1",
    mapping: MappingFile = None,
    add_criteria: AddCriteria = "",
    *,
    partial: Partial = False,
    json: options.Json = False,
) -> int:
    """Bring a judge's verdicts in from a file; all of them, or none."""
    from calibration.commands import opened
    from calibration.files import verdict_files
    from judging.importers import Source

    options = verdict_files.VerdictOptions(
        reading=_reading(criterion, passes, fails, turn_base, mapping, verdicts=True),
        judge=judge,
        rubric=rubric or None,
        add_criteria=add_criteria or None,
        partial=partial,
    )
    report = verdict_files.import_verdicts(opened.project(), Source.of(file), options)
    return _reported(report, "verdicts", json=json, partial=partial)


def _reading(
    criterion: str,
    passes: list[str] | None,
    fails: list[str] | None,
    turn_base: str,
    mapping: Path | None,
    *,
    verdicts: bool,
) -> "RatingOptions":
    from judging.importers import RatingOptions, rating_mapping

    return RatingOptions(
        criterion=criterion or None,
        passes=tuple(passes or ()),
        fails=tuple(fails or ()),
        turn_base=_one_of("--turn-base", turn_base, ("0", "1", "source")),
        mapping=rating_mapping.read_file(mapping) if mapping else None,
        verdicts=verdicts,
    )


def _one_of(option: str, word: str, allowed: tuple[str, ...]) -> str:
    if word not in allowed:
        raise typer.BadParameter(
            f"{option}: {word!r} is none of {', '.join(filter(None, allowed))}."
        )
    return word


def _reported(report: "RatingReport", what: str, *, json: bool, partial: bool) -> int:
    if json:
        printing.document(
            {
                "imported": report.imported,
                "unchanged": report.unchanged,
                "skipped": [{"where": s.where, "reason": s.reason} for s in report.skipped],
                "rejected": [{"where": r.where, "reason": r.reason} for r in report.rejected],
                "warnings": report.warnings,
            }
        )
    else:
        _print(report, what)
    return COULD_NOT if report.rejected and not partial else 0


def _print(report: "RatingReport", what: str) -> None:
    if report.stored:
        there = f"; {report.unchanged} were there already" if report.unchanged else ""
        print(f"{counted(report.imported, what.removesuffix('s'))} imported{there}.")
    else:
        n = len(report.rejected)
        print(f"Nothing stored: {counted(n, 'row')} {'has' if n == 1 else 'have'} no place.")
    for row in report.rejected[:20]:
        print(f"  {row.where}: {row.reason}")
    if len(report.rejected) > 20:
        print(f"  … and {len(report.rejected) - 20} more; --json lists them all.")
    if not report.stored:
        print("To mend it: correct the file, or store the good rows with --partial.")
    for warning in report.warnings[:10]:
        printing.note(f"note: {warning}")
