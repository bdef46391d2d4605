import numpy as np
import pytest

from judging.agreement import Cells, Status, prediction_powered
from judging.agreement.prediction_powered import best_power

LABELLED = Cells(17, 3, 4, 36)


def test_prints_what_ppi_python_does() -> None:
    plain = prediction_powered(LABELLED, 700, 1000, power=1)
    tuned = prediction_powered(LABELLED, 700, 1000)

    assert plain.value == pytest.approx(0.716666666667)
    assert (plain.low, plain.high) == pytest.approx((0.625790789322, 0.807542544012))
    assert tuned.value == pytest.approx(0.703868577138, abs=2e-3)
    assert (tuned.low, tuned.high) == pytest.approx((0.621051060745, 0.786686093531), abs=2e-3)


def test_without_power_it_is_the_mean_of_the_labels() -> None:
    found = prediction_powered(LABELLED, 700, 1000, power=0)
    error = np.sqrt(40 / 60 * 20 / 60 / 60)

    assert found.value == pytest.approx(40 / 60)
    assert found.high == pytest.approx(40 / 60 + 1.959964 * error, abs=1e-6)


def test_tuning_narrows_the_interval() -> None:
    widths = [
        (found.high or 0) - (found.low or 0)
        for found in (prediction_powered(LABELLED, 700, 1000, power=p) for p in (None, 0, 1))
    ]

    assert widths[0] == min(widths)


def test_a_judge_that_never_varies_gets_no_weight() -> None:
    assert best_power(Cells(0, 5, 0, 9), 100, 100) == 0


@pytest.mark.parametrize(("labelled", "n"), [(Cells(0, 0, 0, 0), 9), (LABELLED, 0)])
def test_is_undefined_without_labels_or_sessions(labelled: Cells, n: float) -> None:
    assert prediction_powered(labelled, 0, n).status is Status.UNDEFINED_EMPTY


@pytest.mark.parametrize("labelled", [Cells(0, 0, 0, 1), Cells(0, 0, 0, 20)])
def test_what_never_varies_has_no_interval(labelled: Cells) -> None:
    found = prediction_powered(labelled, 100, 100)

    assert (found.value, found.low, found.status) == (1, None, Status.NO_SPREAD)
