"""Limits on sums."""

import pytest

from judging.facts import FactKind
from tests.judging.facts.looked_up import of_kind, turns

LIMIT = "user: It should cost under $800."


@pytest.mark.parametrize(
    ("said", "limit"),
    [
        ("under $800", "800.00"),
        ("no more than 1,200 dollars", "1,200.00"),
        ("my budget is €99.50", "99.50"),
        ("within a budget of $600", "600.00"),
    ],
)
def test_limits_are_read_in_figures(said: str, limit: str) -> None:
    (found,) = of_kind(FactKind.CONSTRAINT, f"user: I want it {said}, please.")

    assert found.note == f"The user sets a limit of {limit}."


@pytest.mark.parametrize("said", ["It costs $800.", "Under no condition.", "Less than 5 minutes."])
def test_sums_without_limits_and_limits_without_sums_are_none(said: str) -> None:
    assert turns(FactKind.CONSTRAINT, f"user: {said}") == []


def test_the_same_limit_is_told_once() -> None:
    assert turns(FactKind.CONSTRAINT, LIMIT, "assistant: Ok.", LIMIT) == [1]


def test_a_price_above_the_limit_is_pointed_at_once() -> None:
    over = "assistant: The total is $890."

    assert turns(FactKind.OVER_LIMIT, LIMIT, over, "user: Hm.", over) == [2]


@pytest.mark.parametrize(
    "said",
    [
        "The total is $790.",
        "The cost is $890, which exceeds your budget.",
        "The options cost $790 and $890.",
        "Your gift card balance of $890 can pay for it.",
        "There are 900 seats.",
    ],
)
def test_prices_within_it_or_said_to_be_above_it_are_not(said: str) -> None:
    assert turns(FactKind.OVER_LIMIT, LIMIT, f"assistant: {said}") == []
