import numpy as np
import pytest
from hypothesis import given

from judging.agreement import Cells, Metric
from judging.agreement.dirichlet import between, dirichlet_interval, posterior, seed
from tests.judging.agreement.tables import CELLS


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (Cells(40, 9, 6, 45), (0.5317, 0.8113)),
        (Cells(80, 10, 5, 5), (0.0814, 0.5610)),
        (Cells(45, 15, 25, 15), (-0.0584, 0.3157)),
    ],
)
def test_is_near_the_interval_from_many_more_draws(
    cells: Cells, expected: tuple[float, float]
) -> None:
    assert dirichlet_interval(cells, Metric.KAPPA) == pytest.approx(expected, abs=0.012)


def test_is_the_same_every_time() -> None:
    cells = Cells(3, 1, 2, 9)

    assert dirichlet_interval(cells, Metric.F1) == dirichlet_interval(cells, Metric.F1)


@given(cells=CELLS)
def test_is_defined_on_every_table(cells: Cells) -> None:
    low, high = dirichlet_interval(cells, Metric.MCC)

    assert -1 <= low < high <= 1


def test_different_questions_of_the_same_counts_draw_differently() -> None:
    assert seed([1, 2], "here") != seed([1, 2], "there")
    assert seed([1, 2], "here") == seed([1.0, 2.0], "here")


def test_draws_shares_that_sum_to_one() -> None:
    drawn = posterior(np.array([5.0, 0.0, 1.0]), 0.5, "shares", 100)

    assert drawn.shape == (100, 3)
    assert drawn.sum(axis=1) == pytest.approx(1)


def test_leaves_equal_tails_outside() -> None:
    assert between(np.linspace(0, 1, 1001), 0.9) == pytest.approx((0.05, 0.95))
