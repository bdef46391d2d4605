"""The text of a criterion as a proposal would have it."""

from collections.abc import Mapping
from dataclasses import replace

from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import RubricError
from judging.rubrics import Criterion, RubricVersion
from judging.rubrics.revision import LONGEST, Part
from storage import Project
from storage.proposals import StoredProposal


def parts(criterion: Criterion) -> dict[str, str]:
    """Return the parts of a criterion that a revision may reword."""
    return {str(part): getattr(criterion, part) for part in Part}


def reworded(criterion: Criterion, text: Mapping[str, str]) -> Criterion:
    """
    Return a criterion with the parts that `text` has.

    Raises:
        RubricError: If one of them is longer than 2,000 characters, or it has no question.
    """
    said = {str(part): text[part].strip() for part in Part if part in text}
    for name, words in said.items():
        if len(words) > LONGEST:
            raise RubricError(
                f"{name} has {len(words):,} characters.", fix=f"Keep it to {LONGEST:,}."
            )
    return replace(criterion, **said)  # type: ignore[arg-type]  # parts are texts


@access.needs(Right.EDIT_RUBRIC)
def criterion_of(project: Project, proposal: StoredProposal) -> Criterion:
    """Return the criterion as a proposal would have it."""
    rubric = project.rubrics.numbered(proposal.rubric_version).rubric
    return reworded(rubric.criterion(proposal.criterion), proposal.text)


def with_criterion(rubric: RubricVersion, criterion: Criterion) -> RubricVersion:
    """Return a rubric with the criterion of that key in other words."""
    criteria = (criterion if c.key == criterion.key else c for c in rubric.criteria)
    return replace(rubric, criteria=tuple(criteria))
