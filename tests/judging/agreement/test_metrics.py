import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from sklearn import metrics as sklearn_metrics

from judging.agreement import Cells, Metric, Status, point
from judging.agreement.metrics import values
from tests.judging.agreement.tables import CELLS, MIXED_CELLS

PAPER: dict[str, tuple[Cells, dict[Metric, float]]] = {
    "Feinstein and Cicchetti (1990), table 1": (
        Cells(40, 9, 6, 45),
        {Metric.OBSERVED_AGREEMENT: 0.85, Metric.KAPPA: 0.70},
    ),
    "Feinstein and Cicchetti (1990), table 2": (
        Cells(80, 10, 5, 5),
        {Metric.OBSERVED_AGREEMENT: 0.85, Metric.KAPPA: 0.32},
    ),
    "Feinstein and Cicchetti (1990), table 3": (
        Cells(45, 15, 25, 15),
        {Metric.OBSERVED_AGREEMENT: 0.60, Metric.KAPPA: 0.13},
    ),
    "Gwet (2002)": (Cells(118, 5, 2, 0), {Metric.KAPPA: -0.0234, Metric.AC1: 0.9408}),
}


@pytest.mark.parametrize("paper", PAPER)
def test_prints_what_was_published(paper: str) -> None:
    cells, published = PAPER[paper]
    digits = 4 if "Gwet" in paper else 2

    assert {m: round(point(cells, m).value or 0, digits) for m in published} == published


ORACLES: dict[Metric, Callable[..., Any]] = {
    Metric.OBSERVED_AGREEMENT: sklearn_metrics.accuracy_score,
    Metric.F1: sklearn_metrics.f1_score,
    Metric.TPR: sklearn_metrics.recall_score,
    Metric.PRECISION: sklearn_metrics.precision_score,
    Metric.MCC: sklearn_metrics.matthews_corrcoef,
    Metric.BALANCED_ACCURACY: sklearn_metrics.balanced_accuracy_score,
    Metric.KAPPA: sklearn_metrics.cohen_kappa_score,
}


@pytest.mark.parametrize("metric", ORACLES)
@settings(max_examples=25)
@given(cells=MIXED_CELLS)
def test_equals_scikit_learn_where_both_are_defined(metric: Metric, cells: Cells) -> None:
    weights = cells.counts
    expected = ORACLES[metric]([1, 1, 0, 0], [1, 0, 1, 0], sample_weight=weights)

    assert point(cells, metric).value == pytest.approx(expected)


@given(cells=MIXED_CELLS)
def test_follows_from_its_mirror_image(cells: Cells) -> None:
    mirrored = Cells(cells.tn, cells.fp, cells.fn, cells.tp)
    pairs = {
        Metric.TPR: Metric.TNR,
        Metric.F1: Metric.NEGATIVE_AGREEMENT,
        Metric.PRECISION: Metric.NEGATIVE_PREDICTIVE_VALUE,
        Metric.AC1: Metric.AC1,
        Metric.SCOTT_PI: Metric.SCOTT_PI,
        Metric.KAPPA_MAX: Metric.KAPPA_MAX,
    }

    for metric, partner in pairs.items():
        assert point(cells, metric).value == pytest.approx(point(mirrored, partner).value)


@given(cells=MIXED_CELLS)
def test_kappa_keeps_byrts_identity_and_its_maximum(cells: Cells) -> None:
    kappa, pabak, prevalence, bias, most = (
        point(cells, metric).value or 0.0
        for metric in (
            Metric.KAPPA,
            Metric.PABAK,
            Metric.PREVALENCE_INDEX,
            Metric.BIAS_INDEX,
            Metric.KAPPA_MAX,
        )
    )
    apart = bias**2 - prevalence**2

    assert kappa == pytest.approx((pabak + apart) / (1 + apart))
    assert kappa <= most + 1e-12


@given(cells=MIXED_CELLS)
def test_youden_and_false_passes_are_what_the_recalls_make_them(cells: Cells) -> None:
    recalls = (point(cells, Metric.TPR).value or 0) + (point(cells, Metric.TNR).value or 0)
    kept = point(cells, Metric.NEGATIVE_PREDICTIVE_VALUE).value or 0

    assert point(cells, Metric.YOUDEN_J).value == pytest.approx(recalls - 1)
    assert point(cells, Metric.FALSE_PASS_RATE).value == pytest.approx(1 - kept)


@pytest.mark.parametrize("metric", Metric)
@given(cells=CELLS)
def test_has_a_finite_value_or_says_why_not(metric: Metric, cells: Cells) -> None:
    found = point(cells, metric)

    if found.value is None:
        assert found.status in {Status.UNDEFINED_EMPTY, Status.UNDEFINED_SINGLE_CLASS}
    else:
        assert math.isfinite(found.value)


@pytest.mark.parametrize("metric", Metric)
def test_is_undefined_without_units(metric: Metric) -> None:
    assert point(Cells(0, 0, 0, 0), metric).status is Status.UNDEFINED_EMPTY


@pytest.mark.parametrize(
    ("cells", "metric"),
    [
        (Cells(0, 0, 3, 9), Metric.TPR),
        (Cells(3, 9, 0, 0), Metric.TNR),
        (Cells(0, 3, 0, 9), Metric.PRECISION),
        (Cells(0, 0, 0, 9), Metric.F1),
        (Cells(9, 0, 0, 0), Metric.NEGATIVE_AGREEMENT),
        (Cells(0, 0, 0, 9), Metric.KAPPA),
        (Cells(0, 0, 0, 9), Metric.SCOTT_PI),
        (Cells(0, 0, 3, 9), Metric.MCC),
        (Cells(0, 0, 3, 9), Metric.BALANCED_ACCURACY),
    ],
)
def test_is_undefined_where_its_class_never_occurs(cells: Cells, metric: Metric) -> None:
    found = point(cells, metric)

    assert found.value is None
    assert found.status is Status.UNDEFINED_SINGLE_CLASS


@pytest.mark.parametrize("cells", [Cells(0, 0, 3, 9), Cells(3, 0, 9, 0), Cells(0, 5, 0, 0)])
def test_kappa_is_zero_and_degenerate_where_a_rater_never_varied(cells: Cells) -> None:
    found = point(cells, Metric.KAPPA)

    assert found.value == 0
    assert found.status is Status.DEGENERATE_ONE_RATER_CONSTANT


def test_ac1_is_one_where_only_one_class_occurs() -> None:
    assert point(Cells(0, 0, 0, 9), Metric.AC1).value == 1


def test_computes_many_tables_at_once() -> None:
    tables = np.array([[[40, 9, 6, 45], [80, 10, 5, 5]]], dtype=float)

    assert values(tables, Metric.KAPPA).round(2).tolist() == [[0.7, 0.32]]
