from tests.judging.importers.files import session

TOOL = {"type": "tool-f", "toolCallId": "c", "state": "output-available", "output": "42"}
MESSAGES = [
    {"role": "user", "parts": [{"type": "text", "text": "a"}]},
    {"role": "assistant", "parts": [TOOL, {"type": "text", "text": "b"}]},
]


def test_a_chat_is_a_list_bare_or_with_its_id() -> None:
    assert session(MESSAGES).external_id == "file"
    assert session({"id": "s", "messages": MESSAGES}).external_id == "s"


def test_calls_and_answers_are_turns() -> None:
    assert [turn.content for turn in session(MESSAGES).turns] == ["a", "", "42", "b"]


def test_messages_without_parts_may_stand_between() -> None:
    plain = {"role": "user", "content": "c"}

    assert session([plain, *MESSAGES]).turns[0].content == "c"


def test_messages_that_were_sent_to_the_model_are_chat_messages() -> None:
    call = {"type": "tool-call", "toolCallId": "c", "toolName": "f", "input": {"x": 1}}
    wrapped = {"type": "error-text", "value": "gone"}
    answer = {"type": "tool-result", "toolCallId": "c", "toolName": "f", "output": wrapped}

    found = session(
        [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": [call]},
            {"role": "tool", "content": [answer]},
        ]
    )

    assert found.source_format == "anthropic_blocks"
    assert found.turns[1].tool_calls[0].arguments == {"x": 1}
    assert (found.turns[2].content, found.turns[2].is_error) == ("gone", True)
