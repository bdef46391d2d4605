"""Reviewers against each other: `reviewers`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import options, printing, reviewer_document
from calibration.commands.estimates import estimate_as_json, interval
from calibration.commands.exit_codes import INSUFFICIENT
from judging.ratings import Maker

if TYPE_CHECKING:
    from calibration.agreement.reviewer_agreement import CriterionReviewers, ReviewersReport
    from storage import Project


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(reviewers)


def reviewers(
    rubric: Annotated[
        str, typer.Option(help="conversation, or conversation@1; else the newest of every rubric.")
    ] = "",
    judge: Annotated[str, typer.Option(help="A judge to be held against the ceiling.")] = "",
    made_by: Annotated[Maker, typer.Option(help="Whose labels.")] = Maker.PERSON,
    *,
    blind_only: options.BlindOnly = False,
    json: options.Json = False,
) -> int:
    """Say how far reviewers agree with each other, and how near a judge comes to that."""
    from calibration.agreement import reviewer_agreement
    from calibration.commands import opened

    project = opened.project()
    versions = (
        [project.rubrics.get(rubric)] if rubric else reviewer_agreement.newest_versions(project)
    )
    report = reviewer_agreement.reviewers(
        project,
        versions,
        judge=project.judges.get(judge) if judge else None,
        raters=reviewer_agreement.Raters(made_by, blind_only),
    )
    if json:
        printing.document(
            _document(project, report) | reviewer_document.document(project, versions)
        )
    else:
        _print(report)
    if report.lacks_overlap:
        printing.note(
            f"No two {report.raters.whose} have passed or failed the same session or turn"
            f"{', both blind' if blind_only else ''}: how far they agree is not known. "
            "Have a second one label some of what the first did."
        )
        return INSUFFICIENT
    return 0


def _document(project: "Project", report: "ReviewersReport") -> dict[str, Any]:
    return {
        "project": project.name,
        "made_by": str(report.raters.maker),
        "blind_only": report.raters.blind_only,
        "judge": report.judge.identity.name if report.judge else None,
        "criteria": [_as_json(entry, report) for entry in report.criteria],
    }


def _as_json(entry: "CriterionReviewers", report: "ReviewersReport") -> dict[str, Any]:
    from judging.agreement.criterion import NO_CEILING

    found, against = entry.statistics, entry.statistics.judge
    is_human = report.raters.maker is Maker.PERSON
    return {
        "criterion": entry.criterion.key,
        "rubric": entry.version.rubric.label,
        "level": str(entry.criterion.level),
        "labelled": entry.labelled,
        "units": found.units,
        "alpha": estimate_as_json(found.alpha),
        "fleiss": estimate_as_json(found.fleiss),
        "ac1": estimate_as_json(found.ac1),
        "human_ceiling": estimate_as_json(found.ceiling if is_human else NO_CEILING),
        "mean_kappa": found.mean_kappa,
        "pairs": [
            {
                "a": pair.a,
                "b": pair.b,
                "n": round(pair.cells.n),
                "kappa": estimate_as_json(pair.kappa),
                "few_units": pair.few_units,
            }
            for pair in found.pairs
        ],
        "judge_units": against.units,
        "judge_minus_ceiling": estimate_as_json(against.difference),
    }


def _print(report: "ReviewersReport") -> None:
    whose, blind = report.raters.whose, ", blind labels only" * report.raters.blind_only
    print(f"Labels by {whose}, held against each other{blind}.")
    if report.raters.maker is Maker.PERSON:
        print("Two people drawn at random agree as far as the ceiling says.")
    else:
        print("This is no human ceiling: it says how these labels agree, not how people do.")
    print()
    two = "ceiling [95 %]" if report.raters.maker is Maker.PERSON else "two drawn [95 %]"
    columns = ("criterion", "labelled twice", two, "alpha [95 %]", "Fleiss [95 %]")
    more = ("judge less people [95 %]", "on") if report.judge else ()
    printing.table((*columns, *more), [_row(entry, report) for entry in report.criteria])
    pairs = [
        (entry.criterion.key, pair.a, pair.b, round(pair.cells.n), interval(pair.kappa))
        for entry in report.criteria
        for pair in entry.statistics.pairs
    ]
    if pairs:
        print()
        printing.table(("criterion", "reviewer", "reviewer", "n", "Cohen's kappa [95 %]"), pairs)


def _row(entry: "CriterionReviewers", report: "ReviewersReport") -> tuple[object, ...]:
    found = entry.statistics
    estimates = (interval(e) for e in (found.ceiling, found.alpha, found.fleiss))
    row = (entry.criterion.key, found.units, *estimates)
    if report.judge is None:
        return row
    return (*row, interval(found.judge.difference), found.judge.units)
