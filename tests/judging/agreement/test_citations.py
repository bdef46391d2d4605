import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.agreement import CitedTurns, citation_agreement
from judging.agreement.citations import jaccard_by_chance, masi

SETS = [
    ({4}, {4}),
    ({4, 9}, {9}),
    ({2}, {3}),
    (set(), set()),
    (set(), {5}),
    ({7}, set()),
    ({1, 5, 9}, {1, 5, 8}),
]
SESSIONS = [CitedTurns(frozenset(said), frozenset(cited)) for said, cited in SETS]
TURNS = st.frozensets(st.integers(1, 6), max_size=4)


def test_counts_shared_turns_over_all_that_either_side_cites() -> None:
    found = citation_agreement(SESSIONS)

    assert found.precision.value == pytest.approx(4 / 7)
    assert found.recall.value == pytest.approx(4 / 8)
    assert found.f1 == pytest.approx(8 / 15)
    assert found.any_overlap.value == pytest.approx(3 / 4)


def test_a_neighbouring_turn_counts_where_it_is_allowed_to() -> None:
    found = citation_agreement(SESSIONS)

    assert found.precision_within_1.value == pytest.approx(6 / 7)
    assert found.recall_within_1.value == pytest.approx(6 / 8)


def test_sessions_that_nobody_cites_are_no_agreement() -> None:
    found = citation_agreement(SESSIONS)

    assert (found.cited, found.uncited) == (6, 1)
    assert found.jaccard.value == pytest.approx(1 / 3)
    assert found.masi == pytest.approx((1, 1 / 3, 0, None, 0, 0, 1 / 6))


def test_sessions_of_a_group_widen_the_interval() -> None:
    grouped = [CitedTurns(s.reference, s.judge, str(i % 3)) for i, s in enumerate(SESSIONS * 6)]
    apart, together = citation_agreement(SESSIONS * 6), citation_agreement(grouped)

    assert together.precision.value == apart.precision.value
    assert together.precision.low is not None
    assert (together.jaccard.high or 0) > (apart.jaccard.high or 0)


def test_is_undefined_where_nobody_cites() -> None:
    found = citation_agreement([CitedTurns(frozenset(), frozenset())])

    assert found.precision.value is found.recall.value is found.f1 is None
    assert found.any_overlap.value is None
    assert jaccard_by_chance([CitedTurns(frozenset(), frozenset())]) is None


@given(first=TURNS, second=TURNS)
def test_masi_is_one_only_for_equal_sets_and_the_same_either_way(
    first: frozenset[int], second: frozenset[int]
) -> None:
    found = masi(first, second)

    assert found == masi(second, first)
    assert (found == 1) == (first == second and bool(first))


def test_citations_of_other_sessions_agree_less() -> None:
    sessions = [
        CitedTurns(frozenset({i % 5 + 1}), frozenset({i % 5 + 1}), n_turns=10 + i // 10)
        for i in range(40)
    ]
    by_chance = jaccard_by_chance(sessions) or 1

    assert citation_agreement(sessions).jaccard.value == 1
    assert by_chance == pytest.approx(0.2, abs=0.03)
    assert by_chance == jaccard_by_chance(sessions)
