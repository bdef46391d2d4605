"""What each reviewer says of a unit, on PostgreSQL as on SQLite."""

import pytest

from calibration import sample_project
from storage import Project, rater_units
from storage.rater_units import Rated, RaterUnit

pytestmark = pytest.mark.postgres


def units(project: Project, *, twice_only: bool) -> list[RaterUnit]:
    version = project.rubrics.get("conversation@2").id
    [judge] = [j.id for j in project.judges.listed() if j.identity.name == sample_project.JUDGE]
    wanted = Rated("goal_met", 1, judge=(version, judge), twice_only=twice_only)
    return list(rater_units.of(project).units(wanted))


@pytest.mark.parametrize("twice_only", [False, True])
def test_the_units_of_the_sample_are_the_same(
    sample: Project, project: Project, *, twice_only: bool
) -> None:
    sample_project.add_to(project)

    here, there = (units(each, twice_only=twice_only) for each in (project, sample))

    assert len(here) == (20 if twice_only else 24)
    assert [(u.turn, u.group, sorted(u.ratings.values()), u.judge) for u in here] == [
        (u.turn, u.group, sorted(u.ratings.values()), u.judge) for u in there
    ]
