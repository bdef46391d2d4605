import numpy as np
import pytest

from judging.agreement import Clusters, Metric, Status, compare_versions, point
from judging.agreement.cells import Cells
from judging.agreement.versions import Decision, delta, posterior_interval

SINGLE = np.eye(8, dtype=int).tolist()


def apart(*counts: int) -> list[tuple[list[int], int]]:
    """Take eight counts as units that are each a group."""
    return list(zip(SINGLE, counts, strict=True))


MENDED = apart(22, 1, 6, 3, 4, 7, 2, 75)


def test_the_better_version_is_called_better() -> None:
    found = compare_versions(MENDED)

    assert found.decision is Decision.BETTER
    assert found.delta_kappa.value == pytest.approx(0.208913649025)
    assert found.delta_kappa.method == "linearised_t"
    assert (found.delta_kappa.low or 0) > 0


def test_each_versions_kappa_is_that_of_its_own_table() -> None:
    found = compare_versions(MENDED)

    assert found.n == 120
    assert found.kappa_first == pytest.approx(point(Cells(23, 9, 11, 77), Metric.KAPPA).value)
    assert found.kappa_second == pytest.approx(point(Cells(28, 4, 6, 82), Metric.KAPPA).value)


def test_flips_are_told_apart_by_what_the_reference_says() -> None:
    flips = compare_versions(MENDED).flips

    assert (flips.fixed_missed_failures, flips.fixed_false_alarms) == (6, 7)
    assert (flips.new_missed_failures, flips.new_false_alarms) == (1, 2)
    assert (flips.fixed, flips.broken, flips.total) == (13, 3, 16)
    assert (flips.pass_to_fail, flips.fail_to_pass) == (8, 8)


def test_swapping_the_versions_changes_every_sign() -> None:
    swapped = [(np.array(row)[[0, 2, 1, 3, 4, 6, 5, 7]].tolist(), n) for row, n in MENDED]
    here, there = compare_versions(MENDED), compare_versions(swapped)

    assert there.decision is Decision.WORSE
    assert there.delta_kappa.low == pytest.approx(-(here.delta_kappa.high or 0))
    assert there.delta_tpr.value == pytest.approx(-(here.delta_tpr.value or 0))
    assert there.accuracy_change.high == pytest.approx(-(here.accuracy_change.low or 0))


def test_accuracy_changes_by_what_was_fixed_less_what_was_broken() -> None:
    found = compare_versions(MENDED)

    assert found.delta_accuracy.value == pytest.approx(10 / 120)
    assert found.accuracy_change.value == pytest.approx(10 / 120)
    assert found.correctness.p_exact == pytest.approx(0.021270751953)
    assert found.leniency.p_exact == 1


def test_versions_that_fail_together_are_correlated_in_their_errors() -> None:
    found = compare_versions(apart(20, 0, 0, 10, 0, 0, 0, 70))

    assert found.error_correlation.value == pytest.approx(1)


def test_versions_that_never_differ_are_not_proven_equal() -> None:
    found = compare_versions(apart(20, 0, 0, 5, 5, 0, 0, 70))

    assert found.decision is Decision.NO_EVIDENCE
    assert found.delta_kappa.method == "dirichlet"
    assert (found.delta_kappa.low, found.delta_kappa.high) == pytest.approx(
        (-0.0568, 0.0566), abs=0.012
    )


def test_a_better_kappa_bought_with_a_recall_is_no_evidence() -> None:
    found = compare_versions(apart(40, 9, 0, 1, 0, 60, 0, 300))

    assert (found.delta_kappa.low or 0) > 0
    assert (found.delta_tpr.high or 0) < -0.05
    assert found.decision is Decision.NO_EVIDENCE


def test_groups_of_like_units_widen_the_interval() -> None:
    alike = [([4 * unit for unit in row], n) for row, n in MENDED]
    single = [(row, 4 * n) for row, n in MENDED]
    wide, narrow = compare_versions(alike).delta_kappa, compare_versions(single).delta_kappa

    assert wide.value == pytest.approx(narrow.value)
    assert (wide.high or 0) - (wide.low or 0) > 1.5 * ((narrow.high or 0) - (narrow.low or 0))


def test_a_clustered_difference_has_the_published_interval() -> None:
    sessions = [
        [3, 0, 1, 0, 0, 0, 0, 4],
        [0, 0, 0, 0, 0, 1, 0, 6],
        [2, 0, 0, 1, 0, 0, 0, 3],
        [0, 0, 1, 0, 0, 0, 0, 7],
        [1, 0, 0, 0, 1, 1, 0, 4],
        [0, 0, 0, 0, 0, 0, 0, 6],
        [4, 0, 1, 1, 0, 0, 0, 2],
        [0, 0, 0, 0, 0, 0, 1, 8],
        [1, 1, 0, 0, 0, 0, 0, 5],
        [0, 0, 1, 0, 0, 0, 0, 3],
    ]
    found = delta(Clusters.of(sessions, width=8), Metric.KAPPA)
    estimate = found.estimate()

    assert found.standard_error == pytest.approx(0.098452580447, abs=1e-6)
    assert (estimate.low, estimate.high) == pytest.approx((-0.064327990573, 0.381102429523))


def test_one_group_is_insufficient() -> None:
    one = [([11, 0, 1, 1, 2, 1, 1, 37], 1)]
    found = compare_versions(one)

    assert found.decision is Decision.INSUFFICIENT
    assert found.delta_kappa.status is Status.TOO_FEW_CLUSTERS
    assert posterior_interval(Clusters.counted(one, width=8), Metric.KAPPA) is None


def test_one_class_is_insufficient() -> None:
    found = compare_versions(apart(0, 0, 0, 0, 0, 0, 0, 70))

    assert found.decision is Decision.INSUFFICIENT
    assert found.kappa_first is None
    assert found.delta_kappa.status is Status.UNDEFINED_SINGLE_CLASS


def test_no_units_are_insufficient() -> None:
    found = compare_versions([])

    assert found.decision is Decision.INSUFFICIENT
    assert found.delta_kappa.status is Status.UNDEFINED_EMPTY
    assert found.correctness.p_exact == 1
