"""What the agent says that it has done."""

import pytest

from judging.facts import FactKind
from tests.judging.facts.looked_up import of_kind, turns
from tests.judging.said import calls

LOOKED = (calls("get_order", id=1), "tool: {}")
CANCELLED = (calls("cancel_order", id=1), 'tool: {"status": "cancelled"}')


def test_a_claim_with_a_call_that_fits_is_confirmed_by_its_answer() -> None:
    found = of_kind(FactKind.CONFIRMED_CLAIM, *CANCELLED, "assistant: I have cancelled it.")

    assert [(fact.turn, fact.related_turn, fact.related_quote) for fact in found] == [
        (3, 2, '{"status": "cancelled"}')
    ]


@pytest.mark.parametrize(
    "said",
    [
        "I've cancelled your order.",
        "Your order has been cancelled.",
        "The order was found and successfully cancelled.",
        "The refund has been processed.",
    ],
)
def test_a_claim_that_no_call_so_far_can_have_done_is_unsupported(said: str) -> None:
    assert turns(FactKind.UNSUPPORTED_CLAIM, *LOOKED, f"assistant: {said}") == [3]


@pytest.mark.parametrize(
    "said",
    [
        "Once it has been cancelled, you get a refund.",
        "It has not been cancelled.",
        "Has it been cancelled?",
        "Orders that have been cancelled are refunded.",
        "It has already been cancelled.",
        "I will cancel it.",
        "You have cancelled it yourself.",
    ],
)
def test_conditions_denials_questions_and_plans_are_no_claims(said: str) -> None:
    assert turns(FactKind.UNSUPPORTED_CLAIM, *LOOKED, f"assistant: {said}") == []


def test_a_claim_on_a_call_that_failed_is_unsupported() -> None:
    told = (calls("cancel_order", id=1), "tool: Error: shipped", "assistant: I have cancelled it.")

    assert turns(FactKind.UNSUPPORTED_CLAIM, *told) == [3]
    assert turns(FactKind.CONFIRMED_CLAIM, *told) == []


def test_a_claim_on_a_change_of_another_kind_is_unsupported() -> None:
    assert turns(FactKind.UNSUPPORTED_CLAIM, *CANCELLED, "assistant: I have booked it.") == [3]


def test_a_refund_that_comes_with_a_cancellation_is_confirmed() -> None:
    told = (*CANCELLED, "assistant: $20 has been refunded to your card.")

    assert turns(FactKind.CONFIRMED_CLAIM, *told) == [3]


def test_nothing_is_said_of_claims_where_no_calls_are_recorded() -> None:
    told = ("user: Cancel it.", "assistant: I have cancelled it.")

    assert turns(FactKind.UNSUPPORTED_CLAIM, *told) == []


def test_nothing_is_said_where_a_tool_may_have_done_anything() -> None:
    told = (calls("run", command="x"), "tool: {}", "assistant: I have cancelled it.")

    assert turns(FactKind.UNSUPPORTED_CLAIM, *told) == []


def test_nothing_is_said_of_a_claim_made_with_the_call_itself() -> None:
    told = (*LOOKED, calls("cancel_order", saying="I have cancelled it.", id=1), "tool: {}")

    assert turns(FactKind.UNSUPPORTED_CLAIM, *told) == []
    assert turns(FactKind.CONFIRMED_CLAIM, *told) == []
