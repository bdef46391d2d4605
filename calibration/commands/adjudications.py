"""What reviewers differ on, and how it was settled: `adjudications`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import options, printing

if TYPE_CHECKING:
    from calibration.labels.adjudicating import Case
    from storage.adjudications import Settlement


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(adjudications)


def adjudications(
    rubric: Annotated[
        str, typer.Option(help="conversation, or conversation@1; else the newest of every rubric.")
    ] = "",
    *,
    unsettled: Annotated[bool, typer.Option(help="Only ties that nobody has settled.")] = False,
    json: options.Json = False,
) -> int:
    """List the units on which reviewers' labels differ, with the decisions made on them."""
    from calibration.agreement import reviewer_agreement
    from calibration.commands import opened
    from calibration.labels import adjudicating
    from calibration.labels.adjudicating import State

    project = opened.project()
    versions = (
        [project.rubrics.get(rubric)] if rubric else reviewer_agreement.newest_versions(project)
    )
    found = adjudicating.cases(project, versions)
    counts = {str(state): sum(case.state is state for case in found) for state in State}
    if unsettled:
        found = [case for case in found if case.state is State.UNSETTLED]
    if json:
        printing.document(
            {"project": project.name, "counts": counts, "units": [_as_json(c) for c in found]}
        )
    else:
        _print(found, counts)
    return 0


def _as_json(case: "Case") -> dict[str, Any]:
    return {
        "criterion": case.criterion.key,
        "session": case.line.external_id,
        "turn": case.turn,
        "state": str(case.state),
        "labels": [
            {
                "reviewer": label.reviewer,
                "slot": label.slot,
                "value": str(label.outcome),
                "blind": label.blind,
                "note": label.rationale,
                "cited_turns": [citation.turn for citation in label.citations],
            }
            for label in case.labels
        ],
        "decisions": [_decision(one) for one in case.conflict.settlements],
    }


def _decision(one: "Settlement") -> dict[str, Any]:
    return {
        "value": str(one.outcome) if one.outcome else None,
        "reviewer": one.reviewer,
        "reason": one.reason,
        "blind": one.blind,
        "created_at": one.created_at.isoformat(),
    }


def _print(found: list["Case"], counts: dict[str, int]) -> None:
    said = ", ".join(f"{n:,} {state}" for state, n in counts.items())
    print(f"Units on which reviewers differ: {said}.")
    if counts["unsettled"]:
        print("An unsettled tie counts as no answer. The Disagreements page settles it.")
    if found:
        print()
        columns = ("criterion", "session", "turn", "labels", "state", "decided", "by")
        printing.table(columns, [_row(case) for case in found])


def _row(case: "Case") -> tuple[object, ...]:
    labels = ", ".join(f"{label.reviewer or label.slot}: {label.outcome}" for label in case.labels)
    decided = (case.newest.outcome, case.newest.reviewer) if case.newest else ("", "")
    turn = case.turn or ""
    return (case.criterion.key, case.line.external_id, turn, labels, str(case.state), *decided)
