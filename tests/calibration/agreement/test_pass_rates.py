"""Pass rates corrected by labels, from the database up."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import beta

from calibration.agreement import pass_rates
from calibration.agreement.pass_rates import Design
from judging.agreement import Status
from judging.ratings import Outcome
from storage import Compared, Project, Reference
from tests import drawing

PASS, FAIL = Outcome.PASS, Outcome.FAIL
NOT_SCORED, CANNOT_TELL = Outcome.NOT_SCORED, Outcome.CANNOT_TELL
NOT_APPLICABLE = Outcome.NOT_APPLICABLE


@pytest.fixture
def compared(project: Project) -> Compared:
    """Have the judge fail 20 sessions and pass 30."""
    return drawing.judged(project, {FAIL: 20, PASS: 30})


def drawn(project: Project, of_fails: float | None = 0.5, of_passes: float | None = 0.2) -> None:
    """Label 10 fails, of which 4 pass, and 6 passes, of which 5 pass."""
    drawing.label(project, drawing.said(FAIL, [(FAIL, 6), (PASS, 4)]), of_fails)
    drawing.label(project, drawing.said(PASS, [(FAIL, 1), (PASS, 5)]), of_passes)


def test_each_verdict_counts_as_often_as_the_judge_gives_it(
    project: Project, compared: Compared
) -> None:
    drawn(project)

    found = pass_rates.of(project, compared)

    # 4/10 of 20 and 5/6 of 30, of 50. Labels alone would say 9 of 16.
    assert found.corrected.value == pytest.approx((8 + 25) / 50)
    assert (found.raw, found.labels, found.left_out) == (0.6, 16, 0)
    assert (found.design, found.objection) == (Design.RANDOM, "")


def test_published_scans_are_corrected_as_published(project: Project) -> None:
    compared = drawing.judged(project, {FAIL: 429, PASS: 221})
    drawing.label(project, drawing.said(FAIL, [(FAIL, 231), (PASS, 32)]), 263 / 429)
    drawing.label(project, drawing.said(PASS, [(FAIL, 27), (PASS, 54)]), 81 / 221)

    found = pass_rates.of(project, compared).corrected

    assert found.value == pytest.approx(0.306970849176)
    # The delta method's error is 0.0244.
    assert (found.low, found.high) == pytest.approx((0.260, 0.356), abs=0.004)


def test_what_is_not_scored_fails_or_passes(project: Project) -> None:
    compared = drawing.judged(project, {FAIL: 20, PASS: 30, NOT_SCORED: 6, CANNOT_TELL: 4})
    drawn(project)

    found = pass_rates.of(project, compared)

    assert (found.raw_if(passing=False), found.raw_if(passing=True)) == (30 / 60, 40 / 60)
    assert found.corrected_if(passing=False).value == pytest.approx(33 / 60)
    assert found.corrected_if(passing=True).value == pytest.approx(43 / 60)
    assert (found.corrected_if(passing=True).low or 0) == pytest.approx(
        (50 * (found.corrected.low or 0) + 10) / 60
    )


def test_without_anything_undecided_both_assumptions_are_one(
    project: Project, compared: Compared
) -> None:
    drawn(project)

    found = pass_rates.of(project, compared)

    assert found.corrected_if(passing=False) == found.corrected_if(passing=True)
    assert found.corrected_if(passing=False).value == pytest.approx(found.corrected.value)


def test_labels_chosen_by_hand_correct_nothing(project: Project, compared: Compared) -> None:
    drawn(project, None, None)

    found = pass_rates.of(project, compared)

    assert (found.design, found.corrected.value) == (Design.CHOSEN, None)
    assert "chosen by hand" in found.objection
    assert found.corrected_if(passing=True).value is None
    assert found.overlap == (9, 6, 16)


def test_where_all_is_labelled_nobody_chose(project: Project) -> None:
    compared = drawing.judged(project, {FAIL: 10, PASS: 6, NOT_SCORED: 3})
    drawn(project, None, None)

    found = pass_rates.of(project, compared)

    assert found.design is Design.ALL
    assert found.corrected.value == pytest.approx(9 / 16)


def test_a_tie_is_a_label_where_all_is_labelled(project: Project) -> None:
    compared = drawing.judged(project, {FAIL: 10, PASS: 6})
    drawn(project, None, None)
    drawing.label(project, {"pass5": FAIL}, reviewer="jonas")

    found = pass_rates.of(project, compared)

    assert (found.design, found.labels, found.left_out) == (Design.ALL, 15, 1)
    assert found.corrected.value == pytest.approx((4 + 6 * 4 / 5) / 16)


def test_labels_with_unequal_chances_count_by_what_they_stand_for(
    project: Project, compared: Compared
) -> None:
    drawn(project)
    drawing.label(project, {"fail10": FAIL}, 0.9)

    found = pass_rates.of(project, compared)

    # Of the judge's fails, 10 labels stand for 2 each and one for 1/0.9: Hajek's mean of passes.
    of_fails = (4 * 2) / (10 * 2 + 1 / 0.9)
    assert found.design is Design.UNEQUAL
    assert found.corrected.value == pytest.approx((20 * of_fails + 30 * 5 / 6) / 50)
    assert (found.labels, found.left_out, found.objection) == (17, 0, "")
    weights = [2] * 10 + [1 / 0.9]
    kish = sum(weights) ** 2 / sum(w * w for w in weights)
    assert found.worth == pytest.approx(kish + 6)
    assert found.is_unstable


def test_equal_chances_are_the_special_case_of_unequal_ones(
    project: Project, compared: Compared
) -> None:
    drawn(project)
    equal = pass_rates.of(project, compared)
    drawing.label(project, {"pass6": CANNOT_TELL}, 0.2000001)

    unequal = pass_rates.of(project, compared)

    assert (equal.design, unequal.design) == (Design.RANDOM, Design.UNEQUAL)
    assert unequal.corrected.value == pytest.approx(equal.corrected.value)
    assert unequal.worth == pytest.approx(16)


def test_the_interval_of_weighted_labels_is_that_of_a_weighted_mean(project: Project) -> None:
    compared = drawing.judged(project, {FAIL: 2_000, PASS: 2})
    heavy, light = [(FAIL, 60), (PASS, 60)], [(FAIL, 230), (PASS, 70)]
    some = drawing.said(FAIL, [*heavy, *light])
    names = list(some)
    drawing.label(project, {name: some[name] for name in names[:120]}, 0.1)
    drawing.label(project, {name: some[name] for name in names[120:]}, 0.5)
    drawing.label(project, {"pass0": PASS, "pass1": PASS}, 1.0)

    found = pass_rates.of(project, compared).corrected

    w = np.array([10.0] * 120 + [2.0] * 300)
    x = np.array([some[name] is PASS for name in names], dtype=float)
    mean = (w @ x) / w.sum()
    error = np.sqrt((w**2 @ (x - mean) ** 2) * 420 / 419) / w.sum()
    assert found.value == pytest.approx((2_000 * mean + 2) / 2_002)
    ends = (mean - 1.96 * error, mean + 1.96 * error)
    assert (found.low, found.high) == pytest.approx(ends, abs=0.004)


@pytest.mark.parametrize(("chance", "worth"), [(0.5, 60), (0.02, 32.4)])
def test_weighted_labels_that_all_say_one_thing_are_worth_fewer(
    project: Project, chance: float, worth: float
) -> None:
    compared = drawing.judged(project, {FAIL: 5_000, PASS: 2})
    names = [f"fail{n}" for n in range(60)]
    drawing.label(project, dict.fromkeys(names[:30], FAIL), 0.5)
    drawing.label(project, dict.fromkeys(names[30:], FAIL), chance)
    drawing.label(project, {"pass0": PASS, "pass1": PASS}, 1.0)

    found = pass_rates.of(project, compared)

    assert found.worth - 2 == pytest.approx(worth, abs=0.05)
    # Jeffreys' posterior of no pass among so many, but for the two that the judge passes.
    assert found.corrected.high == pytest.approx(beta.ppf(0.975, 0.5, worth + 0.5), abs=0.003)


def test_labels_of_unknown_chance_do_not_count_beside_weighted_ones(
    project: Project, compared: Compared
) -> None:
    drawn(project)
    drawing.label(project, {"fail10": FAIL}, 0.9)
    before = pass_rates.of(project, compared)
    drawing.label(project, {"fail11": PASS, "fail12": PASS})

    found = pass_rates.of(project, compared)

    assert found.corrected == before.corrected
    assert (found.labels, found.left_out) == (17, 2)


def test_weights_hold_where_the_criterion_does_not_always_apply(project: Project) -> None:
    compared = drawing.judged(project, {FAIL: 20, PASS: 30, NOT_APPLICABLE: 10})
    drawing.label(project, drawing.said(FAIL, [(FAIL, 5), (NOT_APPLICABLE, 2)]), 0.5)
    drawing.label(project, {"fail7": PASS, "fail8": PASS}, 0.1)
    drawing.label(project, drawing.said(PASS, [(FAIL, 1), (PASS, 5)]), 0.2)
    drawing.label(project, drawing.said(NOT_APPLICABLE, [(NOT_APPLICABLE, 4)]), 0.4)

    found = pass_rates.of(project, compared)

    fails, passes = 5 * 2 / 34, 2 * 10 / 34
    expected = (20 * passes + 30 * 5 / 6) / (20 * (fails + passes) + 30)
    assert found.corrected.value == pytest.approx(expected)
    assert found.applicable == pytest.approx(20 * (fails + passes) + 30)


def test_among_labels_drawn_at_random_those_added_by_hand_do_not_count(
    project: Project, compared: Compared
) -> None:
    drawn(project)
    drawing.label(project, {"fail10": PASS, "fail11": PASS})

    found = pass_rates.of(project, compared)

    assert found.corrected.value == pytest.approx(33 / 50)
    assert (found.labels, found.left_out) == (16, 2)


def test_a_verdict_without_labels_leaves_the_rate_undefined(
    project: Project, compared: Compared
) -> None:
    drawing.label(project, drawing.said(FAIL, [(FAIL, 6), (PASS, 4)]), 0.5)

    found = pass_rates.of(project, compared)

    assert (found.corrected.value, found.corrected.status) == (None, Status.UNDEFINED_EMPTY)
    assert "no label that could be used" in found.objection


def test_without_labels_there_is_only_what_the_judge_says(
    project: Project, compared: Compared
) -> None:
    found = pass_rates.of(project, compared)

    assert (found.design, found.raw, found.corrected.value) == (Design.NONE, 0.6, None)
    assert found.overlap == (0, 0, 0)


def test_a_judge_that_decided_nothing_has_no_rate(project: Project) -> None:
    found = pass_rates.of(project, drawing.judged(project, {NOT_SCORED: 3}))

    assert (found.raw, found.raw_if(passing=True), found.undecided) == (None, None, 3)


def test_a_criterion_nobody_was_asked_has_no_rate(project: Project, compared: Compared) -> None:
    found = pass_rates.of(project, replace(compared, criterion="consistent"))

    assert (found.raw, found.judged, found.design) == (None, {}, Design.NONE)


def test_labels_of_one_group_give_no_interval(project: Project) -> None:
    compared = drawing.judged(project, {FAIL: 2, PASS: 2}, group=4)
    drawing.label(project, {"fail0": FAIL, "fail1": PASS, "pass0": PASS, "pass1": PASS})

    found = pass_rates.of(project, compared).corrected

    assert (found.value, found.low, found.status) == (0.75, None, Status.TOO_FEW_CLUSTERS)


@pytest.mark.parametrize(("group", "width"), [(1, 0.21), (4, 0.47)])
def test_groups_of_sessions_widen_the_interval(project: Project, group: int, width: float) -> None:
    compared = drawing.judged(project, {FAIL: 40, PASS: 40}, group=group)
    alike = [(FAIL, 4), (PASS, 4)] * 5
    drawing.label(project, drawing.said(FAIL, alike) | drawing.said(PASS, alike))

    found = pass_rates.of(project, compared).corrected

    assert found.value == 0.5
    assert (found.high or 0) - (found.low or 0) == pytest.approx(width, abs=0.02)


def test_another_reference_has_other_labels(project: Project, compared: Compared) -> None:
    drawn(project)

    found = pass_rates.of(project, replace(compared, reference=Reference(reviewer="jonas")))

    assert found.design is Design.NONE
