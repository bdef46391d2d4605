from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings

from judging.agreement import Cells, cohen_kappa, labels_for_half_width, labels_needed, plan, wilson
from judging.agreement.sample_size import labels_for_test, units_for_rate
from tests.judging.agreement.tables import CELLS

PRINTED = {
    0.6: (1347, 705, 392, 296, 246),
    0.7: (1091, 569, 314, 236, 196),
    0.8: (768, 401, 222, 167, 139),
}
RATES = (0.05, 0.1, 0.2, 0.3, 0.5)


@pytest.mark.parametrize("kappa", PRINTED)
def test_a_half_width_of_a_tenth_takes_as_many_labels_as_printed(kappa: float) -> None:
    assert tuple(labels_for_half_width(kappa, rate, 0.10) for rate in RATES) == PRINTED[kappa]


def test_clustered_labels_are_worth_less() -> None:
    assert labels_for_half_width(0.8, 0.2, 0.1, design_effect=2) == 443


def test_a_test_of_two_kappas_takes_as_many_labels_as_cantor_says() -> None:
    assert labels_for_test(0.85, 0.70, 0.5) == 96


@settings(max_examples=25)
@given(cells=CELLS)
def test_no_more_labels_are_needed_exactly_where_the_gates_first_rows_hold(cells: Cells) -> None:
    needed, kappa = labels_needed(cells), cohen_kappa(cells)
    rare = min(cells.reference_fails, cells.reference_passes)
    held = kappa.low is not None and kappa.low >= 0.60 and rare >= 20
    assume(kappa.low is None or abs(kappa.low - 0.60) > 1e-6)

    assert (needed == 0) == held


def test_as_many_labels_more_would_do_if_all_stayed_the_same() -> None:
    cells = Cells(13, 2, 2, 33)
    needed = labels_needed(cells) or 0
    grown = cells.scaled((cells.n + needed) / cells.n)

    assert needed > 0
    assert grown.reference_fails >= 20
    assert (cohen_kappa(grown).low or 0) >= 0.60


@pytest.mark.parametrize(
    "cells", [Cells(0, 0, 0, 0), Cells(0, 0, 2, 30), Cells(0, 0, 0, 30), Cells(10, 10, 10, 70)]
)
def test_no_number_is_named_where_none_would_do(cells: Cells) -> None:
    assert labels_needed(cells) is None


def test_a_rate_clears_its_limit_at_just_that_many_units() -> None:
    n = units_for_rate(0.9, 0.8, confidence=0.9) or 0

    assert (wilson(0.9 * n, n, 0.9).low or 0) >= 0.8
    assert (wilson(0.9 * (n - 1), n - 1, 0.9).low or 0) < 0.8
    assert units_for_rate(0.8, 0.8) is None


@pytest.mark.parametrize(
    ("rate", "labels", "kappa", "chance"),
    [(0.1, 400, 0.8, 0.87), (0.2, 200, 0.8, 0.84), (0.2, 400, 0.7, 0.52), (0.4, 100, 0.6, 0.02)],
)
def test_foretells_the_chance_of_clearing_the_gate(
    rate: float, labels: int, kappa: float, chance: float
) -> None:
    assert plan(labels, kappa, rate).chance == pytest.approx(chance, abs=0.03)


def test_a_plan_counts_what_both_recalls_ask_for() -> None:
    # At 40 % fails and a kappa of 0.8, kappa's own rows would let 73 in 100 such tests pass.
    assert plan(100, 0.8, 0.4).chance == pytest.approx(0.69, abs=0.02)


def test_clustered_labels_clear_the_gate_as_often_as_what_is_left_of_them() -> None:
    alone, clustered = plan(200, 0.8, 0.2), plan(600, 0.8, 0.2, design_effect=3)

    assert clustered.half_width == pytest.approx(alone.half_width)
    assert clustered.chance == pytest.approx(alone.chance, abs=0.02)


def test_a_plan_is_the_same_every_time() -> None:
    assert plan(200, 0.8, 0.2) == plan(200, 0.8, 0.2)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: labels_for_half_width(1.2, 0.2, 0.1),
        lambda: labels_for_half_width(0.8, 0, 0.1),
        lambda: labels_for_half_width(0.8, 0.2, 0),
        lambda: labels_for_test(0.6, 0.6, 0.2),
        lambda: labels_for_test(0.6, 0.8, 1),
        lambda: plan(0, 0.8, 0.2),
        lambda: plan(10, -0.1, 0.2),
    ],
)
def test_refuses_what_cannot_be_planned(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"lies between|above 0|from itself|for some labels"):
        ask()
