"""Whether enough units pass."""

import pytest

from judging.bundle.checking import CriterionCheck
from judging.ratings import Outcome


@pytest.mark.parametrize(
    ("passes", "fails", "not_scored", "is_met"),
    [
        (9, 1, 0, True),
        (8, 2, 0, False),
        (19, 1, 1, True),
        (1, 0, 9, None),
        (8, 2, 10, None),
        (1, 9, 2, False),
        (0, 0, 5, None),
    ],
)
def test_what_is_not_scored_neither_passes_nor_fails_a_check(
    passes: int, fails: int, not_scored: int, *, is_met: bool | None
) -> None:
    outcomes = {Outcome.PASS: passes, Outcome.FAIL: fails, Outcome.NOT_SCORED: not_scored}

    assert CriterionCheck("goal_met", outcomes, minimum=0.9).is_met is is_met
