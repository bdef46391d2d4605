from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.importers.values import Scale, canonical, is_nothing, is_number, several, truth
from judging.ratings import Outcome


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (
            Outcome.PASS,
            [True, "TRUE", "1", 1, 1.0, "1.0", "Yes", " y ", "passed", "thumbs up", "sí", "👍"],
        ),
        (Outcome.FAIL, [False, "false", "0", 0, "No", "FAILED", "thumbs_down", "falso"]),
        (Outcome.NOT_APPLICABLE, ["n/a", "N/A", "not applicable", "not_applicable"]),
        (Outcome.CANNOT_TELL, ["unsure", "Cannot tell", "can't tell", "cannot_tell"]),
        (Outcome.NOT_SCORED, ["not_scored"]),
        (None, ["asdf", "2", 0.5, "", None, [], "passable"]),
    ],
)
def test_a_word_means_what_it_says(outcome: Outcome | None, words: list[Any]) -> None:
    for word in words:
        assert Scale().outcome(word) is outcome, word


def test_what_was_named_counts_before_what_a_word_says() -> None:
    scale = Scale.of(["0", "Fine"], ["1.0", "yes"])

    assert [scale.outcome(value) for value in (0, "0.0", "fine")] == [Outcome.PASS] * 3
    assert [scale.outcome(value) for value in (1, "1", "YES")] == [Outcome.FAIL] * 3
    assert scale.outcome("no") is Outcome.FAIL


def test_beside_named_values_a_number_means_nothing_by_itself() -> None:
    assert Scale.of(["5"], []).outcome("1") is None


@pytest.mark.parametrize("value", ["1", "-2", "0.5", ".5", "3.", "1e3", 1, 0.5, " 7 "])
def test_numbers_are_numbers(value: Any) -> None:
    assert is_number(value)


@pytest.mark.parametrize("value", [True, "1_0", "nan", "inf", "0x1", "", "1,5", None, [], "٣"])
def test_other_things_are_not(value: Any) -> None:
    assert not is_number(value)


@pytest.mark.parametrize(
    ("value", "spelling"),
    [(1.0, "1"), ("10", "10"), ("1e2", "100"), (" Thumbs  Up ", "thumbs_up"), (0.50, "0.5")],
)
def test_values_have_one_spelling(value: Any, spelling: str) -> None:
    assert canonical(value) == spelling


def test_empty_and_skipped_are_no_answers() -> None:
    assert [is_nothing(value) for value in ("", " ", "Skip", "no", None, 0)] == [True] * 3 + [
        False
    ] * 3


def test_yes_and_no_are_truths() -> None:
    assert [truth(value) for value in ("yes", False, "perhaps")] == [True, False, None]


@pytest.mark.parametrize(
    ("value", "answers"),
    [
        ("3,3,2", ["3", "3", "2"]),
        ("pass; fail", ["pass", "fail"]),
        ("yes, but slowly", ["yes, but slowly"]),
        ("n/a", ["n/a"]),
        (["pass", "fail"], ["pass", "fail"]),
        (["pass"], ["pass"]),
        (True, [True]),
        ("", [""]),
    ],
)
def test_answers_of_several_raters_may_stand_in_one_place(value: Any, answers: list[Any]) -> None:
    assert several(value) == answers


@given(st.text() | st.floats() | st.integers() | st.booleans() | st.none())
def test_any_value_has_an_outcome_or_none(value: Any) -> None:
    assert Scale().outcome(value) in {*Outcome, None}
