from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.importers.citations import cited_in_list, cited_in_prose


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("turn 9 quotes a price that contradicts turn 4", (4, 9)),
        ("Turns 3-5", (3, 4, 5)),
        ("turns 3–5 and 8", (3, 4, 5, 8)),
        ("turns 2, 4, and 6", (2, 4, 6)),
        ("turns 2 to 4", (2, 3, 4)),
        ("see [7] and [3]", (3, 7)),
        ("turn 3, turn 3", (3,)),
        ("turned 3 times; return 4; in 5 turns", ()),
        ("turns 1-100000", (1, 100000)),
        ("turns 5-3", (3, 5)),
        ("", ()),
    ],
)
def test_turns_named_in_prose(text: str, turns: tuple[int, ...]) -> None:
    assert cited_in_prose(text) == turns


@pytest.mark.parametrize(
    ("value", "turns"),
    [
        ("3;9", (3, 9)),
        ("9, 3", (9, 3)),
        ("3-5", (3, 4, 5)),
        ([7, 8, 7], (7, 8, 7)),
        (["7", {"turn": 3, "quote": "x"}], (7, 3)),
        (5, (5,)),
        ("none", ()),
        ([], ()),
    ],
)
def test_turns_in_a_list_keep_their_order(value: Any, turns: tuple[int, ...]) -> None:
    assert cited_in_list(value) == turns


@given(st.text())
def test_any_text_cites_some_turns_or_none(text: str) -> None:
    assert all(turn >= 0 for turn in cited_in_prose(text))
