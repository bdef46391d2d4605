"""Parting sessions: what a rubric has shown to a judge is never in the test."""

import pytest

from calibration.gate import splitting
from judging.rubrics import Criterion, RubricVersion
from storage import Project, Split, splits
from tests import keeping

QUOTED = "The parcel went to the neighbour at number nine instead."


@pytest.fixture
def shared_out(project: Project) -> Project:
    """Return a project whose first session says something that no other does."""
    told = (keeping.session(f"s{n}", f"Where is parcel {chr(97 + n)}?") for n in range(1, 10))
    keeping.add(project, keeping.session("s0", "Where is it?", QUOTED), *told)
    return project


@pytest.mark.parametrize(
    "criterion",
    [
        Criterion("goal_met", "Is it met?", "It is.", f"As in: {QUOTED.upper()}"),
        Criterion("goal_met", "Is it met?", "It is.", "It is not.", examples=(f"Fail: {QUOTED}",)),
    ],
    ids=["criterion", "example"],
)
def test_a_session_that_a_rubric_quotes_is_never_in_the_test(
    shared_out: Project, criterion: Criterion
) -> None:
    shared_out.rubrics.add(RubricVersion("quoting", 0, (criterion,)))

    parted = splitting.part(shared_out, share=0.99)

    assert parted.used == 1
    assert splits.of(shared_out).names(Split.DEVELOP) == ["s0"]


def test_a_session_that_none_quotes_may_be(shared_out: Project) -> None:
    parted = splitting.part(shared_out, share=0.9)

    assert (parted.used, parted.new) == (0, 10)
