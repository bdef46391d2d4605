"""Pass rates corrected by labels, from the database up."""

from dataclasses import replace

import pytest

from calibration import pass_rates
from calibration.pass_rates import Design
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


def test_unequal_chances_within_a_verdict_are_not_corrected(
    project: Project, compared: Compared
) -> None:
    drawn(project)
    drawing.label(project, {"fail10": FAIL}, 0.9)

    found = pass_rates.of(project, compared)

    assert (found.design, found.corrected.value) == (Design.UNEQUAL, None)
    assert "different probabilities" in found.objection


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
