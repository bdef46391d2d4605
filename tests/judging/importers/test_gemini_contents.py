from typing import Any

import pytest

from judging.importers.gemini_contents import GeminiContents
from judging.sessions import Role, Session, ToolCall
from tests.judging.importers.files import record, session


def read(*parts: Any) -> Session:
    return session(
        [{"role": "user", "parts": [{"text": "a"}]}, {"role": "model", "parts": [*parts]}]
    )


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ({"inlineData": {"mimeType": "image/png", "data": "QUJD"}}, " [image]"),
        ({"inline_data": {"mime_type": "audio/wav", "data": "QUJD"}}, " [audio]"),
        ({"fileData": {"mimeType": "application/pdf", "fileUri": "x"}}, " [file]"),
        ({"executableCode": {"code": "1+1"}}, '\n{"executableCode": {"code": "1+1"}}'),
        ("plain", "\nplain"),
    ],
)
def test_parts_that_are_no_text_leave_a_mark(part: Any, text: str) -> None:
    assert read({"text": "b"}, part).turns[1].content == f"b{text}"


def test_an_answer_and_text_in_one_message_are_two_turns() -> None:
    answer = {"function_response": {"id": "c", "name": "f", "response": "x"}}
    contents = [
        {"role": "model", "parts": [{"function_call": {"id": "c", "name": "f", "args": {}}}]},
        {"role": "user", "parts": [{"text": "and?"}, answer]},
    ]

    found = session({"contents": contents})

    assert found.roles == (Role.ASSISTANT, Role.TOOL, Role.USER)
    assert (found.turns[1].tool_name, found.turns[1].tool_call_id) == ("f", "c")


def test_parts_with_a_type_are_of_other_formats() -> None:
    contents = [{"role": "user", "parts": [{"type": "text", "content": "a"}]}]

    assert not GeminiContents().recognises(record(contents))


def test_a_call_and_an_answer_of_an_odd_shape_are_kept_as_they_are() -> None:
    contents = [
        {"role": "model", "parts": [{"functionCall": "f"}]},
        {"role": "user", "parts": [{"functionResponse": "x"}]},
    ]

    found = session(contents)

    assert found.turns[0].tool_calls == (ToolCall("", "f"),)
    assert (found.turns[1].content, found.turns[1].tool_name) == ('"x"', "f")


def test_events_of_the_development_kit_are_contents() -> None:
    said = (("user", {"text": "a"}), ("model", {"functionCall": {"name": "f", "args": {}}}))
    events = [{"author": r, "content": {"role": r, "parts": [part]}} for r, part in said]

    found = session({"id": "s", "appName": "shop", "events": events})

    assert (found.external_id, found.roles) == ("s", (Role.USER, Role.ASSISTANT))
    assert found.turns[1].tool_calls == (ToolCall("", "f", {}),)
