from dataclasses import astuple

import pytest

from judging.agreement import (
    Cells,
    Status,
    failing_share_agreement,
    first_failing_agreement,
    summarise_turns,
)
from judging.ratings import Outcome

PASS, FAIL = Outcome.PASS, Outcome.FAIL
LOST, UNSURE, NA = Outcome.NOT_SCORED, Outcome.CANNOT_TELL, Outcome.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ((PASS, PASS), (None, False, 0.0, 0)),
        ((PASS, FAIL, FAIL), (2, False, 2 / 3, 0)),
        ((LOST, FAIL), (2, True, 1.0, 1)),
        ((FAIL, LOST), (1, False, 1.0, 1)),
        ((PASS, UNSURE), (None, True, 0.0, 1)),
        ((LOST,), (None, True, None, 1)),
        ((NA, PASS), (None, False, 0.0, 0)),
        ((), (None, False, None, 0)),
    ],
)
def test_an_unscored_turn_leaves_open_what_it_could_change(
    outcomes: tuple[Outcome, ...], expected: tuple[int | None, bool, float | None, int]
) -> None:
    assert astuple(summarise_turns(enumerate(outcomes, 1))) == expected


def test_turns_keep_their_own_numbers_in_any_order() -> None:
    assert summarise_turns([(12, FAIL), (4, PASS), (8, FAIL)]).first_failing == 8


PAIRS = [
    (4, 4),
    (2, 3),
    (None, None),
    (6, None),
    (None, 8),
    (10, 4),
    (2, 2),
    (12, 13),
    (None, None),
    (4, 8),
]


def test_the_same_turn_or_none_on_either_side_is_exact() -> None:
    found = first_failing_agreement(PAIRS)

    assert found.n == 10
    assert found.exact.value == 0.4
    assert found.exact_among_both.value == pytest.approx(1 / 3)
    assert found.within_1.value == pytest.approx(2 / 3)


def test_distances_are_over_sessions_that_fail_on_both_sides() -> None:
    found = first_failing_agreement(PAIRS)

    assert (found.mean_distance, found.median_distance) == (2, 1)
    assert found.signed_distance.value == 0
    assert (found.signed_distance.low or 0) < 0 < (found.signed_distance.high or 0)


def test_detection_is_a_table_of_its_own() -> None:
    found = first_failing_agreement(PAIRS)

    assert found.detection == Cells(6, 1, 1, 2)
    assert found.detection_kappa.value is not None


def test_there_is_no_distance_without_two_failures() -> None:
    found = first_failing_agreement([(None, None), (3, None)])

    assert found.mean_distance is found.median_distance is found.signed_distance.value is None
    assert found.within_1.value is None


def test_shares_are_compared_session_by_session() -> None:
    found = failing_share_agreement([(0.5, 0.75), (0.25, 0.0), (0.0, 0.0)])

    assert found.difference.value == pytest.approx(0)
    assert found.absolute == pytest.approx(1 / 6)
    assert failing_share_agreement([]).absolute is None


def test_sessions_of_a_task_count_as_what_they_have_in_common_leaves() -> None:
    pairs = [*[(4, 4)] * 20, *[(2, None)] * 20]
    alone = first_failing_agreement(pairs)
    grouped = first_failing_agreement(pairs, [str(i // 4) for i in range(40)])

    assert alone.exact.value == grouped.exact.value == 0.5
    assert (grouped.exact.high or 0) > (alone.exact.high or 0) + 0.1


def test_distances_that_never_vary_have_no_interval() -> None:
    found = first_failing_agreement([(4, 4), (2, 2), (3, 3)])

    assert found.signed_distance.value == 0
    assert found.signed_distance.status is Status.NO_SPREAD
