import math

import pytest

from judging.agreement import Cells
from judging.ratings import Outcome

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def test_counts_pairs_reference_first() -> None:
    pairs = [(FAIL, FAIL), (FAIL, PASS), (FAIL, PASS), (PASS, FAIL), (PASS, PASS)]

    assert Cells.from_pairs(pairs) == Cells(1, 2, 1, 1)


@pytest.mark.parametrize(
    "undecided", [Outcome.NOT_SCORED, Outcome.CANNOT_TELL, Outcome.NOT_APPLICABLE]
)
def test_leaves_out_pairs_with_an_undecided_side(undecided: Outcome) -> None:
    pairs = [(FAIL, undecided), (undecided, PASS), (undecided, undecided), (PASS, PASS)]

    assert Cells.from_pairs(pairs) == Cells(0, 0, 0, 1)


def test_knows_its_margins() -> None:
    cells = Cells(1, 2, 4, 8)

    assert cells.n == 15
    assert cells.margins == (3, 12, 5, 10)
    assert cells.pooled_fail_rate == 8 / 30


def test_fails_as_often_as_not_where_nobody_answered() -> None:
    assert Cells(0, 0, 0, 0).pooled_fail_rate == 0.5


@pytest.mark.parametrize("count", [-1, math.nan, math.inf])
def test_refuses_what_is_no_count(count: float) -> None:
    with pytest.raises(ValueError, match="finite and not negative"):
        Cells(1, count, 1, 1)


def test_scales_every_count() -> None:
    assert Cells(2, 4, 6, 8).scaled(0.5) == Cells(1, 2, 3, 4)
