"""Measures of a trajectory that take no judge."""

import pytest

from judging.measures import coherence, context_retention, turn_efficiency
from judging.sessions import Session
from tests import keeping

SESSION = keeping.session(
    "flight", "Under $800, nonstop.", "I look.", "And a window seat.", "UNDER $800 there is one."
)


@pytest.mark.parametrize(
    ("constraints", "share"),
    [(["under $800"], 1), (["nonstop"], 0), (["under $800", "nonstop"], 0.5)],
)
def test_what_is_mentioned_after_the_opening_is_retained(
    constraints: list[str], share: float
) -> None:
    assert context_retention(SESSION, constraints) == share


def test_without_constraints_nothing_is_retained_or_lost() -> None:
    assert context_retention(SESSION, []) is None
    assert context_retention(Session("short", SESSION.turns[:2]), ["nonstop"]) == 0


@pytest.mark.parametrize(
    ("actual", "optimal", "expected"),
    [(5, 7, 1), (7, 7, 1), (8, 7, 0.9), (10, 7, 0.8), (2000, 7, 0)],
)
def test_each_turn_too_many_weighs_less(actual: int, optimal: int, expected: float) -> None:
    assert turn_efficiency(actual, optimal) == pytest.approx(expected)


def test_contradictions_are_counted_against_turns() -> None:
    assert coherence(0, 4) == 1
    assert coherence(1, 4) == 0.75
    assert coherence(9, 4) == 0
    assert coherence(0, 0) is None


def test_negative_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="counted from 0"):
        turn_efficiency(-1, 7)
    with pytest.raises(ValueError, match="not negative"):
        coherence(1, -1)
