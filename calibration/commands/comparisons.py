"""Comparisons: `compare`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.agreement import p_values
from calibration.commands import options, printing
from calibration.commands.estimates import estimate_as_json, interval
from calibration.commands.exit_codes import INSUFFICIENT

if TYPE_CHECKING:
    from calibration.agreement.comparing import ComparisonReport, CriterionComparison, Side
    from judging.agreement.leniency import LeniencyShift
    from storage import Project


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(compare)


def compare(
    rubrics: Annotated[list[str], typer.Argument(help="One version, or two of them: R@1 R@2.")],
    judge: Annotated[list[str], typer.Option(help="One judge, or two with one version.")],
    reference: options.Reference = "person",
    *,
    blind_only: options.BlindOnly = False,
    json: options.Json = False,
) -> int:
    """Compare two rubric versions, or two judges, on the same labels."""
    from calibration.agreement import comparing, reporting
    from calibration.commands import opened

    project = opened.project()
    first, second = _sides(project, rubrics, judge)
    chosen = reporting.reference_named(project, reference, blind_only=blind_only)
    report = comparing.compare(project, first, second, chosen)
    if json:
        printing.document(_document(project, report))
    else:
        _print(report)
    if not any(entry.statistics.n for entry in report.criteria):
        printing.note("No labelled unit has a verdict on both sides: there is nothing to compare.")
        return INSUFFICIENT
    return 0


def _sides(project: "Project", rubrics: list[str], judges: list[str]) -> tuple["Side", "Side"]:
    from calibration.agreement.comparing import Side

    if sorted((len(rubrics), len(judges))) != [1, 2]:
        raise typer.BadParameter(
            "Name two rubric versions and one --judge, or one version and two of --judge."
        )
    versions = [project.rubrics.get(label) for label in rubrics]
    named = [project.judges.get(word) for word in judges]
    first, second = ((versions[0], named[0]), (versions[-1], named[-1]))
    return Side(*first), Side(*second)


def _document(project: "Project", report: "ComparisonReport") -> dict[str, Any]:
    reference = report.reference
    return {
        "first": _side(project, report.first),
        "second": _side(project, report.second),
        "reference": reference.reviewer or str(reference.maker),
        "blind_only": reference.blind_only,
        "criteria": [_as_json(entry) for entry in report.criteria],
        "left_out": list(report.left_out),
    }


def _side(project: "Project", side: "Side") -> dict[str, Any]:
    from calibration import judge_costs
    from calibration.runs.money import usd

    return {
        "rubric": side.version.rubric.label,
        "judge": side.judge.identity.name,
        "usd_per_100_sessions": usd(judge_costs.per_hundred(project, side.version, side.judge)),
    }


def _as_json(entry: "CriterionComparison") -> dict[str, Any]:
    found = entry.statistics
    return {
        "criterion": entry.criterion.key,
        "n": found.n,
        "groups": entry.groups,
        "fixed": len(entry.fixed),
        "broken": len(entry.broken),
        "unchanged": entry.unchanged,
        "undecided": entry.undecided,
        "mcnemar_p": found.correctness.p_exact if found.n else None,
        "delta_kappa": estimate_as_json(found.delta_kappa),
        "delta_tpr": estimate_as_json(found.delta_tpr),
        "delta_tnr": estimate_as_json(found.delta_tnr),
        "leniency": _leniency(entry.shift),
        "decision": str(found.decision),
        "objection": entry.objection,
        "caveat": entry.caveat,
        "flips": [
            {
                "session_id": flip.session,
                "turn": flip.turn,
                "from": str(flip.first),
                "to": str(flip.second),
                "human": str(flip.human),
            }
            for flip in entry.flips
        ],
    }


def _leniency(shift: "LeniencyShift | None") -> dict[str, Any] | None:
    if shift is None:
        return None
    return {
        "n": shift.n,
        "to_pass": shift.to_pass,
        "to_fail": shift.to_fail,
        "mcnemar_p": shift.test.p_exact,
        "change": estimate_as_json(shift.change),
    }


def _print(report: "ComparisonReport") -> None:
    print(f"From {report.first.name} to {report.second.name}.")
    print("Fixed: only the second agrees with the label. Broken: only the first does.")
    print()
    columns = ("criterion", "n", "fixed", "broken", "unchanged", "McNemar p")
    more = ("change of kappa [95 %]", "of TPR", "of TNR", "decision")
    rows = [
        (
            entry.criterion.key,
            entry.statistics.n,
            len(entry.fixed),
            len(entry.broken),
            entry.unchanged,
            p_values.said(entry.statistics.correctness.p_exact) if entry.statistics.n else None,
            interval(entry.statistics.delta_kappa),
            interval(entry.statistics.delta_tpr),
            interval(entry.statistics.delta_tnr),
            str(entry.statistics.decision).replace("_", " "),
        )
        for entry in report.criteria
    ]
    printing.table((*columns, *more), rows)
    _print_leniency(report)
    for entry in report.criteria:
        for said in filter(None, (entry.objection, entry.caveat)):
            print(f"{entry.criterion.key}: {said}")
    if report.left_out:
        print(f"On one side only, and left out: {', '.join(report.left_out)}.")


def _print_leniency(report: "ComparisonReport") -> None:
    shifts = [(one.criterion.key, one.shift) for one in report.criteria if one.shift is not None]
    told = [(key, shift) for key, shift in shifts if shift.n]
    if not told:
        return
    print("\nOn all that both have judged, labelled or not:")
    columns = ("criterion", "n", "only the second passes", "only the first passes")
    rows = [
        (key, s.n, s.to_pass, s.to_fail, interval(s.change), p_values.said(s.test.p_exact))
        for key, s in told
    ]
    printing.table((*columns, "change of passes [95 %]", "McNemar p"), rows)
