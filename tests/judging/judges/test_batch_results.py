"""The lines of a batch's results, read."""

import json

import pytest

from judging.judges.batch_results import lines, read, reply
from judging.judges.outcomes import Fate, outcome

ERRORS = {
    "invalid_request_error": Fate.BAD_REQUEST,
    "request_too_large": Fate.BAD_REQUEST,
    "authentication_error": Fate.FORBIDDEN,
    "not_found_error": Fate.FORBIDDEN,
    "billing_error": Fate.FORBIDDEN,
    "rate_limit_error": Fate.BUSY,
    "overloaded_error": Fate.BUSY,
    "of_tomorrow": Fate.BUSY,
}


@pytest.mark.parametrize(("word", "fate"), ERRORS.items())
def test_an_error_means_what_it_means_alone(word: str, fate: Fate) -> None:
    error = {"type": "error", "error": {"type": word, "message": "No."}, "request_id": "req_1"}

    found = reply({"type": "errored", "error": error})

    assert (outcome(found, ()).fate, found.error, found.request_id) == (fate, word, "req_1")


@pytest.mark.parametrize("kind", ["expired", "canceled", "of_tomorrow", None, 7])
def test_what_was_not_asked_can_be_asked_again(kind: object) -> None:
    found = reply({"type": kind})

    assert (found.status, outcome(found, ()).fate) == (0, Fate.BUSY)


@pytest.mark.parametrize("error", [None, "no", {}, {"error": "no"}, {"error": {"type": "a b"}}])
def test_an_error_in_no_form_is_the_service_s(error: object) -> None:
    found = reply({"type": "errored", "error": error})

    assert outcome(found, ()).fate is Fate.BUSY


def test_a_line_may_come_in_pieces_and_hold_any_separator_but_a_line_feed() -> None:
    text = json.dumps({"custom_id": "v1-a", "result": {"type": "expired", "x": "\u2028 \x85"}})
    sent = text.replace("\\u2028", "\u2028").replace("\\u0085", "\x85").encode() + b"\n"

    pieces = [sent[:11], sent[11:40], sent[40:] + sent[:5], sent[5:], sent]

    assert [one.name for one in read(lines(pieces))] == ["v1-a"] * 3


def test_what_is_no_result_is_left_out() -> None:
    sent = [b"", b"{", b"[]", b'"x"', b'{"custom_id": 7, "result": {}}', b'{"custom_id": "a"}']

    assert list(read(sent)) == []


def test_characters_that_no_text_may_hold_stay_escaped() -> None:
    line = b'{"custom_id": "a", "result": {"type": "succeeded", "message": "\\ud800"}}'

    [result] = read([line])

    assert result.reply.body == '"\\ud800"'


def test_a_request_that_is_refused_for_its_length_is_too_long() -> None:
    error = {"type": "invalid_request_error", "message": "prompt is too long: 9 tokens > 8 maximum"}

    found = reply({"type": "errored", "error": {"type": "error", "error": error}})

    assert outcome(found, ("goal_met",)).fate is Fate.TOO_LONG
