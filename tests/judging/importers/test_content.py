from typing import Any

import pytest

from judging.importers.content import answer_in, spread, text_in
from judging.importers.message import Message
from judging.sessions import Role, ToolCall

CALL = {"type": "tool_use", "id": "c", "name": "f", "input": {}}
ANSWER = {"type": "tool_result", "tool_use_id": "c", "content": "done", "is_error": True}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("[1, 2]", "[1, 2]"),
        ("", ""),
        (None, None),
        (42, "42"),
        (["a", "b"], "a\nb"),
        ([], None),
        ({"type": "text", "text": "a"}, "a"),
        ({"text": "a"}, "a"),
        ({"answer": "é"}, '{"answer": "é"}'),
        ([{"type": "input_text", "text": "a"}, {"type": "output_text", "text": "b"}], "a\nb"),
        ([{"type": "refusal", "refusal": "no"}], "no"),
        (
            [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "x"}}],
            "see [image]",
        ),
        ([{"type": "image", "source": {"type": "base64", "data": "QUJD"}}], "[image]"),
        ([{"type": "input_audio", "input_audio": {"data": "QUJD"}}], "[audio]"),
        ([{"type": "video_url"}], "[video]"),
        ([{"type": "file", "file": {"filename": "a.pdf", "file_data": "QUJD"}}], "[file a.pdf]"),
        ([{"type": "file", "path": "a.py", "content": "x = 1"}], "[file a.py]\nx = 1"),
        ([{"type": "document"}], "[file]"),
        ([{"type": "search_query", "q": 1}], "[search_query]"),
        ([{"strange": 1}, 7, None], '{"strange": 1}\n7'),
        ([CALL, {"type": "text", "text": "a"}], "a"),
    ],
)
def test_the_text_of_any_content(content: Any, text: str | None) -> None:
    assert text_in(content) == text


def test_answers_come_before_what_the_user_says() -> None:
    answer, said = spread(Message("user"), [{"type": "text", "text": "and?"}, ANSWER])

    assert (answer.role, answer.content, answer.call_id, answer.is_error) == (
        Role.TOOL,
        "done",
        "c",
        True,
    )
    assert said == Message("user", "and?")


def test_an_answer_inside_of_an_assistants_message_stands_where_it_was() -> None:
    blocks = [{"type": "text", "text": "a"}, CALL, ANSWER, {"type": "text", "text": "b"}]

    before, answer, after = spread(Message("assistant"), blocks)

    assert before == Message("assistant", "a", calls=(ToolCall("c", "f", {}),))
    assert answer.content == "done"
    assert after == Message("assistant", "b")


def test_thinking_is_no_content() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "reasoning", "text": "so"},
        {"type": "redacted_thinking", "data": "x"},
        {"type": "text", "text": "a"},
    ]

    assert spread(Message("assistant"), blocks) == [Message("assistant", "a", "hm\nso")]


def test_an_answer_without_content_is_empty() -> None:
    (answer,) = spread(Message("user"), [{"type": "web_search_tool_result"}])

    assert (answer.content, answer.call_id, answer.is_error) == ("", None, False)


def test_no_blocks_leave_the_message() -> None:
    assert spread(Message("user"), []) == [Message("user")]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("a", "a"),
        ({"n": 1}, '{"n": 1}'),
        ({"type": "json", "value": {"n": 1}}, '{"n": 1}'),
        ({"type": "error-text", "value": "gone"}, "gone"),
        ({"type": "content", "value": [{"type": "text", "text": "a"}]}, "a"),
        ({"content": [{"type": "text", "text": "a"}, {"type": "image"}]}, "a [image]"),
        ({"type": "flight", "id": 1}, '{"type": "flight", "id": 1}'),
        ([{"type": "flight"}], '[{"type": "flight"}]'),
        ({"type": "text", "text": "a"}, "a"),
        (["a", "b"], "a\nb"),
    ],
)
def test_what_a_tool_answered_is_text_and_its_data_stay_whole(value: Any, text: str) -> None:
    assert answer_in(value) == text
