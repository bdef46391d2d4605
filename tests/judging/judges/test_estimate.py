"""Counts of tokens before there are any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.judges.estimate import expected_output, most_tokens

texts = st.text(st.characters(exclude_categories=[]), max_size=50)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("a" * 5, 2),
        ("a" * 6, 3),
        ("é" * 10, 7),
        ("返金はできません", 8),
        ("🚲" * 3, 4),
    ],
)
def test_a_text_has_at_most(text: str, tokens: int) -> None:
    assert most_tokens(text) == tokens


def test_half_of_a_surrogate_pair_is_counted_too() -> None:
    assert most_tokens("\ud83d") == 1


@given(texts)
def test_never_falls_below_either_rule_nor_a_token_above_both(text: str) -> None:
    rules = len(text) / 2.5, len(text.encode("utf-8", "surrogatepass")) / 3

    assert max(rules) <= most_tokens(text) < max(rules) + 1


@given(texts, texts)
def test_more_text_never_has_fewer_tokens(text: str, more: str) -> None:
    assert most_tokens(text) <= most_tokens(text + more)


@pytest.mark.parametrize(("criteria", "tokens"), [(0, 740), (1, 740), (2, 880), (5, 1300)])
def test_each_criterion_adds_to_the_thinking(criteria: int, tokens: int) -> None:
    assert expected_output(criteria) == tokens
