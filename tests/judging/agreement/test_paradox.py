import pytest

from judging.agreement import Cells
from judging.agreement.paradox import remarks


def test_a_balanced_table_needs_no_words() -> None:
    assert remarks(Cells(40, 9, 6, 45)) == ()


@pytest.mark.parametrize(
    ("cells", "count"), [(Cells(118, 5, 2, 0), "2 passes in 125"), (Cells(0, 2, 5, 118), "2 fails")]
)
def test_says_when_agreement_only_comes_from_one_class_being_rare(cells: Cells, count: str) -> None:
    (sentence,) = remarks(cells)

    assert "one class is rare" in sentence
    assert count in sentence


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (Cells(30, 25, 2, 43), "more lenient than the reference: of every 100 it fails 23 fewer"),
        (Cells(30, 2, 25, 43), "stricter than the reference: of every 100 it fails 23 more"),
    ],
)
def test_says_which_way_a_judge_leans(cells: Cells, words: str) -> None:
    (sentence,) = remarks(cells)

    assert words in sentence


def test_a_lean_that_chance_explains_is_not_mentioned() -> None:
    assert remarks(Cells(4, 2, 0, 4)) == ()


def test_says_why_kappa_is_zero_or_undefined() -> None:
    assert "Kappa is undefined" in remarks(Cells(0, 0, 0, 9))[0]
    assert "Kappa is 0 whatever" in remarks(Cells(4, 0, 5, 0))[-1]


def test_has_nothing_to_say_of_no_units() -> None:
    assert remarks(Cells(0, 0, 0, 0)) == ()
