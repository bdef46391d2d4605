"""Bias checks: `bias`."""

from typing import TYPE_CHECKING, Any

import typer

from calibration.commands import options, printing
from calibration.commands.reports import estimate_as_json, unlabelled

if TYPE_CHECKING:
    from calibration.bias_checks import BiasReport
    from calibration.bias_outcomes import Checked


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(bias)


def bias(
    rubric: options.Rubric,
    judge: options.Judge,
    reference: options.Reference = "person",
    *,
    blind_only: options.BlindOnly = False,
    json: options.Json = False,
) -> int:
    """Say whether a judge's errors depend on length, model family and the like."""
    from calibration import bias_checks, held
    from calibration.commands import opened

    project = opened.project()
    asked = held.named(project, rubric, judge, reference, blind_only=blind_only)
    report = bias_checks.checks(project, asked.version, asked.judge, asked.reference)
    if json:
        printing.document(_document(project.name, report))
    else:
        _print(report)
    return unlabelled(asked.reference) if report.lacks_reference else 0


def _document(project: str, report: "BiasReport") -> dict[str, Any]:
    held = report.held
    return {
        "project": project,
        "rubric": held.version.rubric.label,
        "judge": held.judge.identity.name,
        "reference": held.reference.word,
        "blind_only": held.reference.blind_only,
        "criteria": [
            {
                "criterion": entry.criterion.key,
                "level": str(entry.criterion.level),
                "confidence": entry.confidence,
                "checks": [_as_json(found) for found in entry.checks],
            }
            for entry in report.criteria
        ],
    }


def _as_json(found: "Checked") -> dict[str, Any]:
    check = found.check
    return {
        "check": str(check.check),
        "state": str(check.state),
        "estimate": estimate_as_json(check.estimate),
        "groups": [
            {
                "name": group.name,
                "x": round(group.x),
                "n": round(group.n),
                "rate": estimate_as_json(group.rate),
            }
            for group in check.groups
        ],
        "sentence": check.sentence,
        "remarks": list(found.remarks),
        "wanted": found.wanted,
    }


def _print(report: "BiasReport") -> None:
    held = report.held
    judge, rubric = held.judge.identity.name, held.version.rubric.label
    blind = ", blind labels only" if held.reference.blind_only else ""
    print(f"{judge} under {rubric}, against the labels by {held.reference.whose}{blind}.")
    for entry in report.criteria:
        print()
        print(f"{entry.criterion.key}, each interval at {100 * entry.confidence:.3g} %:")
        for found in entry.checks:
            check = found.check
            print(f"  {str(check.check).replace('_', ' ')}: {check.state}")
            for sentence in (check.sentence, found.wanted, *found.remarks):
                if sentence:
                    print(f"    {sentence}")
