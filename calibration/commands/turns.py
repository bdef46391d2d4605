"""The turns of sessions: `turns`."""

from typing import TYPE_CHECKING, Annotated

import typer

from calibration.commands import options, printing
from calibration.commands.estimates import interval
from calibration.commands.exit_codes import INSUFFICIENT
from calibration.commands.reports import unlabelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calibration.agreement.turn_report import TurnReport
    from calibration.commands.turn_document import AskedTurns
    from judging.agreement import Estimate

COLUMNS = (
    "session",
    "first failing turn",
    "in the labels",
    "failing share",
    "unscored",
    "uncertain",
)


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(turns)


def turns(
    rubric: options.Rubric,
    judge: options.Judge,
    criterion: Annotated[str, typer.Option(help="Its key, where turns can fail several.")] = "",
    reference: options.Reference = "person",
    *,
    blind_only: options.BlindOnly = False,
    json: options.Json = False,
) -> int:
    """Say in which turn each session first fails, and whether labels say the same."""
    from calibration.agreement import held, turn_report
    from calibration.commands import opened, turn_document

    project = opened.project()
    chosen = held.named(project, rubric, judge, reference, blind_only=blind_only)
    found = turn_report.chosen(chosen.version.rubric, criterion)
    report = turn_report.of(project, chosen.on(found)) if found else turn_report.summed(())
    asked = turn_document.AskedTurns(project, chosen, found.key if found else None)
    if json:
        printing.document(turn_document.document(asked, report))
    elif report.judged:
        _print(asked, report)
    if not report.judged:
        printing.note(_unjudged(asked) if found else _without_turns(asked))
        return INSUFFICIENT
    return unlabelled(chosen.reference) if report.lacks_reference else 0


def _print(asked: "AskedTurns", report: "TurnReport") -> None:
    held = asked.held
    judge, rubric = held.judge.identity.name, held.version.rubric.label
    blind = ", blind labels only" * held.reference.blind_only
    whose = f"the labels by {held.reference.whose}{blind}"
    print(f"{judge} under {rubric}, on {asked.criterion}, against {whose}.")
    for sentence in _sentences(report):
        print(sentence)
    print()
    printing.table(COLUMNS, _rows(asked, report))
    if report.agreement.n:
        print()
        printing.table(("measure", "sessions", "of", "estimate [95 %]"), _measures(report))


def _sentences(report: "TurnReport") -> "Iterator[str]":
    n, both = report.agreement.n, len(report.distances)
    failing = sum(one.judge is not None and one.judge.place is not None for one in report.judged)
    yield f"The judge fails a turn in {failing} of {len(report.judged)} sessions."
    if n:
        yield f"In {report.exact} of {n} both find the same first failing turn, or none."
    if both:
        yield (
            f"Of the {both} that fail on both sides the judge is later in {report.later} and "
            f"earlier in {report.earlier}."
        )
    if n < report.compared:
        yield (
            f"{report.compared - n} of {report.compared} with labels are left out of this: a turn "
            "that one side gave no pass or fail could be an earlier first."
        )


def _rows(asked: "AskedTurns", report: "TurnReport") -> list[tuple[object, ...]]:
    verdicts = asked.verdicts(report)
    return [
        (
            verdicts[one.session][0].session,
            one.judge.summary.first_failing,
            one.reference.summary.first_failing if one.reference else None,
            one.judge.summary.failing_share,
            one.judge.summary.unscored,
            "yes" if one.judge.summary.uncertain else "no",
        )
        for one in report.judged
        if one.judge
    ]


def _measures(report: "TurnReport") -> list[tuple[object, ...]]:
    found, n, both = report.agreement, report.agreement.n, len(report.distances)
    told, same = found.detection, report.distances.count(0)
    return [
        ("kappa: does any turn fail", round(told.tp + told.tn), n, interval(found.detection_kappa)),
        ("same first failing turn, or none", report.exact, n, interval(found.exact)),
        ("same, where both fail", same, both, interval(found.exact_among_both)),
        ("at most one turn apart", report.near, both, interval(found.within_1)),
        ("judge later", report.later, both, interval(report.late)),
        ("judge earlier", report.earlier, both, interval(report.early)),
        ("turns that the judge is late", both, both, _signed(found.signed_distance)),
    ]


def _signed(estimate: "Estimate") -> str:
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return interval(estimate)
    return f"{estimate.value:+.2f} [{estimate.low:+.2f}, {estimate.high:+.2f}]"


def _without_turns(asked: "AskedTurns") -> str:
    from calibration.agreement import turn_report

    versions = asked.project.rubrics.versions()
    others = [v.rubric.label for v in versions if turn_report.criteria(v.rubric)]
    return (
        f"{asked.held.version.rubric.label} asks nothing that a turn can fail, so there is no "
        f"first failing turn. Name a rubric that does with --rubric: {', '.join(others)}."
    )


def _unjudged(asked: "AskedTurns") -> str:
    rubric, judge = asked.held.version.rubric.label, asked.held.judge.identity.name
    return (
        f"{judge} has judged no turn under {rubric}. Have it judge them: judging run --rubric "
        f"{rubric} --judge {judge}; or bring its verdicts: judging verdicts import FILE --judge "
        f"{judge} --rubric {rubric}."
    )
