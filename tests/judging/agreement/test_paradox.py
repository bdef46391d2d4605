import pytest

from judging.agreement import Cells, Clusters
from judging.agreement.paradox import remarks


def said(cells: Cells) -> tuple[str, ...]:
    return remarks(Clusters.independent(cells.counts))


def test_a_balanced_table_needs_no_words() -> None:
    assert said(Cells(40, 9, 6, 45)) == ()


@pytest.mark.parametrize(
    ("cells", "count"), [(Cells(118, 5, 2, 0), "2 passes in 125"), (Cells(0, 2, 5, 118), "2 fails")]
)
def test_says_when_agreement_only_comes_from_one_class_being_rare(cells: Cells, count: str) -> None:
    (sentence,) = said(cells)

    assert "one class is rare" in sentence
    assert count in sentence


def test_a_third_of_the_units_is_not_called_rare() -> None:
    found = said(Cells(0, 20, 0, 40))

    assert not any("rare" in sentence for sentence in found)
    assert "one side gave the same answer" in found[-1]


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (Cells(30, 25, 2, 43), "more lenient than the reference: of every 100 it fails 23 fewer"),
        (Cells(30, 2, 25, 43), "stricter than the reference: of every 100 it fails 23 more"),
    ],
)
def test_says_which_way_a_judge_leans(cells: Cells, words: str) -> None:
    (sentence,) = said(cells)

    assert words in sentence


def test_a_lean_that_chance_explains_is_not_mentioned() -> None:
    assert said(Cells(4, 2, 0, 4)) == ()


def test_a_lean_of_two_groups_alone_is_not_called_systematic() -> None:
    # Ten missed failures are beyond chance, and are all of two of thirty tasks.
    grouped = Clusters.counted([((0, 5, 0, 0), 2), ((1, 0, 0, 2), 28)])
    spread = Clusters.counted([((1, 0, 0, 2), 20), ((0, 1, 0, 2), 10)])

    assert said(grouped.cells) != ()
    assert remarks(grouped) == ()
    assert "more lenient" in remarks(spread)[0]
    assert remarks(Clusters.of([grouped.cells.counts])) == ()


def test_says_why_kappa_is_zero_or_undefined() -> None:
    assert "Kappa is undefined" in said(Cells(0, 0, 0, 9))[0]
    assert "Kappa is 0 whatever" in said(Cells(4, 0, 5, 0))[-1]


def test_has_nothing_to_say_of_no_units() -> None:
    assert said(Cells(0, 0, 0, 0)) == ()
