from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import stats

from judging.agreement import length_effect
from judging.agreement.length import (
    LengthCuts,
    LengthMeasure,
    MeasuredUnit,
    Third,
    length_cuts,
    third,
)
from judging.agreement.logistic import clustered_logit
from judging.agreement.odds import mantel_haenszel


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


# Of either label, the judge's fails and passes of longer, then of shorter units.
HALVES = [[[4, 1], [2, 3]], [[2, 3], [0, 5]]]


def pooled() -> list[MeasuredUnit]:
    return [
        MeasuredUnit(words, label, judged, "")
        for label, table in zip((True, False), HALVES, strict=True)
        for words, row in zip((200.0, 20.0), table, strict=True)
        for judged, count in zip((True, False), row, strict=True)
        for _ in range(count)
    ]


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


def test_few_groups_widen_what_length_does() -> None:
    units = measured(240, slope=0.0)
    few = length_effect([replace(u, group=str(i % 3)) for i, u in enumerate(units)])
    design = [[1.0, float(u.reference_fails), float(np.log2(u.words))] for u in units]
    groups = [str(i % 3) for i in range(len(units))]
    fit = clustered_logit(design, [float(u.judge_fails) for u in units], groups)

    assert fit is not None
    reach = stats.t.ppf(0.975, 2) * fit.standard_errors[2]
    assert few.measure is LengthMeasure.ODDS_RATIO_PER_DOUBLING
    assert few.estimate.high == pytest.approx(np.exp(fit.coefficients[2] + reach))


def test_pooled_halves_know_which_units_belong_together() -> None:
    # Each unit five times over, as if five turns of a session: nothing more is known.
    units = [replace(unit, group=str(i)) for i, unit in enumerate(pooled()) for _ in range(5)]
    found = length_effect(units)
    independent = mantel_haenszel([[[5 * n for n in row] for row in table] for table in HALVES])

    assert found.measure is LengthMeasure.ODDS_RATIO_OF_LONGER_HALF
    assert found.estimate.value == pytest.approx(mantel_haenszel(HALVES).value)
    assert (found.estimate.high or 0) > 2 * (independent.high or 0)
    assert length_effect([replace(u, group="one") for u in units]).estimate.low is None


def test_nothing_is_measured_without_units() -> None:
    assert length_effect([]).estimate.value is None
