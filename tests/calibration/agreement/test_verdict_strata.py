"""Labels reweighted by verdict, where the criterion does not apply everywhere."""

from dataclasses import replace

import pytest

from calibration.agreement import verdict_strata
from judging.agreement import Status, VerdictStratum, conditional_pass_rate
from judging.ratings import Outcome
from storage.pass_units import LabelledUnits, PassUnits

PASS, FAIL, NOT_APPLICABLE = Outcome.PASS, Outcome.FAIL, Outcome.NOT_APPLICABLE
# What people say, by verdict: fails, passes, and where it does not apply.
ANSWERS = {NOT_APPLICABLE: (1, 1, 38), PASS: (5, 35, 0), FAIL: (30, 6, 4)}
JUDGED = {NOT_APPLICABLE: 700, PASS: 200, FAIL: 100}


def units(group: int = 1) -> PassUnits:
    """Return 1,000 verdicts and 120 labels, alike in groups of so many."""
    labelled = [
        LabelledUnits(f"{verdict} {answer} {at // group}", answer, verdict, 0.1, 1)
        for verdict, numbers in ANSWERS.items()
        for answer, n in zip((FAIL, PASS, NOT_APPLICABLE), numbers, strict=True)
        for at in range(n)
    ]
    return PassUnits({((verdict, 1),): n for verdict, n in JUDGED.items()}, labelled)


def test_what_does_not_apply_leaves_numerator_and_denominator() -> None:
    found = units()

    result = verdict_strata.corrected(found, found.labelled)

    # Of 700, 200 and 100 people would pass 17.5, 175 and 15, and fail 17.5, 25 and 75.
    assert result.rate.value == pytest.approx(207.5 / 325)
    assert result.applicable == pytest.approx(325)
    assert result.labels == 120


def test_single_sessions_have_the_interval_of_the_library() -> None:
    found = units()
    strata = [VerdictStratum(JUDGED[v], *ANSWERS[v]) for v in (FAIL, PASS, NOT_APPLICABLE)]

    assert verdict_strata.corrected(found, found.labelled).rate == conditional_pass_rate(strata)


def test_groups_that_are_alike_widen_the_interval() -> None:
    alone, grouped = units(), units(group=5)

    narrow, wide = (verdict_strata.corrected(u, u.labelled).rate for u in (alone, grouped))

    assert wide.value == pytest.approx(narrow.value)
    assert (wide.high or 0) - (wide.low or 0) > 1.5 * ((narrow.high or 0) - (narrow.low or 0))


def test_passes_that_come_in_groups_widen_it_though_fails_do_not() -> None:
    answers = [[FAIL, *[PASS] * 4], [FAIL, *[NOT_APPLICABLE] * 4]] * 6
    widths = []
    for is_grouped in (False, True):
        labelled = [
            LabelledUnits(f"{at}" if is_grouped else f"{at} {n}", answer, PASS, 0.1, 1)
            for at, group in enumerate(answers)
            for n, answer in enumerate(group)
        ]
        found = PassUnits({((PASS, 1),): 600, ((NOT_APPLICABLE, 1),): 0}, labelled)
        rate = verdict_strata.corrected(found, labelled).rate
        widths.append((rate.high or 0) - (rate.low or 0))

    assert widths[1] > 1.5 * widths[0]


def test_very_few_groups_leave_the_rate_where_it_is() -> None:
    found = units(group=40)

    rate = verdict_strata.corrected(found, found.labelled).rate

    assert rate.value == pytest.approx(207.5 / 325)
    assert (rate.low or 1) < 0.3
    assert (rate.high or 0) > 0.8


def test_a_verdict_labelled_in_one_group_gives_no_interval() -> None:
    found = units()
    one = [replace(some, group="one") if some.judged is PASS else some for some in found.labelled]

    rate = verdict_strata.corrected(found, one).rate

    assert rate.value == pytest.approx(207.5 / 325)
    assert (rate.low, rate.status) == (None, Status.TOO_FEW_CLUSTERS)


def test_a_verdict_without_labels_leaves_it_undefined() -> None:
    found = units()
    some = [one for one in found.labelled if one.judged is not PASS]

    result = verdict_strata.corrected(found, some)

    assert result.rate.status is Status.UNDEFINED_EMPTY


def test_what_a_side_left_undecided_is_not_used() -> None:
    found = units()
    others = [
        LabelledUnits("a", None, PASS, 0.1, 1),
        LabelledUnits("b", Outcome.CANNOT_TELL, PASS, 0.1, 1),
        LabelledUnits("c", PASS, Outcome.NOT_SCORED, 0.1, 1),
    ]

    result = verdict_strata.corrected(found, [*found.labelled, *others])

    assert result == verdict_strata.corrected(found, found.labelled)
