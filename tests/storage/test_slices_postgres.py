"""Slices and what pass rates are corrected by, out of PostgreSQL as out of SQLite."""

from dataclasses import astuple

import pytest

from calibration import sample_project
from storage import Compared, Project, Reference, pass_units, slices

pytestmark = pytest.mark.postgres
REFERENCES = [Reference(), Reference(blind_only=True), Reference(reviewer="maya")]


def compared(project: Project, reference: Reference) -> Compared:
    version = project.rubrics.get("conversation@2")
    judge = project.judges.get(sample_project.JUDGE)
    return Compared("no_reasking", 1, version.id, judge.id, reference)


@pytest.mark.parametrize("reference", REFERENCES)
def test_the_sample_is_sliced_alike(
    sample: Project, project: Project, reference: Reference
) -> None:
    sample_project.add_to(project)

    there, here = (
        [astuple(one)[1:] for one in slices.of(some).of(compared(some, reference))]
        for some in (sample, project)
    )

    assert there == here
    assert there


@pytest.mark.parametrize("reference", REFERENCES)
def test_the_sample_has_the_same_units(
    sample: Project, project: Project, reference: Reference
) -> None:
    sample_project.add_to(project)

    there, here = (pass_units.of(some, compared(some, reference)) for some in (sample, project))

    assert there.judged == here.judged
    assert sorted(map(repr, there.labelled)) == sorted(map(repr, here.labelled))
