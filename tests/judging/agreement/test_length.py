from itertools import product

import numpy as np
import pytest

from judging.agreement import length_effect
from judging.agreement.length import (
    LengthCuts,
    LengthMeasure,
    MeasuredUnit,
    Third,
    length_cuts,
    third,
)


def measured(n: int = 600, slope: float = 1.0) -> list[MeasuredUnit]:
    generator = np.random.default_rng(11)
    units = []
    for i in range(n):
        words = float(generator.integers(10, 400))
        fails = bool(generator.random() < 0.5)
        odds = np.exp((1 if fails else -1) + slope * (np.log2(words) - 7))
        judge = bool(generator.random() < odds / (1 + odds))
        units.append(MeasuredUnit(words, fails, judge, str(i // 3)))
    return units


def test_a_third_of_the_units_is_short_and_a_third_long() -> None:
    words = list(range(1, 101))
    cuts = length_cuts(words)

    assert cuts == LengthCuts(33, 67)
    assert sum(each <= 33 for each in words) == sum(each > 67 for each in words) == 33
    assert length_cuts([]) is None


@pytest.mark.parametrize(
    ("offset", "where"),
    [(0, Third.FIRST), (33, Third.MIDDLE), (50, Third.MIDDLE), (90, Third.LAST)],
)
def test_a_place_lies_in_a_third(offset: int, where: Third) -> None:
    assert third(offset, 90) is where


def test_plenty_of_units_give_an_odds_ratio_per_doubling() -> None:
    found = length_effect(measured())

    assert found.measure is LengthMeasure.ODDS_RATIO_PER_DOUBLING
    assert (found.estimate.low or 0) > 1
    assert found.estimate.value == pytest.approx(np.e, rel=0.5)


def test_too_few_of_a_kind_are_pooled_by_halves() -> None:
    found = length_effect(measured(40))

    assert found.measure is LengthMeasure.ODDS_RATIO_OF_LONGER_HALF
    assert found.estimate.value is not None


def test_where_odds_are_infinite_the_rates_are_compared() -> None:
    units = [
        MeasuredUnit(10.0 + i, reference_fails=False, judge_fails=i > 20, group=str(i))
        for i in range(40)
    ]
    found = length_effect(units)

    assert found.measure is LengthMeasure.RISK_DIFFERENCE_OF_LONGER_HALF
    assert (found.estimate.value or 0) > 0.9


def test_one_group_falls_back_from_the_regression() -> None:
    cells = product((True, False), (10.0, 100.0), (True, False))
    units = [MeasuredUnit(w, r, j, "one") for r, w, j in cells for _ in range(5)]

    assert length_effect(units).measure is LengthMeasure.ODDS_RATIO_OF_LONGER_HALF


def test_nothing_is_measured_without_units() -> None:
    assert length_effect([]).estimate.value is None
