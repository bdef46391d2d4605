"""Bias checks: `bias`."""

from typing import TYPE_CHECKING, Any

import typer

from calibration.commands import options, printing
from calibration.commands.estimates import estimate_as_json, interval
from calibration.commands.reports import unlabelled

if TYPE_CHECKING:
    from calibration.bias.bias_checks import BiasReport, CriterionBias
    from calibration.bias.bias_hindsight import LookedBack
    from calibration.bias.bias_outcomes import Checked
    from judging.agreement.bias import Group


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
    from calibration.agreement import held
    from calibration.bias import bias_checks
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
                "caveat": entry.caveat,
                "checks": [_as_json(found) for found in entry.checks],
                "hindsight": _looked_back(entry.looked_back),
            }
            for entry in report.criteria
        ],
    }


def _as_json(found: "Checked") -> dict[str, Any]:
    check, audit = found.check, found.audit
    return {
        "check": str(check.check),
        "state": str(check.state),
        "estimate": estimate_as_json(check.estimate),
        "groups": [_group(group) for group in check.groups],
        "sentence": check.sentence,
        "remarks": list(found.remarks),
        "wanted": found.wanted,
        "commands": list(found.commands),
        "further": [{"key": more.key, **_group(more.group)} for more in found.further],
        "audit": audit and {"made_at": audit.made_at.isoformat(), "cases": list(found.cases)},
    }


def _group(group: "Group") -> dict[str, Any]:
    return {
        "name": group.name,
        "x": round(group.x),
        "n": round(group.n),
        "rate": estimate_as_json(group.rate),
    }


def _looked_back(found: "LookedBack | None") -> dict[str, Any] | None:
    """Return what later turns change, for a criterion that is asked of turns."""
    if found is None:
        return None
    return {
        "made_at": found.audit and found.audit.made_at.isoformat(),
        "units": found.units,
        "changed": found.changed,
        "rate": estimate_as_json(found.rate),
        "changed_by_chance": estimate_as_json(found.by_chance),
        "changes": [{"from": was, "to": became, "n": n} for was, became, n in found.changes],
        "remarks": list(found.remarks),
        "commands": list(found.commands),
        "cases": list(found.cases),
    }


def _print(report: "BiasReport") -> None:
    held = report.held
    judge, rubric = held.judge.identity.name, held.version.rubric.label
    blind = ", blind labels only" if held.reference.blind_only else ""
    print(f"{judge} under {rubric}, against the labels by {held.reference.whose}{blind}.")
    for entry in report.criteria:
        print()
        _print_checks(entry)
        if entry.looked_back:
            back = entry.looked_back
            print("  hindsight:")
            _print_lines(back.sentence, *back.remarks, *map(_as_command, back.commands))


def _print_checks(entry: "CriterionBias") -> None:
    if not entry.labelled:
        print(f"{entry.criterion.key}: nothing is labelled, so no bias can be checked.")
        return
    print(f"{entry.criterion.key}, each interval at {100 * entry.confidence:.3g} %:")
    if entry.caveat:
        print(f"  {entry.caveat}")
    for found in entry.checks:
        _print_check(found)


def _print_check(found: "Checked") -> None:
    check = found.check
    print(f"  {str(check.check).replace('_', ' ')}: {check.state}")
    commands = map(_as_command, found.commands)
    counts = (_counted(more.group) for more in found.further)
    _print_lines(check.sentence, found.wanted, *commands, *found.remarks, *counts)


def _print_lines(*lines: str) -> None:
    for line in filter(None, lines):
        print(f"    {line}")


def _as_command(words: str) -> str:
    return f"  {words}"


def _counted(group: "Group") -> str:
    return f"{group.x:,.0f} of {group.n:,.0f} {group.name}: {interval(group.rate)}."
