"""Audits: `audit redteam`, `audit hindsight`, `audit fit`."""

from typing import TYPE_CHECKING, Annotated

import typer

from calibration.commands import options, printing
from calibration.commands.exit_codes import INSUFFICIENT

if TYPE_CHECKING:
    from calibration.agreement.held import Held
    from judging.judges import JudgeIdentity

audit = typer.Typer(help="What changes a verdict and should not.", no_args_is_help=True)
Criterion = Annotated[str, typer.Option(help="Its key; all of them unless given.")]


@audit.command()
def redteam(
    rubric: options.Rubric,
    judge: options.Judge,
    criterion: Criterion = "",
    limit: Annotated[int, typer.Option(min=1, help="At most so many sessions.")] = 60,
    reference: options.Reference = "person",
    *,
    dry_run: Annotated[bool, typer.Option(help="Say what it would take.")] = False,
    json: options.Json = False,
) -> int:
    """Say whether a judge can be talked into a pass by what stands in a session."""
    from calibration.agreement import reporting
    from calibration.agreement.held import Held
    from calibration.bias import kept_audits, red_team
    from calibration.bias.canaries import canaries
    from calibration.commands import opened, red_team_document

    project = opened.project()
    version, kept = project.rubrics.get(rubric), project.judges.get(judge)
    held = Held(version, kept, reporting.reference_named(project, reference))
    asked = red_team.judge_of(project, held)
    chosen = canaries(project, held, key=criterion, limit=limit)
    if dry_run and chosen:
        spent = red_team.expected(asked, version.rubric, chosen)
        red_team_document.plan(held, chosen, spent, is_json=json)
        return 0
    with printing.progress("Trying", total=len(chosen)) as progress:
        report = red_team.tried(project, asked, version.rubric, chosen, progress)
    kept_audits.keep_red_team(project, held, report)
    if chosen or json:
        red_team_document.show(held, report, is_json=json)
    if not chosen:
        printing.note(_unfailed(held))
    return 0 if report.scored else INSUFFICIENT


@audit.command()
def hindsight(
    rubric: options.Rubric,
    judge: options.Judge,
    criterion: Criterion = "",
    *,
    json: options.Json = False,
) -> int:
    """Say how many verdicts on turns change once the judge sees how the session went on."""
    from calibration.agreement.held import Held
    from calibration.bias import hindsight, kept_audits
    from calibration.commands import hindsight_document, opened
    from storage import Reference

    project = opened.project()
    version, kept = project.rubrics.get(rubric), hindsight.named(project, judge)
    report = hindsight.audit(project, version, kept, criterion)
    kept_audits.keep_hindsight(project, Held(version, kept, Reference()), report)
    if report.units or json:
        hindsight_document.show(version.rubric.label, kept, report, is_json=json)
    if not report.units:
        printing.note(_unjudged(version.rubric.label, kept.identity))
    return 0 if report.units else INSUFFICIENT


@audit.command()
def fit(
    rubric: options.Rubric,
    judge: options.Judge,
    criterion: Criterion = "",
    reference: options.Reference = "person",
    *,
    json: options.Json = False,
) -> int:
    """Say which failures a judge loses when long sessions are shortened for it."""
    from calibration.agreement import reporting
    from calibration.agreement.held import Held
    from calibration.bias import kept_audits, shortened
    from calibration.commands import fit_document, opened

    project = opened.project()
    version, both = project.rubrics.get(rubric), shortened.named(project, judge)
    held = Held(version, both.full, reporting.reference_named(project, reference))
    report = shortened.audit(project, held, both.fit, criterion)
    if both.fit is not None:
        kept_audits.keep_fit(project, held, both.fit, report)
    if report.pairs.units or json:
        fit_document.show(held, report, is_json=json)
    if not report.pairs.units:
        printing.note(fit_document.unjudged(held, report))
    return 0 if report.pairs.units else INSUFFICIENT


def _unfailed(held: "Held") -> str:
    name, rubric = held.judge.identity.name, held.version.rubric.label
    return (
        f"No session is failed both in the labels by {held.reference.whose} and by {name} under "
        f"{rubric}, so there is no fail that it could be talked out of. Label sessions that it "
        f"fails, or have it judge those that are labelled: judging run --rubric {rubric} --judge "
        f"{name} --sessions labelled."
    )


def _unjudged(rubric: str, identity: "JudgeIdentity") -> str:
    from calibration.bias import audit_words

    return (
        f"No turn with others after it has been judged by {identity.name} under {rubric} both "
        "without and with later turns in view. Have it judge with them in view: "
        f"{audit_words.run(rubric, identity, '--hindsight')}."
    )
