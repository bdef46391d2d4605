"""The same sentence, and something else in it."""

import pytest

from judging.facts import FactKind
from tests.judging.facts.looked_up import of_kind, turns
from tests.judging.said import calls

PRICE = "assistant: The total price is $120."


def test_the_same_sentence_with_another_sum_clashes() -> None:
    found = of_kind(
        FactKind.CONTRADICTION, PRICE, "user: I see.", "assistant: The total price is $150."
    )

    assert [(fact.turn, fact.related_turn, fact.quote, fact.related_quote) for fact in found] == [
        (3, 1, "The total price is $150.", "The total price is $120.")
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Your ticket can be refunded in full.", "Your ticket cannot be refunded in full."),
        ("I have heard of this.", "I have never heard of this."),
        ("Your parcel will arrive on Monday.", "Your parcel will arrive on Friday."),
        ("You will arrive on 6 March here.", "You will arrive on 7 March here."),
    ],
)
def test_negations_and_dates_clash_too(first: str, second: str) -> None:
    told = (f"assistant: {first}", "user: I see.", f"assistant: {second}")

    assert turns(FactKind.CONTRADICTION, *told) == [3]


@pytest.mark.parametrize(
    "between",
    [
        "user: Make it two bags instead.",
        "user: What about 3 people?",
        calls("get_price", id=1),
    ],
    ids=["a change", "a figure", "a tool"],
)
def test_what_could_explain_the_change_takes_the_clash_away(between: str) -> None:
    later = "assistant: The total price is $150."
    told = (PRICE, between, "tool: 150", later)

    assert turns(FactKind.CONTRADICTION, *told) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The total price is $120.", "The total price is $120."),
        ("The total price is $120.", "Sorry, the total price is $150."),
        ("The total price is now $120.", "The total price is now $150."),
        ("The total price is $120.", "The total weight is 150 kg."),
        ("Is the total price $120?", "Is the total price $150?"),
        ("A red shirt in size S", "A red shirt in size S ($54.84)"),
        ("Price: $120", "Price: $150"),
    ],
)
def test_repeating_owning_up_asking_and_saying_more_is_no_clash(first: str, second: str) -> None:
    told = (f"assistant: {first}", "user: I see.", f"assistant: {second}")

    assert turns(FactKind.CONTRADICTION, *told) == []


def test_sentences_that_form_a_list_are_not_compared() -> None:
    listed = "assistant: One flight costs about $1.\nOne flight costs about $2."
    told = (listed, "user: I see.", "assistant: One flight costs about $3.")

    assert turns(FactKind.CONTRADICTION, *told) == []


def test_what_the_user_says_twice_is_not_the_agents_affair() -> None:
    told = ("user: My budget is around $5 here.", PRICE, "user: My budget is around $9 here.")

    assert turns(FactKind.CONTRADICTION, *told) == []
