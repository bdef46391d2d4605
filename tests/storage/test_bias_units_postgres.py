"""The units of the bias checks, out of PostgreSQL as out of SQLite."""

from dataclasses import astuple

import pytest

from calibration import sample_project
from storage import Compared, Project, Reference, bias_units

pytestmark = pytest.mark.postgres


def units(project: Project, reference: Reference) -> list[object]:
    """Return the sample's units, without the numbers that a database gives its sessions."""
    version = project.rubrics.get("conversation@2")
    judge = project.judges.get(sample_project.JUDGE)
    compared = Compared("goal_met", 1, version.id, judge.id, reference)
    return [astuple(unit)[1:] for unit in bias_units.of(project).of(compared)]


@pytest.mark.parametrize("reference", [Reference(), Reference(blind_only=True)])
def test_the_sample_has_the_same_units(
    sample: Project, project: Project, reference: Reference
) -> None:
    sample_project.add_to(project)

    found = units(sample, reference)

    assert found == units(project, reference)
    assert found
