import numpy as np
import pytest

from judging.agreement import Cells, Clusters, Status, corrected_rates
from judging.agreement.corrected_rate import CorrectedRates, population_cells

SCINTIGRAPHY = Cells(231, 27, 32, 54)


def rates(
    labelled: Cells, judge_fails: float, judge_passes: float, not_scored: int = 0
) -> CorrectedRates:
    judged = Clusters.independent([judge_fails, judge_passes])
    return corrected_rates(Clusters.independent(labelled.counts), judged, not_scored=not_scored)


def test_corrects_what_verification_bias_did() -> None:
    found = rates(SCINTIGRAPHY, 429, 221)

    assert found.tpr.value == pytest.approx(0.836466715435)
    assert found.tnr.value == pytest.approx(0.738398018167)
    assert found.kappa.value == pytest.approx(0.558137920663)
    assert found.pass_rate.value == pytest.approx(0.306970849176)


def test_has_the_interval_of_the_exact_posterior() -> None:
    found = rates(SCINTIGRAPHY, 429, 221)
    generator = np.random.default_rng(7)
    failed, passed = generator.beta(32.5, 231.5, 200_000), generator.beta(54.5, 27.5, 200_000)
    share = generator.beta(429.5, 221.5, 200_000)
    expected = np.quantile(share * failed + (1 - share) * passed, [0.025, 0.975])

    assert (found.pass_rate.low, found.pass_rate.high) == pytest.approx(tuple(expected), abs=0.003)
    assert found.standard_error == pytest.approx(0.024427246231)


def test_a_random_sample_is_left_as_it_is() -> None:
    found = rates(SCINTIGRAPHY, 263, 81)

    assert found.tpr.value == pytest.approx(231 / 258)
    assert found.pass_rate.value == pytest.approx(86 / 344)


def test_unscored_sessions_bound_the_rate() -> None:
    found = rates(SCINTIGRAPHY, 429, 221, not_scored=65)
    rate = found.pass_rate.value or 0

    assert found.bounds == pytest.approx((rate * 650 / 715, (rate * 650 + 65) / 715))


@pytest.mark.parametrize(
    ("labelled", "fails", "passes"),
    [(Cells(0, 2, 0, 9), 40, 60), (Cells(5, 0, 1, 0), 40, 60), (Cells(5, 2, 1, 9), 0, 0)],
)
def test_is_undefined_where_a_verdict_has_no_label(
    labelled: Cells, fails: float, passes: float
) -> None:
    found = rates(labelled, fails, passes)

    assert found.pass_rate.status is found.kappa.status is Status.UNDEFINED_EMPTY
    assert (found.cells, found.bounds, found.standard_error) == (None, None, None)


@pytest.mark.parametrize(
    ("labelled", "fails", "passes"), [(Cells(0, 2, 0, 9), 0, 60), (Cells(9, 0, 2, 0), 60, 0)]
)
def test_a_verdict_that_never_occurs_needs_no_label(
    labelled: Cells, fails: float, passes: float
) -> None:
    found = rates(labelled, fails, passes)

    assert found.pass_rate.low is not None
    assert population_cells(labelled, fails, passes) is not None


def test_labels_that_come_in_groups_widen_the_interval() -> None:
    judged = Clusters.independent([429, 221])
    grouped = Clusters.counted([((11, 0, 0, 6), 21), ((0, 3, 4, 0), 8)])
    single = Clusters.independent(grouped.totals.tolist())
    wide, narrow = (corrected_rates(labels, judged).pass_rate for labels in (grouped, single))

    assert (wide.high or 0) - (wide.low or 0) > (narrow.high or 0) - (narrow.low or 0)


def test_one_group_of_labels_has_a_rate_without_an_interval() -> None:
    found = corrected_rates(Clusters.of([SCINTIGRAPHY.counts]), Clusters.independent([429, 221]))

    assert found.pass_rate.value == pytest.approx(0.306970849176)
    assert found.pass_rate.status is found.kappa.status is Status.TOO_FEW_CLUSTERS


def test_recall_stays_undefined_where_the_population_has_no_failure() -> None:
    assert rates(Cells(0, 0, 5, 20), 30, 70).tpr.status is Status.UNDEFINED_SINGLE_CLASS


def test_unequal_weights_leave_fewer_labels_than_there_are() -> None:
    judged = Clusters.independent([4290, 2210])
    labelled, half = (Clusters.independent([n * x for x in SCINTIGRAPHY.counts]) for n in (2, 1))

    found = corrected_rates(labelled, judged, weighting=(2.0, 2.0)).pass_rate
    expected = corrected_rates(half, judged).pass_rate

    assert (found.value, found.low, found.high) == pytest.approx(
        (expected.value, expected.low, expected.high), abs=1e-9
    )
