from typing import Any

import pytest

from judging.importers.message_rows import blocks_of, join


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def call(call_id: str, **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "input": arguments}


@pytest.mark.parametrize(
    ("earlier", "later", "whole"),
    [
        ([text("Hel")], [text("Hello")], [text("Hello")]),
        ([text("Hello")], [text("Hel")], [text("Hello")]),
        ([text("Hello")], [text("Bye")], [text("Hello"), text("Bye")]),
        ([text("Hel"), call("a")], [text("Hello"), call("a")], [text("Hello"), call("a")]),
        ([call("a")], [call("b")], [call("a"), call("b")]),
        ([call("a")], [call("a", x=1)], [call("a", x=1)]),
        ([call("")], [call("")], [call(""), call("")]),
        (["Hel"], ["Hello"], ["Hello"]),
        ([7], [7], [7]),
        ([{"type": "thinking", "thinking": "a"}], [text("ab")], None),
    ],
)
def test_a_later_row_adds_what_is_new(
    earlier: list[Any], later: list[Any], whole: list[Any] | None
) -> None:
    blocks = [*earlier]

    join(blocks, later)

    assert blocks == (whole or earlier + later)


def test_equal_texts_of_one_row_are_both_kept() -> None:
    blocks: list[Any] = []

    join(blocks, [text("yes"), text("yes")])

    assert blocks == [text("yes"), text("yes")]


def test_a_text_is_a_block() -> None:
    assert blocks_of("a") == [text("a")]
