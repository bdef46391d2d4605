"""Cited turns and the answers on turns, out of PostgreSQL as out of SQLite."""

from dataclasses import astuple

import pytest

from calibration import sample_project
from storage import Compared, Project, Reference, cited_units, turn_units

pytestmark = pytest.mark.postgres
REFERENCES = [Reference(), Reference(blind_only=True), Reference(reviewer="maya")]


def cited(project: Project, reference: Reference) -> list[object]:
    """Return the sample's units, without the numbers that a database gives its sessions."""
    version = project.rubrics.get("conversation@2")
    judge = project.judges.get(sample_project.JUDGE)
    compared = Compared("goal_met", 1, version.id, judge.id, reference)
    return [astuple(unit)[1:] for unit in cited_units.of(project).of(compared)]


def turns(project: Project, reference: Reference) -> list[object]:
    """Return the turns that the rules judged, likewise."""
    version, judge = project.rubrics.get("turn@1"), project.judges.get("rules")
    compared = Compared("turn_pass", 1, version.id, judge.id, reference)
    return [astuple(unit)[1:] for unit in turn_units.of(project).of(compared)]


def test_the_sample_has_the_same_units(sample: Project, project: Project) -> None:
    sample_project.add_to(project)

    for reference in REFERENCES:
        assert cited(sample, reference) == cited(project, reference)
        assert turns(sample, reference) == turns(project, reference)
        assert cited(project, reference)
        assert turns(project, reference)
