"""Money as people read it."""

import pytest

from calibration.runs.money import dollars, micro

SUMS = {
    0: "$0.00",
    1: "$0.000001",
    12: "$0.000012",
    150: "$0.00015",
    1_437: "$0.0014",
    14_370: "$0.014",
    143_700: "$0.14",
    100_000: "$0.10",
    994_999: "$0.99",
    1_437_000: "$1.44",
    1_234_567_890: "$1,234.57",
}


@pytest.mark.parametrize(("cost", "text"), SUMS.items())
def test_a_small_sum_is_not_made_nothing(cost: int, text: str) -> None:
    assert dollars(cost) == text


def test_a_price_that_is_not_known_is_no_number() -> None:
    assert dollars(None) == "unknown price"


@pytest.mark.parametrize(("amount", "expected"), [(1.5, 1_500_000), (0.1, 100_000), (1e-9, 1)])
def test_dollars_become_micro_dollars_and_never_nothing(amount: float, expected: int) -> None:
    assert micro(amount) == expected
