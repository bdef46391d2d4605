"""What a reply's body says."""

import json

import pytest

from judging.judges.reply import message


@pytest.mark.parametrize("count", [-1, 2**31, 10**30, True, 1.5, "12", None])
def test_a_count_that_cannot_be_one_is_left_out(count: object) -> None:
    body = {"content": [], "usage": {"input_tokens": 7, "output_tokens": count}}

    found = message(json.dumps(body))

    assert found.usage == {"input_tokens": 7}
