"""What is blotted out of texts that are kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.redaction import KINDS, redacted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Write to a.b+c@ex-ample.co.uk today.", "Write to [email] today."),
        ("Call +49 (0) 30 1234567 or +1-202-555-0143.", "Call [phone] or [phone]."),
        ("My card is 4111 1111 1111 1111.", "My card is [card]."),
        ("Pay into DE89 3704 0044 0532 0130 00 AND SOON.", "Pay into [iban] AND SOON."),
        ("GB82WEST12345698765432", "[iban]"),
        ("From 192.168.0.1, then 10.0.0.1.", "From [ip], then [ip]."),
    ],
)
def test_each_kind_is_found(text: str, expected: str) -> None:
    assert redacted(text, KINDS) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Order 4111111111111112",  # a digit off
        "DE88 3704 0044 0532 0130 00",
        "Version 1.2.3, or 1.2.3.4.5, or 999.1.1.1",
        "On 2024-01-02 at 03:04, 4711 of 10,000 for $1,234.50",
        "1 + 1 = 2, @home, flight HAT136",
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert redacted(text, KINDS) == text


def test_only_the_kinds_that_are_named_go() -> None:
    text = "a@b.org from 10.0.0.1"

    assert redacted(text, ["ip"]) == "a@b.org from [ip]"
    assert redacted(text, []) == text


def test_a_request_keeps_its_shape_and_the_names_of_its_fields() -> None:
    request = {"a@b.org": [{"text": "a@b.org", "n": 4111111111111111}, None, True]}

    assert redacted(request, KINDS) == {
        "a@b.org": [{"text": "[email]", "n": 4111111111111111}, None, True]
    }


@given(st.text(alphabet="4a@.+ 1-DE:9", max_size=60))
def test_nothing_is_found_in_what_is_left(text: str) -> None:
    once = redacted(text, KINDS)

    assert redacted(once, KINDS) == once
