"""Revisions of criteria: `propose`."""

from typing import TYPE_CHECKING, Annotated

import typer

from calibration.commands import options, printing
from calibration.commands.exit_codes import INSUFFICIENT
from calibration.runs.money import HIGHEST_CEILING, micro

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.agreement.held import Held
    from storage import Project
    from storage.proposals import StoredProposal

MODEL = "Who writes: claude:MODEL or openai:MODEL[@BASE_URL]."
REJUDGE = "Have the judge answer anew what it got wrong, and as much that it got right."
Keys = Annotated[
    list[str] | None, typer.Option(help="Its key; all with disagreements unless given.")
]
MaxCost = Annotated[
    float | None, typer.Option(min=0, max=HIGHEST_CEILING, help="Of each judging anew, in USD.")
]
NO_EVIDENCE = (
    "Judge and labels differ on none of these criteria, but for labels that reviewers found "
    "wrong: there is nothing to learn from."
)


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(propose)


def propose(
    rubric: Annotated[str, typer.Option(help="conversation, or conversation@1.")] = "",
    judge: Annotated[str, typer.Option(help="The judge whose errors are to be mended.")] = "",
    model: Annotated[str, typer.Option(help=MODEL)] = "",
    criterion: Keys = None,
    reference: options.Reference = "person",
    max_cost: MaxCost = None,
    publish: Annotated[int, typer.Option(help="Publish the proposal of this number.")] = 0,
    dismiss: Annotated[int, typer.Option(help="Dismiss the proposal of this number.")] = 0,
    by: Annotated[str, typer.Option(help="Who decides.")] = "",
    why: Annotated[str, typer.Option(help="And why.")] = "",
    *,
    blind_only: options.BlindOnly = False,
    rejudge: Annotated[bool, typer.Option(help=REJUDGE)] = True,
    listed: Annotated[bool, typer.Option("--list", help="List all proposals.")] = False,
    json: options.Json = False,
) -> int:
    """Have a model revise criteria from where judge and people differ; a person publishes."""
    from calibration.agreement import held
    from calibration.commands import opened, proposal_document
    from storage import proposals

    if sum(map(bool, (publish, dismiss, listed, model))) != 1:
        raise typer.BadParameter("Give one of --model, --list, --publish ID and --dismiss ID.")
    project = opened.project()
    if publish or dismiss:
        return _decided(project, publish or dismiss, is_published=bool(publish), by=by, why=why)
    if listed:
        proposal_document.show(project, proposals.of(project).listed(), is_json=json)
        return 0
    if not (rubric and judge):
        raise typer.BadParameter("Name the --rubric and the --judge whose errors to mend.")
    asked = held.named(project, rubric, judge, reference, blind_only=blind_only)
    made = _made(project, asked, model, criterion or [])
    for one in made if rejudge else ():
        _retried(project, one, None if max_cost is None else micro(max_cost))
    proposal_document.show(project, made, is_json=json)
    if not made:
        printing.note(NO_EVIDENCE)
    return 0 if made else INSUFFICIENT


def _made(
    project: "Project", held: "Held", model: str, keys: "Sequence[str]"
) -> "list[StoredProposal]":
    from calibration.revision import proposal_cases, proposing

    writer = proposing.writer(project, model)
    chosen = keys or [
        key
        for key in held.version.rubric.keys
        if proposal_cases.grounds(project, held, key).some
        and not proposing.standing(project, held.version.rubric.name, key)
    ]
    return [proposing.propose(project, held, key, writer) for key in chosen]


def _retried(project: "Project", proposal: "StoredProposal", ceiling: int | None) -> None:
    """Have the judge answer anew, if it can; the proposal stands all the same where it cannot."""
    from calibration.revision import proposal_trials
    from judging.errors import JudgeError

    try:
        ready = proposal_trials.prepare(project, proposal)
        with printing.run_progress() as progress:
            proposal_trials.conduct(project, proposal, ready, max_cost=ceiling, progress=progress)
    except JudgeError as error:
        printing.note(f"{proposal.criterion} is not judged anew. {error.sentences}")


def _decided(project: "Project", number: int, *, is_published: bool, by: str, why: str) -> int:
    from calibration.revision import proposal_deciding
    from storage import proposals

    seen = proposals.of(project).get(number)
    if is_published:
        saved = proposal_deciding.publish(project, seen, by=by, why=why)
        print(f"Published as {saved.rubric.label}.")
    else:
        proposal_deciding.dismiss(project, seen, by=by, why=why)
        print(f"Proposal {number} is dismissed.")
    return 0
