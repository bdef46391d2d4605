import numpy as np
import pytest

from judging.agreement import (
    Metric,
    RatedUnit,
    Status,
    human_ceiling,
    judge_against_ceiling,
    point,
    reviewer_agreement,
)
from judging.agreement.ceiling import kappas_of_equals
from judging.agreement.cells import Cells
from judging.ratings import Outcome

FAIL, PASS = Outcome.FAIL, Outcome.PASS


def panel(
    n: int, *, judge_errs: float = 0.1, seed: int = 1, size: int = 1, raters: int = 2
) -> list[RatedUnit]:
    """Draw units whose raters all err in one of ten; `size` units share a group."""
    generator = np.random.default_rng(seed)
    truth = generator.random(n) < 0.3

    def answer(fails: bool, errs: float) -> Outcome:  # noqa: FBT001  (a draw, not a switch)
        return FAIL if fails != (generator.random() < errs) else PASS

    return [
        RatedUnit(
            {str(rater): answer(bool(fails), 0.1) for rater in range(raters)},
            group=str(i // size),
            judge=answer(bool(fails), judge_errs),
        )
        for i, fails in enumerate(truth)
    ]


def test_two_reviewers_agree_as_scotts_pi_of_their_table_says() -> None:
    units = panel(80)
    pairs = [tuple(unit.ratings.values()) for unit in units]
    split = sum(a != b for a, b in pairs) / 2
    cells = Cells(pairs.count((FAIL, FAIL)), split, split, pairs.count((PASS, PASS)))

    assert human_ceiling(units).value == pytest.approx(point(cells, Metric.SCOTT_PI).value)


def test_a_judge_as_good_as_people_is_not_shown_to_be_worse() -> None:
    found = judge_against_ceiling(panel(400, raters=3))

    assert found.difference.low is not None
    assert found.difference.low < 0 < (found.difference.high or 0)
    assert not found.few_units


def test_a_judge_that_guesses_is_shown_to_be_worse() -> None:
    found = judge_against_ceiling(panel(200, judge_errs=0.5))

    assert (found.difference.high or 0) < 0
    assert (found.alpha_with_judge or 0) < (found.alpha_people or 0)


def test_units_without_two_labels_or_a_decided_judge_are_left_out() -> None:
    lone = RatedUnit({"0": FAIL}, "lone", FAIL)
    unjudged = RatedUnit({"0": FAIL, "1": PASS}, "unjudged", Outcome.NOT_SCORED)
    found = judge_against_ceiling([*panel(30), lone, unjudged])

    assert found.units == 30
    assert found.few_units
    assert sum(found.totals[:4]) == pytest.approx(30)
    assert sum(found.totals[4:]) == pytest.approx(30)


def test_units_of_a_group_widen_the_intervals() -> None:
    apart, together = human_ceiling(panel(80)), human_ceiling(panel(80, size=8))

    assert together.value == pytest.approx(apart.value)
    assert (together.high or 0) - (together.low or 0) > (apart.high or 0) - (apart.low or 0)


def test_one_group_has_a_ceiling_without_an_interval() -> None:
    found = human_ceiling(panel(40, size=40))

    assert found.value is not None
    assert found.status is Status.TOO_FEW_CLUSTERS
    assert judge_against_ceiling(panel(40, size=40)).difference.low is None


def test_is_undefined_without_overlap_or_without_two_classes() -> None:
    one_class = [RatedUnit({"0": PASS, "1": PASS}, str(i), PASS) for i in range(9)]

    assert human_ceiling([]).status is Status.UNDEFINED_EMPTY
    assert human_ceiling(one_class).status is Status.UNDEFINED_SINGLE_CLASS
    assert judge_against_ceiling([]).difference.status is Status.UNDEFINED_EMPTY
    assert judge_against_ceiling(one_class).difference.status is Status.UNDEFINED_SINGLE_CLASS


def test_a_majority_flatters_whoever_is_held_against_it() -> None:
    one, majority = kappas_of_equals(0.2, 0.85, 0.95)

    assert one == pytest.approx(0.617239300784)
    assert majority == pytest.approx(0.740240198314)


def test_reviewers_are_summarised_in_one_go() -> None:
    units = [*panel(60, raters=3), RatedUnit({"0": FAIL}, "lone")]
    found = reviewer_agreement(units)

    assert found.units == 60
    assert len(found.pairs) == 3
    assert found.ceiling == human_ceiling(units)
    assert found.judge.units == 60
    assert found.alpha.value == pytest.approx(found.mean_kappa, abs=0.1)
    assert found.ac1.value is not None
    assert found.fleiss.low is not None
