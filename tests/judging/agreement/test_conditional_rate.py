import pytest

from judging.agreement import (
    Clusters,
    Status,
    VerdictStratum,
    conditional_pass_rate,
    corrected_rates,
)


def test_is_the_ordinary_correction_where_the_criterion_always_applies() -> None:
    strata = [VerdictStratum(429, 231, 32, 0), VerdictStratum(221, 27, 54, 0)]
    ordinary = corrected_rates(
        Clusters.independent([231, 27, 32, 54]), Clusters.independent([429, 221])
    ).pass_rate
    found = conditional_pass_rate(strata)

    assert found.value == pytest.approx(ordinary.value)
    assert found.low == pytest.approx(ordinary.low, abs=0.01)


def test_sessions_where_it_does_not_apply_leave_numerator_and_denominator() -> None:
    nowhere = VerdictStratum(judged=500, fails=0, passes=0, not_applicable=50)
    somewhere = VerdictStratum(judged=100, fails=10, passes=30, not_applicable=0)

    assert conditional_pass_rate([nowhere, somewhere]).value == 0.75


@pytest.mark.parametrize(
    "strata",
    [
        [],
        [VerdictStratum(100, 0, 0, 0), VerdictStratum(100, 5, 5, 0)],
        [VerdictStratum(100, 0, 0, 7)],
    ],
)
def test_is_undefined_without_labels_or_where_it_applies_nowhere(
    strata: list[VerdictStratum],
) -> None:
    assert conditional_pass_rate(strata).status is Status.UNDEFINED_EMPTY


def test_a_verdict_that_never_occurs_needs_no_label() -> None:
    strata = [VerdictStratum(0, 0, 0, 0), VerdictStratum(100, 5, 5, 0)]

    assert conditional_pass_rate(strata).value == 0.5


def test_effective_counts_below_one_leave_the_rate_where_it_is() -> None:
    whole = [VerdictStratum(70, 1, 3, 0), VerdictStratum(30, 2, 1, 1)]
    tenth = [
        VerdictStratum(s.judged, s.fails / 10, s.passes / 10, s.not_applicable / 10) for s in whole
    ]

    rates = [conditional_pass_rate(strata).value for strata in (whole, tenth)]

    assert rates[0] == pytest.approx(rates[1])
