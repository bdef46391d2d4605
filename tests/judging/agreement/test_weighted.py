import pytest

from judging.agreement import Cells, Clusters, SampledStratum, Status, cohen_kappa, weighted_kappa
from judging.agreement.corrected_rate import population_cells


def stratum(size: float, *cells: float) -> SampledStratum:
    return SampledStratum(size, Clusters.independent(cells))


def test_equal_weights_give_the_unweighted_value() -> None:
    found = weighted_kappa([stratum(1000, 40, 9, 6, 45)])
    plain = cohen_kappa(Cells(40, 9, 6, 45))

    assert found.kappa.value == pytest.approx(plain.value)
    assert found.effective_labels == pytest.approx(100)
    assert found.kappa.low == pytest.approx(plain.low, abs=0.01)


def test_strata_by_verdict_are_the_corrected_cells() -> None:
    found = weighted_kappa([stratum(429, 231, 0, 32, 0), stratum(221, 0, 27, 0, 54)])
    population = population_cells(Cells(231, 27, 32, 54), 429, 221)

    assert found.cells.counts == pytest.approx((population or Cells(0, 0, 0, 0)).counts)
    assert found.kappa.value == pytest.approx(0.558137920663)


def test_unequal_weights_are_worth_fewer_labels() -> None:
    found = weighted_kappa([stratum(900, 10, 3, 3, 34), stratum(100, 25, 5, 2, 18)])

    assert (found.effective_labels or 100) < 100
    assert not found.unstable or found.effective_labels is not None


def test_a_label_that_is_a_tenth_of_a_cell_is_flagged() -> None:
    assert weighted_kappa([stratum(900, 10, 1, 3, 136), stratum(100, 25, 5, 2, 18)]).unstable


def test_many_even_labels_are_stable() -> None:
    assert not weighted_kappa([stratum(1000, 200, 50, 60, 400)]).unstable


def test_groups_widen_the_interval() -> None:
    grouped = SampledStratum(1000, Clusters.counted([((8, 0, 2, 9), 5), ((0, 3, 0, 2), 6)]))
    single = SampledStratum(1000, Clusters.independent(grouped.labelled.totals.tolist()))
    wide, narrow = (weighted_kappa([one]).kappa for one in (grouped, single))

    assert (wide.high or 0) - (wide.low or 0) > (narrow.high or 0) - (narrow.low or 0)


def test_a_stratum_of_one_group_has_a_value_without_an_interval() -> None:
    one = SampledStratum(50, Clusters.of([(3, 1, 0, 9)]))
    found = weighted_kappa([stratum(100, 10, 3, 3, 34), one])

    assert found.kappa.value is not None
    assert found.kappa.status is Status.TOO_FEW_CLUSTERS


def test_strata_without_labels_are_left_out() -> None:
    assert weighted_kappa([stratum(100, 10, 3, 3, 34), stratum(50, 0, 0, 0, 0)]) == weighted_kappa(
        [stratum(100, 10, 3, 3, 34)]
    )


def test_is_undefined_without_labels_or_with_one_class() -> None:
    nothing = weighted_kappa([])

    assert nothing.kappa.status is Status.UNDEFINED_EMPTY
    assert nothing.effective_labels is None
    assert nothing.unstable
    assert weighted_kappa([stratum(9, 0, 0, 0, 5)]).kappa.status is Status.UNDEFINED_SINGLE_CLASS
