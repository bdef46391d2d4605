"""Asking again for what the user has given."""

import pytest

from judging.facts import FactKind
from tests.judging.facts.looked_up import of_kind, turns
from tests.judging.said import calls

GIVEN = ("user: My user ID is mia_li_3668.", "assistant: Thank you.", "user: I want an upgrade.")


def test_a_request_for_a_detail_given_before_names_both_turns() -> None:
    found = of_kind(FactKind.REASKING, *GIVEN, "assistant: Please provide your user ID.")

    assert [(fact.turn, fact.related_turn) for fact in found] == [(4, 1)]
    assert found[0].quote == "Please provide your user ID."
    assert found[0].related_quote == "My user ID is mia_li_3668."


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("It's ann@example.com.", "Could you please share your email address?"),
        ("My order number is #W123.", "Can you tell me your order number?"),
        ("my name is Ann Lee", "May I have your full name?"),
        ("The zip code is 78712.", "I'll need your zip code."),
    ],
)
def test_details_are_known_by_their_name_or_shape(given: str, asked: str) -> None:
    told = (f"user: {given}", "assistant: Ok.", "user: So?", f"assistant: {asked}")

    assert turns(FactKind.REASKING, *told) == [4]


@pytest.mark.parametrize(
    "said",
    [
        "I can look it up using your user ID.",
        "Is your user ID mia_li_3668?",
        "Please provide the user ID of the other passenger.",
        "If you give me your user ID again, I can check.",
        "Your user ID is fine.",
        "Please provide your phone number.",
    ],
)
def test_reading_back_and_asking_for_something_else_is_no_reasking(said: str) -> None:
    assert turns(FactKind.REASKING, *GIVEN, f"assistant: {said}") == []


def test_what_a_tool_could_not_find_may_be_asked_for_again() -> None:
    told = (*GIVEN, calls("find_user", user="mia"), "tool: Error: user not found")

    assert turns(FactKind.REASKING, *told, "assistant: Please provide your user ID.") == []


def test_a_number_of_another_order_may_be_asked_for() -> None:
    told = ("user: My order number is 4711.", "assistant: Done.", "user: I have another order.")

    assert turns(FactKind.REASKING, *told, "assistant: Please give me your order number.") == []


def test_saying_that_one_has_no_number_gives_none() -> None:
    told = ("user: My order number is not at hand.", "assistant: Please provide your order number.")

    assert turns(FactKind.REASKING, *told) == []


def test_a_question_that_was_taken_up_is_asked_again() -> None:
    question = "assistant: Do you enjoy watching football games?"
    told = ("user: Hi.", question, "user: No, football bores me.", question)

    assert turns(FactKind.REASKING, *told) == [4]


def test_a_question_that_was_passed_over_may_be_asked_again() -> None:
    question = "assistant: Do you enjoy watching football games?"
    told = ("user: Hi.", question, "user: Before that, I am hungry.", question)

    assert turns(FactKind.REASKING, *told) == []


def test_only_the_next_user_turn_answers_a_question() -> None:
    question = "assistant: Do you enjoy watching football games?"
    later = ("user: I am hungry.", "assistant: Eat then.", "user: A football of ham.")

    assert turns(FactKind.REASKING, "user: Hi.", question, *later, question) == []


def test_asking_to_proceed_twice_is_no_reasking() -> None:
    question = "assistant: Would you like to proceed with this booking today?"

    assert turns(FactKind.REASKING, "user: Hi.", question, "user: Yes, booking.", question) == []
