"""Disagreements: `disagreements`."""

from typing import TYPE_CHECKING, Any

import typer

from calibration.commands import options, printing
from calibration.commands.reports import unlabelled

if TYPE_CHECKING:
    from calibration.agreement.held import Held
    from calibration.revision.disagreement_groups import Group


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(disagreements)


def disagreements(
    rubric: options.Rubric,
    judge: options.Judge,
    reference: options.Reference = "person",
    *,
    blind_only: options.BlindOnly = False,
    json: options.Json = False,
) -> int:
    """Group where a judge and the labels differ, and say what might help."""
    from calibration.agreement import held
    from calibration.commands import opened
    from calibration.revision import disagreeing, disagreement_groups

    project = opened.project()
    asked = held.named(project, rubric, judge, reference, blind_only=blind_only)
    groups = disagreement_groups.of(project, asked)
    overlap = disagreeing.overlap(project, asked.version, asked.judge, asked.reference)
    if json:
        printing.document(_document(project.name, asked, groups))
    else:
        _print(asked, groups, overlap.decided)
    return 0 if overlap.labelled else unlabelled(asked.reference)


def _document(project: str, held: "Held", groups: "list[Group]") -> dict[str, Any]:
    return {
        "project": project,
        "rubric": held.version.rubric.label,
        "judge": held.judge.identity.name,
        "reference": held.reference.word,
        "blind_only": held.reference.blind_only,
        "groups": [
            {
                "id": group.id,
                "criterion": group.criterion.key,
                "title": group.title,
                "sessions": list(group.sessions),
                "direction": str(group.direction),
                "suggested_fix": group.suggested_fix,
                "units": [
                    {"session_id": one.session.external_id, "turn": one.turn}
                    for one in group.members
                ],
            }
            for group in groups
        ],
    }


def _print(held: "Held", groups: "list[Group]", decided: int) -> None:
    judge, rubric = held.judge.identity.name, held.version.rubric.label
    n = sum(len(group.members) for group in groups)
    print(
        f"{judge} under {rubric} and the labels by {held.reference.whose} differ on "
        f"{n:,} of {decided:,} answers."
    )
    for group in groups:
        kind = str(group.direction).replace("_", " ")
        print()
        print(f"{group.criterion.key}, {kind} × {len(group.members)}: {group.title} ({group.id})")
        print(f"  {group.suggested_fix}")
        print(f"  {', '.join(group.sessions)}")
