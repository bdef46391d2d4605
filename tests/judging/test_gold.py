from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.gold import Basis, Gold, GoldVote, gold, gold_without
from judging.ratings import Label, Outcome

PASS, FAIL = Outcome.PASS, Outcome.FAIL
NA, CANNOT_TELL = Outcome.NOT_APPLICABLE, Outcome.CANNOT_TELL


def votes(*outcomes: Outcome) -> list[GoldVote]:
    return [GoldVote(outcome, f"reviewer {i}") for i, outcome in enumerate(outcomes)]


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ((FAIL,), Gold(FAIL, Basis.SINGLE, 1)),
        ((FAIL, FAIL), Gold(FAIL, Basis.UNANIMOUS, 2)),
        ((FAIL, PASS), Gold(None, Basis.TIE, 2)),
        ((FAIL, PASS, FAIL), Gold(FAIL, Basis.MAJORITY, 3)),
        ((FAIL, PASS, NA), Gold(None, Basis.TIE, 3)),
        ((FAIL, FAIL, PASS, PASS), Gold(None, Basis.TIE, 4)),
        ((FAIL, FAIL, PASS, NA), Gold(None, Basis.TIE, 4)),
        ((PASS, CANNOT_TELL), Gold(None, Basis.TIE, 2)),
        ((CANNOT_TELL, CANNOT_TELL, PASS), Gold(CANNOT_TELL, Basis.MAJORITY, 3)),
        ((NA, NA), Gold(NA, Basis.UNANIMOUS, 2)),
    ],
)
def test_follows_the_order_of_the_rules(outcomes: tuple[Outcome, ...], expected: Gold) -> None:
    assert gold(votes(*outcomes)) == expected


def test_an_adjudication_outranks_a_unanimous_answer() -> None:
    labels = [*votes(PASS, PASS), GoldVote(FAIL, "chair", adjudicated=True)]

    assert gold(labels) == Gold(FAIL, Basis.ADJUDICATED, 2)


def test_the_last_adjudication_settles() -> None:
    labels = [
        GoldVote(FAIL, "chair", adjudicated=True),
        GoldVote(PASS, "deputy", adjudicated=True),
    ]

    assert gold(labels) == Gold(PASS, Basis.ADJUDICATED, 0)


def test_a_retracted_adjudication_gives_the_word_back_to_the_votes() -> None:
    chair = [
        GoldVote(FAIL, "chair", adjudicated=True),
        GoldVote(None, "chair", adjudicated=True),
    ]

    assert gold([*chair, *votes(PASS, PASS)]) == Gold(PASS, Basis.UNANIMOUS, 2)


def test_a_reviewer_votes_once_and_with_the_latest_answer() -> None:
    assert gold([GoldVote(PASS, "ann"), GoldVote(FAIL, "ann")]) == Gold(FAIL, Basis.SINGLE, 1)


def test_a_blind_answer_stands_against_a_later_one_that_is_not() -> None:
    labels = [GoldVote(PASS, "ann", blind=True), GoldVote(FAIL, "ann", blind=False)]

    assert gold(labels) == Gold(PASS, Basis.SINGLE, 1)


def test_the_latest_blind_answer_counts() -> None:
    labels = [
        GoldVote(PASS, "ann", blind=True),
        GoldVote(PASS, "ann", blind=False),
        GoldVote(FAIL, "ann", blind=True),
    ]

    assert gold(labels) == Gold(FAIL, Basis.SINGLE, 1)


def test_anonymous_slots_are_raters_of_their_own() -> None:
    labels = [GoldVote(PASS, slot=1), GoldVote(PASS, slot=2), GoldVote(FAIL, slot=2)]

    assert gold(labels) == Gold(None, Basis.TIE, 2)


def test_there_is_none_without_a_standing_answer() -> None:
    assert gold([]) is None
    assert gold([GoldVote(FAIL, "ann"), GoldVote(None, "ann")]) is None


def test_takes_labels_as_they_are() -> None:
    label = Label(session="s", criterion="c", outcome=FAIL, reviewer="ann")

    assert gold([label]) == Gold(FAIL, Basis.SINGLE, 1)


def test_a_reviewer_is_compared_with_what_the_others_settled() -> None:
    labels = votes(FAIL, PASS, PASS)

    assert gold_without(labels, "reviewer 0") == Gold(PASS, Basis.UNANIMOUS, 2)
    assert gold_without(labels[:1], "reviewer 0") is None


@given(st.lists(st.sampled_from([PASS, FAIL, NA, CANNOT_TELL]), min_size=1, max_size=4))
def test_does_not_depend_on_the_order_of_the_reviewers(outcomes: list[Outcome]) -> None:
    settled = {gold(list(order)) for order in permutations(votes(*outcomes))}

    assert len(settled) == 1
