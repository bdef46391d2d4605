from judging.importers.span_events import messages_told


def test_what_was_asked_and_answered_become_attributes_of_the_span() -> None:
    told = messages_told(
        [
            ("gen_ai.user.message", {"content": "a"}),
            ("gen_ai.choice", {"content": "b"}),
            ("other", {"content": "c"}),
        ]
    )

    assert [message["content"] for message in told["gen_ai.input.messages"]] == ["a"]
    assert [message["role"] for message in told["gen_ai.output.messages"]] == ["assistant"]


def test_the_id_of_a_tools_event_is_its_calls() -> None:
    told = messages_told([("gen_ai.tool.message", {"content": "42", "id": "c"})])

    assert told["gen_ai.input.messages"][0]["tool_call_id"] == "c"


def test_events_of_other_names_tell_nothing() -> None:
    assert messages_told([("exception", {"message": "x"})]) == {}
