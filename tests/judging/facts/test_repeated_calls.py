"""The same call again."""

import pytest

from judging.facts import FactKind
from judging.sessions import Turn
from tests.judging.facts.looked_up import of_kind, turns
from tests.judging.said import calls

FAILED = "tool: Error: not enough seats"
OK = "tool: {}"


def test_an_equal_lookup_with_nothing_changed_between_is_a_repetition() -> None:
    told = (calls("get_order", id=1), OK, "user: And?", calls("get_order", id=1))

    assert turns(FactKind.REPEATED_CALL, *told) == [4]


@pytest.mark.parametrize(
    "between", [calls("update_order", id=1), calls("bash", command="make")], ids=["change", "open"]
)
def test_an_equal_lookup_after_something_may_have_changed_is_none(between: Turn) -> None:
    told = (calls("get_order", id=1), OK, between, OK, calls("get_order", id=1))

    assert turns(FactKind.REPEATED_CALL, *told) == []


def test_an_equal_lookup_after_a_change_that_failed_is_a_repetition() -> None:
    told = (
        calls("get_order", id=1),
        OK,
        calls("update_order", id=1),
        FAILED,
        calls("get_order", id=1),
    )

    assert turns(FactKind.REPEATED_CALL, *told) == [5]


def test_nothing_is_repeated_while_a_change_has_no_answer() -> None:
    told = (calls("get_order", id=1), OK, calls("update_order", id=1), calls("get_order", id=1))

    assert turns(FactKind.REPEATED_CALL, *told) == []


def test_other_arguments_make_another_call() -> None:
    assert (
        turns(FactKind.REPEATED_CALL, calls("get_order", id=1), OK, calls("get_order", id=2)) == []
    )


@pytest.mark.parametrize("name", ["get_status", "think", "calculate", "poll_job"])
def test_polling_thinking_and_calculating_may_repeat(name: str) -> None:
    assert turns(FactKind.REPEATED_CALL, calls(name, x=1), OK, calls(name, x=1)) == []


def test_a_call_that_had_failed_made_again_cites_the_failure() -> None:
    found = of_kind(
        FactKind.REPEATED_FAILURE,
        calls("book_seat", row=1),
        FAILED,
        "user: Go on.",
        calls("book_seat", row=1),
    )

    assert [(f.turn, f.related_turn, f.related_quote) for f in found] == [
        (4, 2, "Error: not enough seats")
    ]


def test_a_failed_call_with_mended_arguments_is_no_repeated_failure() -> None:
    told = (calls("book_seat", row=1), FAILED, calls("book_seat", row=2))

    assert turns(FactKind.REPEATED_FAILURE, *told) == []


def test_a_time_out_may_be_tried_again() -> None:
    told = (calls("book_seat", row=1), "tool: Error: timed out", calls("book_seat", row=1))

    assert turns(FactKind.REPEATED_FAILURE, *told) == []
