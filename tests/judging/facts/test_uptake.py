"""What becomes of corrections."""

from judging.facts import FactKind
from tests.judging.facts.looked_up import of_kind, turns
from tests.judging.said import calls

ASKED = ("user: Change my flight to Las Vegas.", "assistant: I changed it to Los Angeles.")
CORRECTED = "user: That's wrong, I said from Atlanta to Las Vegas."


def test_the_same_correction_made_again_is_pointed_at_with_the_first() -> None:
    again = "user: You misunderstood. From Atlanta to Las Vegas, please."
    found = of_kind(
        FactKind.REPEATED_CORRECTION, *ASKED, CORRECTED, "assistant: To Los Angeles then.", again
    )

    assert [(fact.turn, fact.related_turn) for fact in found] == [(5, 3)]
    assert found[0].related_quote == "That's wrong, I said from Atlanta to Las Vegas."


def test_a_correction_of_something_else_is_no_repetition() -> None:
    other = "user: That's not correct, my street is Maple Drive."

    assert turns(FactKind.REPEATED_CORRECTION, *ASKED, CORRECTED, "assistant: Ok.", other) == []


def test_a_few_words_shared_by_long_corrections_are_no_repetition() -> None:
    shared = "user: That's wrong, Anna leaves Atlanta"
    first = f"{shared} together with dogs, cats, pianos, books, brothers and seven chairs."
    other = f"{shared} alone on a ship that calls at Genoa, Naples, Palermo and Tunis by night."

    assert turns(FactKind.REPEATED_CORRECTION, *ASKED, first, "assistant: Ok.", other) == []


def test_a_call_that_holds_what_the_user_ruled_out_goes_against_the_correction() -> None:
    told = (*ASKED, "user: I want LAS, not LAX.", calls("update_flight", to="LAX"))

    assert turns(FactKind.OLD_DETAIL, *told) == [4]


def test_looking_up_what_the_user_ruled_out_does_not_go_against_it() -> None:
    told = (*ASKED, "user: I want LAS, not LAX.", calls("search_flights", to="LAX"))

    assert turns(FactKind.OLD_DETAIL, *told) == []


def test_a_longer_word_that_contains_what_was_ruled_out_is_another_word() -> None:
    told = (*ASKED, "user: I want LAS, not LAX.", calls("update_flight", to="LAXX"))

    assert turns(FactKind.OLD_DETAIL, *told) == []


def test_a_turn_with_every_figure_and_code_of_the_correction_takes_it_up_once() -> None:
    corrected = "user: That's wrong, it is order 4711 to LAS."
    told = (*ASKED, corrected, "assistant: Order 4711 to LAS.", "assistant: 4711, LAS.")

    assert turns(FactKind.TAKEN_UP, *told) == [4]


def test_a_turn_with_some_of_the_figures_takes_nothing_up() -> None:
    told = (*ASKED, "user: That's wrong, it is order 4711 to LAS.", "assistant: Order 4711.")

    assert turns(FactKind.TAKEN_UP, *told) == []


def test_a_correction_without_figures_is_never_taken_up() -> None:
    assert turns(FactKind.TAKEN_UP, *ASKED, "user: That's wrong.", "assistant: Sorry.") == []
