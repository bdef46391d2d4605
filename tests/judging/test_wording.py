"""Counts and lists as sentences have them."""

import pytest

from judging.wording import counted, listed


@pytest.mark.parametrize(("n", "said"), [(0, "0 turns"), (1, "1 turn"), (1000, "1,000 turns")])
def test_all_but_one_are_plural(n: int, said: str) -> None:
    assert counted(n, "turn") == said


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), ("abc", "a, b and c")]
)
def test_the_last_word_stands_after_and(words: list[str], said: str) -> None:
    assert listed(words) == said
