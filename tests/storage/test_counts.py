"""Counts, and what becomes of them when groups change."""

from hypothesis import given
from hypothesis import strategies as st

from judging.ratings import Outcome, Problem
from storage.counts import Counts, Pattern, patterns

PASS, FAIL = Outcome.PASS, Outcome.FAIL
rows = st.lists(
    st.tuples(
        st.sampled_from("abcdef"),
        st.sampled_from([PASS, FAIL, Outcome.CANNOT_TELL]),
        st.sampled_from([PASS, FAIL, Outcome.NOT_SCORED]),
        st.integers(1, 3),
    ),
    max_size=12,
).map(sorted)


def counts(some: list[tuple[str, Outcome, Outcome, int]]) -> Counts:
    return Counts(patterns(some), {}, len(some), {(FAIL, None): 2}, {})


def test_groups_with_equal_cells_are_one_pattern_and_undecided_ones_none() -> None:
    found = patterns(
        [
            ("a", FAIL, FAIL, 2),
            ("a", PASS, FAIL, 1),
            ("b", Outcome.CANNOT_TELL, PASS, 4),
            ("c", FAIL, FAIL, 2),
            ("c", FAIL, Outcome.NOT_SCORED, 9),
            ("c", PASS, FAIL, 1),
            ("d", PASS, PASS, 1),
        ]
    )

    assert found == (Pattern(0, 0, 0, 1, 1), Pattern(2, 0, 1, 0, 2))


@given(rows, rows)
def test_revised_counts_are_those_of_the_groups_as_they_are_now(
    before: list[tuple[str, Outcome, Outcome, int]], after: list[tuple[str, Outcome, Outcome, int]]
) -> None:
    others = [("others", PASS, FAIL, 1)]

    revised = counts([*before, *others]).revised(counts(before), counts(after))

    assert revised == counts([*after, *others])


def test_what_is_kept_comes_back_as_it_was() -> None:
    kept = Counts(
        (Pattern(1, 0, 0, 2, 3),),
        {(FAIL, FAIL): 3, (PASS, Outcome.CANNOT_TELL): 1},
        9,
        {(PASS, None): 6, (Outcome.NOT_SCORED, Problem.REFUSED): 2},
        {FAIL: 3, None: 1},
    )

    assert Counts.of_json(kept.as_json()) == kept
    assert kept.judged == {PASS: 6, Outcome.NOT_SCORED: 2}
    assert kept.problems == {Problem.REFUSED: 2}
    assert kept.units == 8
