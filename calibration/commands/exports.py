"""Out to files: `export`, and `export` of sessions, labels and verdicts."""

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from calibration.commands import options, printing, ratings
from calibration.commands.exit_codes import INSUFFICIENT

if TYPE_CHECKING:
    from calibration.files.exporting import Written
    from judging.bundle import Bundle
    from judging.exporters import Exporter

STANDARD_OUTPUT = Path("-")
SUFFIXES = (".jsonl", ".csv")

sessions = typer.Typer(help="Sessions: the conversations.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="FILE.jsonl, FILE.csv, or - for standard output.")]
Form = Annotated[str, typer.Option("--format", help="jsonl or csv, whatever the file's name.")]
Shape = Annotated[
    str, typer.Option("--as", help="As another tool takes them: judging formats lists which.")
]
Force = Annotated[bool, typer.Option(help="Replace a file that is there.")]


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(export)


@sessions.command("export")
def export_sessions(
    file: File, form: Form = "", *, force: Force = False, json: options.Json = False
) -> None:
    """Write every session to a file that imports again as it is."""
    from calibration.commands import opened
    from calibration.files import exporting

    suffix, project = _suffix(file, form, json=json), opened.project()
    with _opened(file, force=force) as out:
        written = exporting.write_sessions(project, out, suffix)
    _report(written, "sessions", file, suffix, json=json)


@ratings.labels.command("export")
def export_labels(
    file: File,
    form: Form = "",
    shape: Shape = "",
    *,
    force: Force = False,
    json: options.Json = False,
) -> None:
    """Write the labels that count to a file that imports again as it is."""
    from calibration.commands import opened
    from calibration.files import exporting
    from judging.exporters import LABELS, OF_LABELS

    exporter = _shaped(shape, OF_LABELS) if shape else LABELS
    suffix, project = _suffix(file, form, exporter.suffixes, json=json), opened.project()
    with _opened(file, force=force) as out:
        written = exporting.write_labels(project, out, suffix, exporter=exporter)
    _report(written, "labels", file, suffix, json=json)


@ratings.verdicts.command("export")
def export_verdicts(
    file: File,
    rubric: Annotated[str, typer.Option(help="Only those under conversation@1.")] = "",
    judge: Annotated[str, typer.Option(help="Only this judge's.")] = "",
    form: Form = "",
    shape: Shape = "",
    *,
    force: Force = False,
    json: options.Json = False,
) -> None:
    """Write the verdicts that stand to a file that imports again as it is."""
    from calibration.commands import opened
    from calibration.files import exporting
    from judging.exporters import OF_ANSWERS, VERDICTS

    exporter = _shaped(shape, OF_ANSWERS) if shape else VERDICTS
    suffix, project = _suffix(file, form, exporter.suffixes, json=json), opened.project()
    pairs = exporting.judged(project, rubric=rubric, judge=judge)
    with _opened(file, force=force) as out:
        written = exporting.write_verdicts(project, out, suffix, of=pairs, exporter=exporter)
    _report(written, "verdicts", file, suffix, json=json)


def export(
    form: Annotated[str, typer.Argument(metavar="FORMAT", help="As judging formats lists them.")],
    rubric: options.Rubric,
    judge: options.Judge,
    output: Annotated[Path, typer.Option("-o", "--output", help="FILE, or - for standard output.")],
    reference: options.Reference = "person",
    *,
    blind_only: options.BlindOnly = False,
    force: Force = False,
    json: options.Json = False,
) -> int:
    """Write a judge with its rubric version, and what is known of the two, to take along."""
    from calibration.agreement import held
    from calibration.commands import opened
    from calibration.gate import bundling
    from judging.exporters import CALIBRATED

    known = {exporter.name: exporter for exporter in CALIBRATED}
    if form not in known:
        raise typer.BadParameter(f"There is no format {form!r}: {', '.join(known)}.")
    _check_output(output, json=json)
    project = opened.project()
    asked = held.named(project, rubric, judge, reference, blind_only=blind_only)
    bundle = bundling.bundle(project, asked.version, asked.judge, asked.reference)
    if not bundle.basis.labels:
        printing.note(
            f"No verdict meets a label by the reference {reference}: nothing is known of this "
            "judge. Name whose labels are the reference with --reference."
        )
        return INSUFFICIENT
    with _opened(output, force=force) as out:
        known[form].write(bundle, out, known[form].suffixes[0])
    _say(_sentence(bundle, output), _as_json(bundle, form, output), output, json=json)
    return 0


def _sentence(bundle: "Bundle", output: Path) -> str:
    return (
        f"{bundle.identity.name} under {bundle.rubric.label} written to {output}. It rests on "
        f"{bundle.basis.labels} labels, {bundle.basis.decided} of them decided by both sides. "
        f"{_certificate(bundle)}."
    )


def _certificate(bundle: "Bundle") -> str:
    if bundle.expires_at is None:
        return f"Not certified: {bundle.reason}"
    looks = max(result.look or 0 for result in bundle.results)
    held = ", ".join(one.criterion for one in bundle.results if one.ceiling)
    by = f", on {held} held to what people reach among themselves" if held else ""
    return f"Certified at look {looks}, until {bundle.expires_at:%Y-%m-%d}{by}"


def _as_json(bundle: "Bundle", form: str, output: Path) -> dict[str, Any]:
    return {
        "file": str(output),
        "format": form,
        "rubric": bundle.rubric.label,
        "judge": bundle.identity.name,
        "fingerprint": bundle.identity.fingerprint,
        "reference": bundle.basis.reference,
        "criteria": len(bundle.results),
        "labels": bundle.basis.labels,
        "decided": bundle.basis.decided,
        "certified": bundle.certified,
    }


@contextmanager
def _opened(file: Path, *, force: bool) -> Iterator[TextIO]:
    from judging.exporters import output_file

    if file != STANDARD_OUTPUT:
        with output_file(file, replaces=force) as out:
            yield out
        return
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="", write_through=True)
    try:
        yield out
    finally:
        out.detach()


