import numpy as np
import pytest
from hypothesis import given, settings

from judging.agreement import (
    Cells,
    Clusters,
    Metric,
    Status,
    cohen_kappa,
    estimated,
    point,
    wilson,
)
from judging.agreement.clustered import PARTS, design_effect_of, influence
from judging.agreement.kappa_interval import kappa_influence
from judging.agreement.metrics import values
from tests.judging.agreement.tables import CELLS, MIXED_CELLS, SESSIONS, separate

RECALL = {Metric.TPR: (40, 49), Metric.TNR: (45, 51), Metric.OBSERVED_AGREEMENT: (85, 100)}


def test_groups_of_one_session_give_the_independent_interval() -> None:
    cells = Cells(40, 9, 6, 45)
    clusters = separate(cells)

    assert estimated(clusters, Metric.KAPPA) == cohen_kappa(cells)
    for metric, (x, n) in RECALL.items():
        assert estimated(clusters, metric) == wilson(x, n)


def test_kappa_of_turns_has_the_published_interval_of_its_effective_size() -> None:
    found = estimated(Clusters.of(SESSIONS), Metric.KAPPA)

    assert found.value == pytest.approx(0.675257731959)
    assert (found.low, found.high) == pytest.approx((0.408980853312, 0.838149833333), abs=1e-6)


def test_turns_that_repeat_each_other_widen_the_interval() -> None:
    alone = separate(Cells(40, 9, 6, 45))
    repeated = Clusters.counted(
        [((4, 0, 0, 0), 10), ((0, 3, 0, 0), 3), ((0, 0, 3, 0), 2), ((0, 0, 0, 5), 9)]
    )

    for metric in (Metric.KAPPA, Metric.TPR, Metric.F1, Metric.PABAK):
        wide, narrow = estimated(repeated, metric), estimated(alone, metric)
        assert (wide.high or 0) - (wide.low or 0) > (narrow.high or 0) - (narrow.low or 0)


@pytest.mark.parametrize("metric", Metric)
@settings(max_examples=25)
@given(cells=CELLS)
def test_an_interval_holds_its_value(metric: Metric, cells: Cells) -> None:
    found = estimated(separate(cells), metric)

    assert found.value == pytest.approx(point(cells, metric).value)
    if found.low is not None and found.high is not None and found.value is not None:
        assert found.low <= found.value <= found.high


@pytest.mark.parametrize("metric", [Metric.KAPPA, Metric.TPR, Metric.F1, Metric.PABAK])
def test_one_group_has_a_value_and_no_interval(metric: Metric) -> None:
    found = estimated(Clusters.of([(5, 1, 2, 20)]), metric)

    assert found.value is not None
    assert (found.low, found.high) == (None, None)
    assert found.status is Status.TOO_FEW_CLUSTERS


def test_failures_of_one_group_alone_give_recall_no_interval() -> None:
    clusters = Clusters.of([(5, 1, 2, 20), (0, 0, 1, 9), (0, 0, 0, 11)])

    assert estimated(clusters, Metric.TPR).status is Status.TOO_FEW_CLUSTERS
    assert estimated(clusters, Metric.TNR).low is not None


def test_a_single_failure_among_single_sessions_has_wilsons_interval() -> None:
    assert estimated(separate(Cells(1, 0, 2, 20)), Metric.TPR) == wilson(1, 1)


def test_is_undefined_where_the_class_never_occurs() -> None:
    found = estimated(separate(Cells(0, 0, 2, 20)), Metric.TPR, 0.9)

    assert (found.value, found.status) == (None, Status.UNDEFINED_SINGLE_CLASS)
    assert found.confidence == 0.9


@pytest.mark.parametrize("metric", Metric)
def test_is_undefined_without_units(metric: Metric) -> None:
    assert estimated(Clusters.of([]), metric).status is Status.UNDEFINED_EMPTY


def test_pabak_is_the_agreement_on_another_scale() -> None:
    clusters = Clusters.of(SESSIONS)
    agreement, pabak = (
        estimated(clusters, metric) for metric in (Metric.OBSERVED_AGREEMENT, Metric.PABAK)
    )

    assert pabak.low == pytest.approx(2 * (agreement.low or 0) - 1)
    assert pabak.high == pytest.approx(2 * (agreement.high or 0) - 1)


@pytest.mark.parametrize("metric", PARTS)
@given(cells=MIXED_CELLS)
def test_the_parts_of_a_proportion_make_its_value(metric: Metric, cells: Cells) -> None:
    counted, against = np.array(PARTS[metric]) @ cells.array

    assert counted / (counted + against) == pytest.approx(point(cells, metric).value)


@pytest.mark.parametrize("metric", [Metric.F1, Metric.AC1, Metric.MCC, Metric.SCOTT_PI])
@given(cells=MIXED_CELLS)
def test_influence_is_what_one_more_unit_does(metric: Metric, cells: Cells) -> None:
    smoothed = cells.array + 0.5
    n = smoothed.sum()
    tiny = 1e-4
    moved = values(smoothed + tiny * np.eye(4), metric) - values(smoothed, metric)

    assert influence(cells, metric) == pytest.approx(n * moved / tiny, rel=1e-2, abs=1e-2)


@given(cells=MIXED_CELLS)
def test_kappas_influence_is_the_closed_form(cells: Cells) -> None:
    assert influence(cells, Metric.KAPPA) == pytest.approx(kappa_influence(cells.array + 0.5))


def test_a_design_effect_needs_two_groups() -> None:
    assert design_effect_of(Clusters.of([(5, 1, 2, 20)]), Metric.KAPPA) is None
    assert design_effect_of(Clusters.of([]), Metric.TPR) is None
