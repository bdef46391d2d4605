"""The gate against what people reach among themselves, where that is what it is held to."""

import hashlib
import json
from collections.abc import Sequence
from enum import StrEnum

from calibration.agreement import reviewer_agreement
from calibration.agreement.held import Held
from judging.agreement import Estimate, human_ceiling, judge_against_ceiling
from judging.agreement.ceiling import Ceiling
from judging.agreement.sample_size import ONE_SIDED
from judging.rubrics import Criterion
from judging.splitting import Part
from storage import Project, rater_units
from storage.rater_units import Rated, RaterUnit


class Standard(StrEnum):
    """What a judge's agreement is held to: a fixed kappa, or what people reach."""

    KAPPA = "kappa"
    CEILING = "ceiling"


def people(project: Project, held: Held, criterion: Criterion) -> tuple[Estimate, int]:
    """
    Return how far people agree with each other on the test, and on how many units.

    No verdict is read, so it may be shown before any look.
    """
    units = reviewer_agreement.rated(_units(project, held, criterion, with_judge=False))
    return human_ceiling(units), sum(len(unit.decided) > 1 for unit in units)


def of(project: Project, held: Held, criterion: Criterion) -> Ceiling:
    """Return the judge against the people of the test, at the level that the gate goes by."""
    units = _units(project, held, criterion, with_judge=True)
    return judge_against_ceiling(reviewer_agreement.rated(units), ONE_SIDED)


def label_set(project: Project, held: Held, criterion: Criterion, counted: str) -> str:
    """
    Return the SHA-256 of what counts in this mode: each reviewer's label, beside the settled ones.

    Args:
        project: Whose labels.

        held: Whose labels are the reference.

        criterion: Which are meant.

        counted: The SHA-256 of the settled labels.
    """
    units = _units(project, held, criterion, with_judge=False)
    said = [[one.session, one.turn, sorted(one.ratings.items())] for one in units]
    text = json.dumps([str(Standard.CEILING), counted, said])
    return hashlib.sha256(text.encode()).hexdigest()


def _units(
    project: Project, held: Held, criterion: Criterion, *, with_judge: bool
) -> Sequence[RaterUnit]:
    wanted = Rated(
        criterion.key,
        criterion.meaning,
        held.reference.maker,
        blind_only=True,
        judge=(held.version.id, held.judge.id) if with_judge else None,
        twice_only=True,
        part=Part.TEST,
    )
    found = rater_units.of(project)
    return list(found.units(wanted)) if found.overlap(wanted) else []
