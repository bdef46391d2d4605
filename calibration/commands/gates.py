"""The sealed test: `split`, `gate`."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import options, printing
from calibration.commands.exit_codes import INSUFFICIENT, NO
from calibration.commands.ratings import labels
from judging.splitting import Part

if TYPE_CHECKING:
    from calibration.agreement.held import Held
    from calibration.gate.gate_looks import CriterionGate
    from calibration.gate.gating import GateReport
    from calibration.gate.splitting import Parted
    from judging.agreement.gate_row import GateRow
    from storage import Project

COLUMNS = ("condition", "value", "bound", "asked for", "n", "outcome", "what would change it")
ALIKE = "Draw as many of each of its answers, which is not told; at random without one."
SEALED = (
    "What judges say of the test's sessions is sealed: reports count the others, and judging gate "
    "opens it, one look at a time."
)


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(split)
    command.command()(gate)


def split(
    test: Annotated[
        float, typer.Option(min=0.05, max=0.95, help="The share of the sealed test.")
    ] = 0.6,
    seed: Annotated[str, typer.Option(help="Another one, another split.")] = "",
    *,
    json: options.Json = False,
) -> None:
    """Part the sessions into those to look at and a sealed test; none is ever moved."""
    from calibration.commands import opened
    from calibration.gate import splitting

    parted = splitting.part(opened.project(), test, seed)
    if json:
        printing.document(_parted(parted))
        return
    print(f"{parted.new:,} sessions were put into a split. {SEALED}")
    if parted.used:
        print(f"{parted.used:,} that a rubric quotes are not in the test.")
    shares = [(word, each["sessions"], each["groups"]) for word, each in _shares(parted).items()]
    printing.table(("split", "sessions", "groups"), shares)


def _parted(parted: "Parted") -> dict[str, Any]:
    return {"new": parted.new, "quoted": parted.used, **_shares(parted)}


def _shares(parted: "Parted") -> dict[str, dict[str, int]]:
    from storage import Split

    return {
        str(split): {
            "sessions": parted.counts[split].sessions if split in parted.counts else 0,
            "groups": parted.counts[split].groups if split in parted.counts else 0,
        }
        for split in Split
    }


def gate(
    rubric: options.Rubric,
    judge: options.Judge,
    reference: options.Reference = "person",
    *,
    readiness: Annotated[
        bool, typer.Option("--readiness", help="What it went through before; uses no look.")
    ] = False,
    drift: Annotated[
        bool, typer.Option("--drift", help="Labels given since it passed; uses no look.")
    ] = False,
    ceiling: Annotated[
        bool,
        typer.Option("--ceiling", help="Hold it to what people reach, and not to a fixed kappa."),
    ] = False,
    json: options.Json = False,
) -> int:
    """Look at the sealed test, and say on which criteria a judge may run unwatched."""
    from calibration.agreement import held
    from calibration.commands import opened

    if readiness + drift + ceiling > 1:
        raise typer.BadParameter("Ask for one of --readiness, --drift and --ceiling.")
    project = opened.project()
    asked = held.named(project, rubric, judge, reference)
    if readiness:
        return _readiness(project, asked, json=json)
    if drift:
        return _drift(project, asked, json=json)
    return _look(project, asked, by_ceiling=ceiling, json=json)


def _look(project: "Project", held: "Held", *, by_ceiling: bool, json: bool) -> int:
    from calibration.gate import gating
    from calibration.gate.gate_ceiling import Standard
    from judging.agreement.gate import Deployment

    standard = Standard.CEILING if by_ceiling else Standard.KAPPA
    report = gating.gate(project, held, standard=standard)
    if json:
        printing.document(_document(report))
    else:
        _print(report)
    codes = {Deployment.DEPLOYABLE: 0, Deployment.NOT_DEPLOYABLE: NO}
    return codes.get(report.decision, INSUFFICIENT)


def _readiness(project: "Project", held: "Held", *, json: bool) -> int:
    from calibration.commands import readiness_document
    from calibration.gate import readiness

    rows = readiness.rows(project, held)
    if json:
        printing.document(readiness_document.document(held, rows))
    else:
        readiness_document.show(rows)
    return readiness_document.code(rows)


def _drift(project: "Project", held: "Held", *, json: bool) -> int:
    from calibration.commands import drift_document
    from calibration.gate import drifting

    report = drifting.since(project, held)
    if json:
        printing.document(drift_document.document(report))
    else:
        drift_document.show(report)
    return drift_document.code(report)


@labels.command("draw")
def draw_labels(
    n: Annotated[int, typer.Argument(min=1, help="How many sessions.")],
    split: Annotated[Part, typer.Option(help="Of which sessions.")] = Part.TEST,
    rubric: Annotated[str, typer.Option(help="With a judge: under which it answered.")] = "",
    judge: Annotated[str, typer.Option(help=ALIKE)] = "",
    criterion: Annotated[str, typer.Option(help="With a judge: on which it answered.")] = "",
    seed: Annotated[str, typer.Option(help="Another one, another sample.")] = "",
    *,
    json: options.Json = False,
) -> None:
    """Draw sessions to be labelled, so that what is found on them tells of all."""
    from calibration.agreement import held
    from calibration.commands import opened
    from calibration.labels import drawing

    if bool(judge) != bool(rubric and criterion):
        raise typer.BadParameter("A judge goes with --rubric and --criterion, and they with it.")
    project, of = opened.project(), None
    if judge:
        asked = held.named(project, rubric, judge, "person")
        of = (asked, asked.version.rubric.criterion(criterion))
    found = drawing.draw(project, n, split, of=of, seed=seed)
    if json:
        printing.document(asdict(found))
        return
    print(
        f"{found.sessions:,} of {found.population:,} sessions that nobody has labelled were drawn "
        f"({found.name}). They come first on the Label page."
    )


def _document(report: "GateReport") -> dict[str, Any]:
    return {
        "rubric": report.held.version.rubric.label,
        "judge": report.held.judge.identity.name,
        "reference": report.held.reference.word,
        "decision": str(report.decision),
        "criteria": [_criterion(one) for one in report.criteria],
    }


def _criterion(found: "CriterionGate") -> dict[str, Any]:
    return {
        "criterion": found.criterion.key,
        "decision": str(found.decision),
        "look": found.look,
        "stored": found.is_stored,
        "standard": str(found.standard),
        "reason": found.reason,
        "rows": [_row(row) for row in found.rows],
    }


def _row(row: "GateRow") -> dict[str, Any]:
    return {
        "condition": str(row.condition),
        "value": row.value,
        "bound": row.bound,
        "threshold": row.threshold,
        "n": row.n,
        "outcome": str(row.outcome),
        "needed": row.needed,
    }


def _print(report: "GateReport") -> None:
    from calibration.gate.gate_words import sentence

    print(sentence(report))
    for found in report.criteria:
        print()
        look = "no look used" if found.look is None else f"look {found.look}"
        again = ", answered before" if found.is_stored else ""
        decision = str(found.decision).replace("_", " ")
        against = ", against the human ceiling" if found.standard == "ceiling" else ""
        told = f"{found.criterion.key}: {decision} ({look}{again}{against}). {found.reason}"
        print(told.rstrip())
        if found.rows:
            printing.table(
                COLUMNS,
                [_cells(row) for row in found.rows],
            )


def _cells(row: "GateRow") -> tuple[object, ...]:
    numbers = [f"{one:.3g}" if one is not None else "" for one in (row.value, row.bound)]
    asked = "" if row.threshold is None else f"{row.threshold:g}"
    n = "" if row.n is None else row.n
    return str(row.condition), *numbers, asked, n, str(row.outcome), row.needed
