import json
from typing import Any

import pytest

from judging.importers.importer import UnreadableError
from judging.importers.payloads import answer, spoken
from judging.sessions import ToolCall

SAID = {"role": "user", "content": "a"}
LANGCHAIN = {"type": "human", "content": "a", "additional_kwargs": {}}


@pytest.mark.parametrize(
    "value",
    [
        "a",
        SAID,
        [SAID],
        {"messages": [SAID]},
        json.dumps({"messages": [SAID]}),
        json.dumps(json.dumps([SAID])),
        {"input": {"messages": [SAID]}},
        {"input": "a"},
        {"question": "a"},
        {"choices": [{"message": SAID}, {"message": {"role": "user", "content": "other"}}]},
        {"generations": [[{"text": "a", "message": LANGCHAIN}]]},
        {"messages": [[LANGCHAIN]]},
        {"content": "a"},
        [{"role": "user", "parts": [{"type": "text", "content": "a"}]}],
        {"contents": [{"role": "user", "parts": [{"text": "a"}]}]},
        {"content": {"parts": [{"text": "a"}]}},
        [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "a"}]}],
    ],
)
def test_what_was_asked_is_found_in_any_wrapping(value: Any) -> None:
    (message,) = spoken(value, "user")

    assert message.content == "a"
    assert message.speaker in ("user", "human")


@pytest.mark.parametrize("nothing", [None, "", [], {}])
def test_nothing_is_no_message(nothing: Any) -> None:
    assert spoken(nothing, "user") == []


@pytest.mark.parametrize("text", ["42", "null", "[1, 2]", '{"place": "Rome"}'])
def test_a_text_that_is_json_without_messages_stays_as_it_is(text: str) -> None:
    (message,) = spoken(text, "assistant")

    assert (message.speaker, message.content) == ("assistant", text)


def test_a_value_without_messages_is_its_json() -> None:
    (message,) = spoken({"place": "Rome"}, "user")

    assert message.content == '{"place": "Rome"}'


def test_parts_call_answer_think_and_attach() -> None:
    parts = [
        {"type": "reasoning", "content": "hm"},
        {"type": "text", "content": "look"},
        {"type": "uri", "modality": "image", "uri": "x"},
        {"type": "blob", "content": "QUJD"},
        {"type": "tool_call", "id": "c", "name": "f", "arguments": {"x": 1}},
    ]
    answers = [
        {"type": "tool_call_response", "id": "c", "response": ""},
        {"type": "tool_call_response", "id": "d", "result": {"y": 2}},
    ]

    said, one, two = spoken(
        [{"role": "assistant", "parts": parts}, {"role": "user", "parts": answers}], "user"
    )

    assert (said.content, said.reasoning) == ("look [image] [file]", "hm")
    assert said.calls == (ToolCall("c", "f", {"x": 1}),)
    assert [(m.call_id, m.content) for m in (one, two)] == [("c", ""), ("d", '{"y": 2}')]


def test_wrappings_without_end_are_text() -> None:
    value: Any = "a"
    for _ in range(20):
        value = {"output": value}

    (message,) = spoken(value, "assistant")

    assert message.content == json.dumps(value)


@pytest.mark.parametrize("odd", [7, {"content": "b"}])
def test_an_entry_that_is_no_message_is_refused(odd: Any) -> None:
    with pytest.raises(UnreadableError, match="not a message"):
        spoken({"messages": [SAID, odd]}, "user")


@pytest.mark.parametrize(
    "request_",
    [
        {"system": "p", "messages": [SAID]},
        {"system": [{"type": "text", "text": "p"}], "messages": [SAID]},
        {"config": {"system_instruction": "p"}, "contents": [{"role": "user", "parts": ["a"]}]},
        {"systemInstruction": {"parts": [{"text": "p"}]}, "prompt": "a"},
    ],
)
def test_the_prompt_beside_the_messages_comes_first(request_: Any) -> None:
    assert [m.content for m in spoken(request_, "user")] == ["p", "a"]
    assert spoken(request_, "user")[0].speaker == "system"


def test_a_response_tells_its_instructions_and_other_answers_none() -> None:
    item = {"type": "message", "role": "assistant", "content": "b"}
    response = {"object": "response", "instructions": "p", "output": [item]}

    assert [m.content for m in spoken(response, "assistant")] == ["p", "b"]
    assert [m.content for m in spoken({"system": "ok", "output": "b"}, "assistant")] == ["b"]


@pytest.mark.parametrize(
    "call",
    [
        {"toolCallId": "c", "toolName": "f", "input": '{"x": 1}'},
        {"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"x": 1}'}},
    ],
)
def test_calls_without_a_message_are_one(call: Any) -> None:
    (message,) = spoken([call], "assistant")

    assert (message.speaker, message.calls) == ("assistant", (ToolCall("c", "f", {"x": 1}),))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("42", "42"),
        ('{"n":1}', '{"n":1}'),
        ({"n": 1}, '{"n": 1}'),
        ({"content": [{"type": "text", "text": "a"}]}, "a"),
        ('{"content": [{"type": "text", "text": "a"}]}', "a"),
        (None, ""),
    ],
)
def test_a_tools_answer_is_its_text_or_its_own_spelling(value: Any, text: str) -> None:
    assert answer(value) == text


@pytest.mark.parametrize(
    "described",
    [
        {"type": "function", "function": {"name": "f", "parameters": {}}},
        {"name": "f", "input_schema": {}},
        {"name": "f", "parameters": {}},
    ],
)
def test_a_tool_that_is_described_among_the_messages_has_answered_nothing(described: Any) -> None:
    answer = {"role": "tool", "content": {"n": 1}}

    found = spoken([SAID, answer, {"role": "tool", "content": described}], "user")

    assert [message.content for message in found] == ["a", '{"n": 1}']


@pytest.mark.parametrize("wrapped", [str, lambda text: {"prompts": [text]}])
def test_a_prompt_that_is_written_as_a_transcript_is_its_turns(wrapped: Any) -> None:
    text = "System: p\nHuman: a\nAI: b\nHuman: c\nAI:"

    found = spoken(wrapped(text), "user")

    assert [message.content for message in found] == ["p", "a", "b", "c"]
    assert found[1].speaker == "Human"


def test_a_transcript_that_somebody_asks_about_stays_as_it_was_sent() -> None:
    text = "User: a\nAgent: b\n\nWhat went wrong here?"

    (message,) = spoken(text, "user")

    assert message.content == text
