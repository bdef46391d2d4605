"""One hash for the labels that counted."""

import pytest

from judging.bundle import CountedLabel, label_set

LABELS = [
    CountedLabel("b", "goal_met", 1, 0, "pass"),
    CountedLabel("a", "goal_met", 1, 0, "fail"),
    CountedLabel("a", "turn_pass", 1, 2, "pass"),
]


def test_does_not_depend_on_their_order() -> None:
    assert label_set(LABELS) == label_set(reversed(LABELS))


@pytest.mark.parametrize(
    "other",
    [
        LABELS[:2],
        [*LABELS, LABELS[0]],
        [LABELS[0]._replace(outcome="fail"), *LABELS[1:]],
        [LABELS[0]._replace(meaning=2), *LABELS[1:]],
        [LABELS[0]._replace(session="c"), *LABELS[1:]],
        [LABELS[0]._replace(turn=1), *LABELS[1:]],
        [LABELS[0]._replace(criterion="kind"), *LABELS[1:]],
    ],
)
def test_any_other_set_has_another_hash(other: list[CountedLabel]) -> None:
    assert label_set(other) != label_set(LABELS)


def test_the_words_of_one_field_cannot_pass_for_the_next() -> None:
    one = CountedLabel('a","goal_met', "x", 1, 0, "pass")
    other = CountedLabel("a", 'goal_met","x', 1, 0, "pass")

    assert label_set([one]) != label_set([other])
