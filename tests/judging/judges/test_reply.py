"""What a reply's body says."""

import json

import pytest

from judging.judges.reply import message, read
from tests.model_server import answer


@pytest.mark.parametrize("count", [-1, 2**31, 10**30, True, 1.5, "12", None])
def test_a_count_that_cannot_be_one_is_left_out(count: object) -> None:
    body = {"content": [], "usage": {"input_tokens": 7, "output_tokens": count}}

    found = message(json.dumps(body))

    assert found.usage == {"input_tokens": 7}


def test_a_body_that_counts_nothing_still_says_what_it_says() -> None:
    body = {"content": [{"type": "text", "text": "Yes."}, {"type": "text", "text": None}]}

    found = message(json.dumps(body | {"usage": None}))

    assert (found.text, found.usage) == ("Yes.", {})


TWICE = ('"verdict": "pass"', '"verdict": "fail", "verdict": "pass"')


def test_an_answer_that_says_two_things_is_none() -> None:
    text = json.dumps(answer("goal_met"))

    assert read(text, ("goal_met",)) is not None
    assert read(text.replace(*TWICE), ("goal_met",)) is None
