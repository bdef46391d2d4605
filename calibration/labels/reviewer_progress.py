"""How far each reviewer has come."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from calibration.labels import labelling
from calibration.visitors import access
from calibration.visitors.access import Right
from calibration.visitors.identity import UNNAMED
from judging.ratings import Outcome
from judging.rubrics import Criterion
from storage import Project, Reviewer, StoredVersion

# Sessions whose labels are read at once.
BATCH = 500


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


@access.needs(Right.LABEL)
def my_answers(project: Project) -> dict[Criterion, Counter[Outcome]]:
    """Count the visitor's own labels by what they say, on the newest version of each rubric."""
    who = access.who(project)
    asked = {
        (c.key, c.meaning): c
        for version in _newest(project.rubrics.versions())
        for c in version.rubric.criteria
    }
    found: dict[Criterion, Counter[Outcome]] = {c: Counter() for c in asked.values()}
    labelled = sorted(project.labels.labelled(who.id))
    for start in range(0, len(labelled), BATCH):
        given = project.desk.labels(who.id, labelled[start : start + BATCH])
        for (_, key, meaning, _), label in given.items():
            if label.outcome is not None and (key, meaning) in asked:
                found[asked[key, meaning]][label.outcome] += 1
    return {criterion: said for criterion, said in found.items() if said}


def _of(project: Project, who: Reviewer) -> ReviewerProgress:
    needs = [labelling.wanted(version) for version in _newest(project.rubrics.versions())]
    begun = project.labels.labelled(who.id)
    complete = {session for need in needs for session in project.desk.complete(who.id, need)}
    return ReviewerProgress(who.name, len(begun), len(complete & begun))


def _newest(versions: Iterable[StoredVersion]) -> list[StoredVersion]:
    """Return the newest version of each rubric."""
    ordered = sorted(versions, key=lambda version: version.rubric.number)
    return list({version.rubric.name: version for version in ordered}.values())
