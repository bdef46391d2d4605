"""Publishing a proposal as a rubric's next version, or dismissing it: a person's to do."""

from dataclasses import replace

from calibration.revision import proposal_texts
from calibration.rubrics import rubric_editing
from calibration.visitors import access, reasons, signing
from calibration.visitors.access import Right
from judging.errors import RubricError
from judging.rubrics import Criterion, RubricVersion
from storage import Project, ProposalState, StoredVersion, proposals
from storage.proposals import StoredProposal

LONGEST_WHY = 2_000


@access.needs(Right.EDIT_RUBRIC)
def dismiss(project: Project, seen: StoredProposal, *, by: str, why: str) -> StoredProposal:
    """
    Decide against a proposal.

    Raises:
        StoreError: If no name, or too long a reason, is given, or if it is no longer as it was
            seen.
    """
    by = _checked(project, by, why)
    return proposals.of(project).decide(seen, ProposalState.DISMISSED, by=by, why=why)


@access.needs(Right.EDIT_RUBRIC)
def publish(
    project: Project, seen: StoredProposal, *, by: str, why: str, has_new_meaning: bool = False
) -> StoredVersion:
    """
    Make a proposal's text a part of the rubric's next version.

    Other criteria are as the newest version has them, so that proposals can be published one
    after another.

    Raises:
        RubricError: If the criterion was changed, or taken out, since the version that it revises,
            or if nothing differs.

        StoreError: If no name, or too long a reason, is given, or if it is no longer as it was
            seen.
    """
    by = _checked(project, by, why)
    store = proposals.of(project)
    if store.get(seen.id) != seen or not seen.is_open:
        raise proposals.stale()
    newest, before = _unchanged(project, seen)
    after = replace(
        proposal_texts.criterion_of(project, seen), meaning=before.meaning + has_new_meaning
    )
    edited = proposal_texts.with_criterion(newest, after)
    saved = rubric_editing.save(project, edited, parent=newest, author=by, note=why)
    number = saved.rubric.number
    store.decide(seen, ProposalState.PUBLISHED, by=by, why=why, published_as=number)
    return saved


def _unchanged(project: Project, seen: StoredProposal) -> tuple[RubricVersion, Criterion]:
    """Return the newest version, and the criterion in it, which reads as its proposer saw it."""
    parent = project.rubrics.numbered(seen.rubric_version).rubric
    newest = project.rubrics.get(parent.name).rubric
    before = parent.criterion(seen.criterion)
    if before not in newest.criteria:
        raise RubricError(
            f"{seen.criterion} was changed in {newest.label}, since {parent.label}.",
            fix="Dismiss this proposal, and make one for the newest version.",
        )
    return newest, before


def _checked(project: Project, by: str, why: str) -> str:
    """Return who decides; refuse a reason beyond reason."""
    reasons.check(why, LONGEST_WHY)
    return signing.signed(project, by)
