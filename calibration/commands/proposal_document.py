"""Proposals, as they are printed."""

from typing import TYPE_CHECKING, Any

from calibration.commands import printing
from calibration.commands.estimates import estimate_as_json, interval
from calibration.runs.money import dollars, usd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.revision.proposal_trials import Tried
    from storage import Project
    from storage.proposals import StoredProposal


def show(project: "Project", proposals: "Sequence[StoredProposal]", *, is_json: bool) -> None:
    """Print proposals, each with what came of its newest trial."""
    from calibration.revision import proposal_trials

    tried = [proposal_trials.newest(project, one) for one in proposals]
    both = list(zip(proposals, tried, strict=True))
    if is_json:
        printing.document(
            {
                "project": project.name,
                "evidence": _split(project),
                "proposals": [_as_json(project, *one) for one in both],
            }
        )
        return
    if not both:
        print("There is no proposal yet: judging propose has a model write one.")
    for one in both:
        _print(project, *one)


def _split(project: "Project") -> str:
    from storage import splits

    return "develop" if splits.of(project).exist() else "all"


def _cost(project: "Project", proposal: "StoredProposal") -> int | None:
    from storage import proposal_calls

    return proposal_calls.of(project).cost(proposal.call) if proposal.call else None


def _as_json(
    project: "Project", proposal: "StoredProposal", tried: "Tried | None"
) -> dict[str, Any]:
    return {
        "id": proposal.id,
        "rubric": project.rubrics.numbered(proposal.rubric_version).rubric.label,
        "judge": project.judges.numbered(proposal.judge).identity.name,
        "reference": proposal.reference,
        "criterion": proposal.criterion,
        "state": str(proposal.state),
        "author": proposal.author,
        "edited_by": proposal.edited_by or None,
        "decided_by": proposal.decided_by or None,
        "decided_why": proposal.decided_why or None,
        "published_as": proposal.published_as,
        "reason": proposal.reason,
        "text": dict(proposal.text),
        "changes": list(proposal.changes),
        "refused": list(proposal.refused),
        "evidence": dict(proposal.evidence or {}),
        "cost_usd": usd(_cost(project, proposal)),
        "trial": tried and _trial(tried),
    }


def _trial(tried: "Tried") -> dict[str, Any]:
    return {
        "judge": tried.judge.identity.name,
        "run": tried.trial.run,
        "fixes": {"n": tried.fixed, "of": tried.wrong},
        "keeps": {"n": tried.kept, "of": tried.right},
        "net": tried.net,
        "undecided": tried.undecided,
        "waiting": tried.waiting,
        "now_sealed": tried.sealed,
        "is_current": tried.is_current,
        "change": estimate_as_json(tried.statistics.delta_accuracy),
        "mcnemar_p": tried.statistics.correctness.p_exact,
    }


def _print(project: "Project", proposal: "StoredProposal", tried: "Tried | None") -> None:
    label = project.rubrics.numbered(proposal.rubric_version).rubric.label
    print(f"{proposal.id}: {proposal.criterion} of {label}, {proposal.state}, by {proposal.author}")
    if proposal.reason:
        print(f"  {proposal.reason}")
    for change in proposal.changes:
        print(f"  {change['part']}, {change['tag']}: {change['why']}")
        print(f"    {change['text']}")
    for change in proposal.refused:
        print(f"  {change['part']}, {change['tag']}, is refused. {change['reason']}")
    if proposal.is_by_model:
        print(f"  Written for {dollars(_cost(project, proposal))}.")
    if tried:
        print(f"  {sentence(tried)}")
    print()


def sentence(tried: "Tried") -> str:
    """Return what came of a trial, with the change of the share that is right."""
    change = interval(tried.statistics.delta_accuracy)
    waiting = f"; {tried.waiting} wait for an answer" if tried.waiting else ""
    return (
        f"{tried.judge.identity.name}: fixes {tried.fixed} of {tried.wrong}, keeps {tried.kept} "
        f"of {tried.right}, net {tried.net:+d}; right more often by {change}{waiting}."
    )
