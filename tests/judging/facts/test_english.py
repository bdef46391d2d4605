"""Whether the checks can read a session."""

import pytest

from judging.facts import Reading, reads_as_english
from tests.judging.said import session


@pytest.mark.parametrize(
    "said",
    [
        "Hello, I need help with my order.",
        "What is the price?",
        "Please cancel order 17 and send the refund to PayPal.",
    ],
)
def test_everyday_english_reads_as_english(said: str) -> None:
    assert reads_as_english(Reading(session(f"user: {said}")))


@pytest.mark.parametrize(
    "said",
    [
        "Ich möchte meine Bestellung stornieren, das ist nicht was ich wollte.",
        "Hola, quiero cancelar mi pedido, no me gusta.",
        "Je veux annuler ma commande, on me dit que non.",
        "注文をキャンセルしたいです",
        "Das Update hat leider gar nichts gebracht, please hilf mir doch endlich damit weiter.",
        "",
        "1234 5678",
    ],
)
def test_other_languages_and_no_words_do_not(said: str) -> None:
    assert not reads_as_english(Reading(session(f"user: {said}")))


def test_what_a_tool_says_does_not_count() -> None:
    told = session("user: Bestellung stornieren bitte", "tool: This is what you have to do with it")

    assert not reads_as_english(Reading(told))


def test_two_thousand_words_are_enough_to_tell() -> None:
    told = session(*["user: What would you like to do with this?"] * 400, "user: " + "zu " * 9_000)

    assert reads_as_english(Reading(told))
