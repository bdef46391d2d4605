"""Which quotes count as standing in their turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.judges.evidence import VERIFIED, Checked, Status, checked
from judging.ratings import Citation
from judging.rubrics import Sees
from judging.sessions import Session
from tests.judging.said import calls, session

TOLD = session(
    "user: My booking is B-2291. Can I take it back?",
    "assistant: Booking **B-2291** leaves on Monday — it’s due at 7.45 and costs $42.10 in all.",
    "user: Fine, thank you!",
    "assistant: You're  welcome!\nIs there anything   else?",
    'user: He told me "never again" and hung up.',
    "assistant: We do not give refunds for such a fare.",
    "assistant: 火曜日の便に変更できますが、返金はできません。",
    calls("cancel_booking", booking="B-2291", reason="change of plan"),
    "assistant: Your seat can't be changed online after check-in, sorry.",
)

CASES = {
    "word for word": ("Booking **B-2291** leaves on Monday", 2, Status.EXACT),
    "other script": ("返金はできません", 7, Status.EXACT),
    "without markup, other dash": ("booking B-2291 leaves on Monday - it's due", 2, "normalised"),
    "other spaces": ("Is there anything else?", 4, "normalised"),
    "other case": ("MY BOOKING IS B-2291", 1, "normalised"),
    "quotes around it": ('"Fine, thank you"', 3, "normalised"),
    "full width": ("Ｂｏｏｋｉｎｇ B-2291 leaves", 2, "normalised"),
    "zero width in it": ("Booking B-2291\u200b leaves on", 2, "normalised"),
    "ellipsis": ("Booking B-2291 leaves ... costs $42.10 in all", 2, "elided"),
    "ellipsis in brackets": ("Booking B-2291 […] due at 7.45", 2, "elided"),
    "parts out of order": ("costs $42.10 in all ... Booking B-2291", 2, "unverified"),
    "ellipsis over a negation": ("We do ... give refunds for such", 6, "fuzzy_meaning_changed"),
    "slip of the pen": ("Booking B-2291 leaves on Munday, it's due at 7.45", 2, "fuzzy"),
    "another sum": ("it's due at 7.45 and costs $52.10 in all.", 2, "fuzzy_meaning_changed"),
    "another time": ("leaves on Monday - it's due at 7.55 and costs", 2, "fuzzy_meaning_changed"),
    "lost not": ("We do give refunds for such a fare.", 6, "fuzzy_meaning_changed"),
    "lost contraction": (
        "Your seat can be changed online after check-in",
        9,
        "fuzzy_meaning_changed",
    ),
    "cut number": ("due at 7.45 and costs $42", 2, "fuzzy_meaning_changed"),
    "cut contraction": ("and Your seat can", 9, "unverified"),
    "another turn": ("My booking is B-2291", 2, "wrong_turn"),
    "invented": ("Please ring our hotline", 2, "unverified"),
    "no such turn": ("My booking is B-2291", 40, "no_such_turn"),
    "turn nought": ("My booking is B-2291", 0, "no_such_turn"),
    "too short": ("B-2291", 1, "quote_too_short"),
    "no words": ("", 1, "quote_too_short"),
    "marks only": ("*** ___ ***", 1, "quote_too_short"),
    "escaped quotes": ('He told me \\"never again\\" and hung up.', 5, Status.EXACT),
    "escaped letter": ("it\\u2019s due at 7.45", 2, Status.EXACT),
    "stray backslash": ("it’s due at 7.45\\", 2, "fuzzy"),
    "over two turns": ("Fine, thank you! You're welcome!", 3, "unverified"),
    "sentences swapped": ("Can I take it back? My booking is B-2291.", 1, "unverified"),
    "a call's arguments": ('{"booking": "B-2291", "reason"', 8, Status.EXACT),
    "half a surrogate": ("He told me \\ud83d never again", 5, "fuzzy"),
}


def check(quote: str, turn: int, told: Session = TOLD) -> Checked:
    """Check one citation."""
    (one,) = checked(told, [Citation(turn, quote)])
    return one


@pytest.mark.parametrize(("quote", "turn", "expected"), CASES.values(), ids=CASES.keys())
def test_a_quote_is(quote: str, turn: int, expected: str) -> None:
    assert check(quote, turn).status == expected


def test_every_status_is_met_above() -> None:
    of_summaries = {Status.SUMMARISED}
    assert {Status(expected) for _, _, expected in CASES.values()} == set(Status) - of_summaries


def test_a_turn_known_from_a_summary_verifies_nothing_of_itself_or_of_others() -> None:
    inside, beside = checked(
        TOLD,
        [Citation(2, TOLD.turns[1].content), Citation(1, TOLD.turns[1].content)],
        summarised={2},
    )

    assert (inside.status, inside.found_in) == (Status.SUMMARISED, None)
    assert (beside.status, beside.found_in) == (Status.UNVERIFIED, None)


def test_only_what_stands_in_its_turn_is_verified() -> None:
    for quote, turn, expected in CASES.values():
        assert check(quote, turn).is_verified is (Status(expected) in VERIFIED)


def test_the_turn_that_has_the_words_is_the_nearest() -> None:
    told = session(
        "user: I have a red bicycle.", *["assistant: Hm."] * 3, "user: I have a red bicycle."
    )

    assert check("I have a red bicycle", 4, told).found_in == 5
    assert check("I have a red bicycle", 2, told).found_in == 1
    assert check("I have a red bicycle", 1, told).found_in == 1


def test_what_the_judge_did_not_see_cannot_be_cited() -> None:
    citations = [Citation(1, "My booking is B-2291"), Citation(6, "We do not give refunds")]
    call = [Citation(8, '{"booking": "B-2291"')]

    one_sided = checked(TOLD, citations + call, sees=Sees.ASSISTANT_ONLY)
    early = checked(TOLD, citations, up_to=2)

    assert [c.status for c in one_sided] == ["no_such_turn", "exact", "no_such_turn"]
    assert [c.status for c in early] == ["exact", "no_such_turn"]


@given(st.data())
def test_every_cut_between_words_is_verified(data: st.DataObject) -> None:
    turn = data.draw(st.sampled_from([t for t in TOLD.turns if " " in t.content]))
    words = turn.content.split(" ")
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words)))
    one = check(" ".join(words[first:last]), turn.number)

    assert one.is_verified or one.status is Status.QUOTE_TOO_SHORT


@given(st.text(), st.integers(-2, 12))
def test_any_quote_has_a_status(quote: str, turn: int) -> None:
    assert check(quote, turn).citation == Citation(turn, quote)


# To hold every quote against every turn, at every place in it, takes many minutes.
@pytest.mark.timeout(120)
def test_a_long_session_is_checked_at_once() -> None:
    told = session(*(f"user: Row {n} of the list, which is rather long. " * 9 for n in range(2000)))
    citations = [Citation(n, f"There never was a row numbered {n} here") for n in range(1, 60)]

    answers = checked(told, [*citations, Citation(1, "Row 1999 of the list, which is")])

    assert answers[-1].found_in == 2000


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            "Your balance is -50 dollars today, as told.",
            "Your balance is 50 dollars today, as told.",
        ),
        ("You are unable to cancel your booking.", "You are able to cancel your booking."),
        ("The order has shipped today.", "The order ... has ... not ... today"),
        ("The order of 12 has shipped.", "The order ... 50 ... has shipped"),
    ],
)
def test_a_sign_a_no_or_a_short_part_that_is_not_there_is_not_found(text: str, quote: str) -> None:
    (found,) = checked(session(f"assistant: {text}"), [Citation(1, quote)])

    assert not found.is_verified