def _shaped(name: str, exporters: "Sequence[Exporter[Any]]") -> "Exporter[Any]":
    known = {exporter.name: exporter for exporter in exporters}
    if name not in known:
        raise typer.BadParameter(f"--as: there is no format {name!r}: {', '.join(known)}.")
    return known[name]


def _suffix(file: Path, form: str, suffixes: "Sequence[str]" = SUFFIXES, *, json: bool) -> str:
    _check_output(file, json=json)
    own = suffixes[0] if file == STANDARD_OUTPUT else file.suffix.lower()
    suffix = f".{form}" if form else own
    if suffix not in suffixes:
        forms = " nor ".join(known.removeprefix(".") for known in suffixes)
        says = f"says neither {forms}" if len(suffixes) > 1 else f"does not say {forms}"
        raise typer.BadParameter(f"{form or file} {says}: end the file's name so, or say --format.")
    return suffix


def _check_output(file: Path, *, json: bool) -> None:
    if json and file == STANDARD_OUTPUT:
        raise typer.BadParameter("--json prints its document where - writes: name a file.")


def _report(written: "Written", what: str, file: Path, suffix: str, *, json: bool) -> None:
    left_out = [{"reason": reason, "count": n} for reason, n in written.left_out.items()]
    document = {
        "exported": written.count,
        "file": str(file),
        "format": suffix.removeprefix("."),
        "left_out": left_out,
    }
    _say(f"{written.count} {what} written to {file}.", document, file, json=json)
    for reason, n in written.left_out.items():
        printing.note(f"note: left out: {n} {reason}.")


def _say(sentence: str, document: dict[str, Any], file: Path, *, json: bool) -> None:
    if json:
        printing.document(document)
    elif file == STANDARD_OUTPUT:
        printing.note(sentence)
    else:
        print(sentence)
