"""Users who put the agent right, and those who only sound like it."""

import pytest

from judging.facts import FactKind
from tests.judging.facts.looked_up import of_kind, turns

OFFER = "assistant: I found a round trip for $300. Shall I book it?"
STATEMENT = "assistant: You have no insurance on this booking."


@pytest.mark.parametrize(
    "said",
    [
        "That's not what I asked for.",
        "That is wrong.",
        "This isn't right.",
        "You misunderstood me.",
        "You forgot the second bag.",
        "I already told you my order number.",
        "I did purchase insurance.",
        "I’m certain there were three passengers.",
        "Actually, I booked the flight 10 hours ago.",
        "I think there might be a misunderstanding.",
        "I used a card, not PayPal.",
        "It should be 445 Maple Drive, not 443.",
        "Oh no, not that one.",
        "I meant Friday.",
    ],
)
def test_words_that_put_the_agent_right_are_pointed_at(said: str) -> None:
    found = of_kind(FactKind.CORRECTION, "user: Hello.", OFFER, f"user: Hm. {said}")

    assert [(fact.turn, fact.related_turn, fact.quote) for fact in found] == [(3, 2, said)]


@pytest.mark.parametrize(
    "said",
    [
        "No, thank you.",
        "No, I don't want to be transferred.",
        "No, it wasn't made in the last 24 hours.",
        "Sorry, I think I got the zip code wrong.",
        "My mistake, that's not right.",
        "I might have made a mistake on my part.",
        "I'm sure I can proceed without it.",
        "If that's not correct, let me know.",
        "Just the bag, not more.",
        "No problem, that's not an issue.",
        "Actually, I'd like the later flight.",
        "Yes, please go ahead.",
    ],
)
def test_answers_refusals_slips_and_wishes_are_no_corrections(said: str) -> None:
    assert turns(FactKind.CORRECTION, "user: Hello.", OFFER, f"user: {said}") == []


def test_a_no_corrects_a_statement_but_answers_a_question() -> None:
    said = "user: No, it was booked yesterday."

    assert turns(FactKind.CORRECTION, "user: Hello.", STATEMENT, said) == [3]
    assert turns(FactKind.CORRECTION, "user: Hello.", OFFER, said) == []


def test_nothing_is_put_right_before_the_agent_has_spoken() -> None:
    assert turns(FactKind.CORRECTION, "user: That's wrong.", STATEMENT) == []


def test_a_change_of_mind_is_told_from_a_correction() -> None:
    told = ("user: A flight, please.", OFFER, "user: Actually, I'd like the train instead.")

    assert turns(FactKind.CHANGE_OF_MIND, *told) == [3]


def test_a_change_of_plan_is_a_reason_and_no_change_of_mind() -> None:
    told = ("user: Cancel it.", "assistant: Why?", "user: It is due to a change of plan.")

    assert turns(FactKind.CHANGE_OF_MIND, *told) == []


def test_an_offer_declined_is_told_from_a_goodbye() -> None:
    assert turns(FactKind.REJECTION, "user: Hi.", OFFER, "user: No, I don't want that.") == [3]
    assert turns(FactKind.REJECTION, "user: Hi.", OFFER, "user: No, that's all, thanks.") == []


def test_the_first_of_several_corrections_in_a_turn_is_quoted() -> None:
    said = "user: Hm. That is wrong. You misunderstood me."

    assert [f.quote for f in of_kind(FactKind.CORRECTION, "user: Hi.", OFFER, said)] == [
        "That is wrong."
    ]


def test_a_turn_that_declines_and_corrects_counts_as_a_correction() -> None:
    told = ("user: Hi.", OFFER, "user: No, I don't want that. That's not what I asked.")

    assert turns(FactKind.CORRECTION, *told) == [3]
    assert turns(FactKind.REJECTION, *told) == []
