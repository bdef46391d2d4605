"""Reports: `agreement`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import elsewhere, options, printing
from calibration.commands.estimates import estimate_as_json, interval
from calibration.commands.exit_codes import INSUFFICIENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.agreement.consistency import Consistency
    from calibration.agreement.drawn_agreement import DrawnAgreement
    from calibration.agreement.pass_rates import PassRates
    from calibration.agreement.reporting import AgreementReport, CriterionReport
    from calibration.agreement.transported_rates import Transported
    from storage import Project, Reference

ESTIMATES = (
    "kappa",
    "tpr",
    "tnr",
    "precision",
    "f1",
    "observed_agreement",
    "human_fail_rate",
    "judge_fail_rate",
    "pabak",
    "ac1",
    "end_to_end_recall",
    "human_ceiling",
)
NUMBERS = (
    "prevalence_index",
    "bias_index",
    "kappa_max",
    "design_effect",
    "not_scored",
    "judge_cannot_tell",
    "human_cannot_tell",
    "not_applicable",
    "labels_needed",
)


COLUMNS = (
    "criterion",
    "n",
    "kappa [95 %]",
    "two people [95 %]",
    "TPR [95 %]",
    "TNR [95 %]",
    "fails",
    "passes",
    "not scored",
    "not applicable",
)


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(agreement)


def agreement(
    rubric: options.Rubric,
    judge: options.Judge,
    reference: options.Reference = "person",
    run: Annotated[int, typer.Option(help="Only the verdicts of this run.")] = 0,
    split: options.Split = None,
    errors_from: Annotated[
        str, typer.Option(help="Correct pass rates by the errors in this project, or in run:N.")
    ] = "",
    known_errors: Annotated[
        list[str] | None,
        typer.Option(help=f"Or by these, right on fails and on passes: {elsewhere.EXAMPLE}."),
    ] = None,
    *,
    blind_only: options.BlindOnly = False,
    json: options.Json = False,
) -> int:
    """Say how far a judge agrees with the reference, criterion by criterion."""
    from calibration.agreement import held, reporting
    from calibration.commands import opened
    from calibration.gate import gating

    project = opened.project()
    asked = held.named(project, rubric, judge, reference, blind_only=blind_only)
    # Of errors elsewhere, those of a sealed test stay sealed.
    source = elsewhere.source(project, asked, errors_from, known_errors or ())
    asked = gating.on(project, asked, split)
    report = reporting.agreement(
        project, asked.version, asked.judge, asked.reference, run=run or None
    )
    rates = elsewhere.rates(project, report, source)
    if json:
        printing.document(as_json(project, report, rates))
    else:
        _print(project, report)
        elsewhere.show(rates)
    return unlabelled(report.reference) if report.lacks_reference else 0


def unlabelled(reference: "Reference") -> int:
    """Say that the criteria have no label of the reference, and return the exit code for that."""
    printing.note(
        f"There are no labels by {reference.whose} on these criteria. "
        "Name whose labels are the reference with --reference."
    )
    return INSUFFICIENT


def as_json(
    project: "Project",
    report: "AgreementReport",
    rates: "Mapping[str, Transported | None] | None" = None,
) -> dict[str, Any]:
    """Return a report as the document that `judging agreement --json` prints."""
    from calibration.agreement import consistency, pass_rates
    from calibration.agreement.reporting import level_of
    from calibration.gate import gating

    return {
        "project": project.name,
        "rubric": report.version.rubric.label,
        "judge": report.judge.identity.name,
        "level": str(level_of(report.criteria)),
        "split": gating.part_shown(project, report.reference),
        "reference": report.reference.word,
        "blind_only": report.reference.blind_only,
        "run": report.run,
        "criteria": [
            _criterion(entry)
            | {
                "weighted": _weighted(entry.drawn),
                "pass_rate": _pass_rate(pass_rates.of(project, entry.compared)),
                "self_consistency": _consistency(consistency.of(project, entry)),
                "transported": elsewhere.as_json((rates or {}).get(entry.criterion.key)),
            }
            for entry in report.criteria
        ],
    }


def _criterion(report: "CriterionReport") -> dict[str, Any]:
    found, bounds = report.agreement, report.agreement.statuses.kappa_bounds
    cells = {name: round(getattr(found.cells, name)) for name in ("tp", "fn", "fp", "tn")}
    return {
        "criterion": report.criterion.key,
        "level": str(report.criterion.level),
        "n": found.n,
        "sessions": found.sessions,
        "cells": cells,
        **{name: estimate_as_json(getattr(found, name)) for name in ESTIMATES},
        **{name: getattr(found, name) for name in NUMBERS},
        "kappa_if_left_open_wrong": bounds and bounds[0],
        "kappa_if_left_open_right": bounds and bounds[1],
    }


def _weighted(found: "DrawnAgreement | None") -> dict[str, Any] | None:
    """Return agreement by what labels stand for; None where each stands for as much."""
    if found is None:
        return None
    names = ("kappa", "tpr", "tnr")
    return {name: estimate_as_json(getattr(found, name)) for name in names} | {
        "labels": found.labels
    }


def _pass_rate(found: "PassRates") -> dict[str, Any]:
    return {
        "judged": {str(outcome): n for outcome, n in sorted(found.judged.items())},
        "undecided": found.undecided,
        "raw": found.raw,
        "raw_if_unscored_fail": found.raw_if(passing=False),
        "raw_if_unscored_pass": found.raw_if(passing=True),
        "corrected": estimate_as_json(found.corrected),
        "low_if_unscored_fail": found.corrected_if(passing=False).value,
        "high_if_unscored_pass": found.corrected_if(passing=True).value,
        "labels": found.labels,
        "effective_labels": found.worth,
        "unstable": found.is_unstable,
        "left_out": found.left_out,
        "design": str(found.design),
        "reason": found.objection,
    }


def _consistency(found: "Consistency | None") -> dict[str, Any] | None:
    """Return how often two answers on one unit differ; None where nothing was asked twice."""
    if found is None:
        return None
    flips = estimate_as_json(found.measured.flip_probability)
    return flips | {"units": found.measured.units, "runs": found.runs}


def _print(project: "Project", report: "AgreementReport") -> None:
    from calibration.agreement import agreement_words, consistency, left_out

    judge, rubric = report.judge.identity.name, report.version.rubric.label
    blind = ", blind labels only" if report.reference.blind_only else ""
    print(f"{judge} under {rubric}, against the labels by {report.reference.whose}{blind}.")
    print(agreement_words.headline(report))
    print("TPR is the share of real failures that the judge finds, TNR that of real passes.")
    print()
    printing.table(COLUMNS, [_row(entry) for entry in report.criteria])
    for entry in report.criteria:
        for remark in (*left_out.sentences(entry), *entry.remarks):
            print(f"{entry.criterion.key}: {remark}")
        if found := consistency.of(project, entry):
            print(f"{entry.criterion.key}: {found.sentence}")


def _row(entry: "CriterionReport") -> tuple[object, ...]:
    found = entry.agreement
    return (
        entry.criterion.key,
        found.n,
        interval(entry.kappa),
        ceiling(entry),
        interval(entry.tpr),
        interval(entry.tnr),
        round(found.cells.reference_fails),
        round(found.cells.reference_passes),
        found.not_scored,
        found.not_applicable,
    )


def ceiling(entry: "CriterionReport") -> str:
    """Return how far two people agree, or why that is not known."""
    if entry.people is None:
        return "not people's labels"
    if not entry.people.units:
        return "nobody labelled twice"
    return interval(entry.agreement.human_ceiling)
