"""How far each reviewer has come."""

from collections.abc import Iterable
from dataclasses import dataclass

from calibration import access, labelling
from calibration.access import Right
from calibration.identity import UNNAMED
from storage import Project, Reviewer, StoredVersion


@dataclass(frozen=True, slots=True)
class ReviewerProgress:
    """
    One reviewer's share of the labelling.

    Attributes:
        begun: How many sessions have a label of theirs.

        complete: How many of them have every label that the newest version of a rubric asks for.
    """

    name: str
    begun: int
    complete: int


@access.needs(Right.READ_REPORTS)
def listed(project: Project) -> list[ReviewerProgress]:
    """Return those who have labelled, under a name: who labelled the most sessions comes first."""
    people = [one for one in project.reviewers.listed() if not one.is_slot and one.name != UNNAMED]
    found = [_of(project, one) for one in people]
    return sorted((one for one in found if one.begun), key=lambda one: -one.begun)


@access.needs(Right.LABEL)
def mine(project: Project) -> ReviewerProgress:
    """Return how far the visitor has come."""
    return _of(project, access.who(project))


def _of(project: Project, who: Reviewer) -> ReviewerProgress:
    needs = [labelling.wanted(version) for version in _newest(project.rubrics.versions())]
    begun = project.labels.labelled(who.id)
    complete = {session for need in needs for session in project.desk.complete(who.id, need)}
    return ReviewerProgress(who.name, len(begun), len(complete & begun))


def _newest(versions: Iterable[StoredVersion]) -> list[StoredVersion]:
    """Return the newest version of each rubric."""
    ordered = sorted(versions, key=lambda version: version.rubric.number)
    return list({version.rubric.name: version for version in ordered}.values())
