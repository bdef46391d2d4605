"""Words that were taken over from a session."""

import pytest

from judging.rubrics.copied import Copied

SAID = {"s1": ["The courier left the blue box behind the garden shed on Friday."]}


@pytest.mark.parametrize(
    "text",
    [
        "Fails if the courier left the blue box behind.",
        "COURIER LEFT — the blue, box behind the GARDEN.",
        "left the\nblue box  behind the",
    ],
)
def test_six_words_in_a_row_are_a_copy_however_they_are_written(text: str) -> None:
    assert Copied(SAID, []).source(text) == "s1"


@pytest.mark.parametrize("text", ["", "The courier left the blue van.", "the box, the shed"])
def test_fewer_words_are_no_copy(text: str) -> None:
    assert Copied(SAID, []).source(text) is None


def test_what_the_rubric_says_already_may_be_said_again() -> None:
    rubric = "Passes where the courier left the blue box behind the fence."

    copied = Copied(SAID, [rubric])

    assert copied.source("the courier left the blue box behind it") is None
    assert copied.source("blue box behind the garden shed on") == "s1"


def test_codes_and_numbers_of_a_session_are_copies_by_themselves() -> None:
    copied = Copied({"s1": ["Order AB-20417X is late, and 12 others."]}, [])

    assert copied.source("Fails for 20417x.") == "s1"
    assert copied.source("Fails for 12 of them.") is None


def test_scripts_without_spaces_are_read_character_by_character() -> None:
    said = "配達員は金曜日に青い箱を庭の物置の後ろに置いて帰りました。"
    copied = Copied({"s1": [said]}, [])

    assert copied.source(f"不合格：{said[:26]}") == "s1"
    assert copied.source("配達員は金曜日に") is None


def test_many_short_words_are_no_copy_until_they_come_to_something() -> None:
    copied = Copied({"s1": ["it is as it is to be so far as we can see here"]}, [])

    assert copied.source("as it is to be so") is None
    assert copied.source("as it is to be so far as we can see here") == "s1"
