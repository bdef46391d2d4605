from judging.importers.message import Message
from judging.importers.numbering import numbered
from judging.sessions import Role, ToolCall, Turn

HI = Message("user", "hi")


def fresh(*messages: tuple[str, str | None]) -> list[Message]:
    return [Message(*message) for message in messages]


def test_leading_system_messages_are_the_prompt_and_later_ones_are_turns() -> None:
    found = numbered(
        fresh(("system", "a"), ("developer", "b"), ("user", "hi"), ("system", "c"), ("ai", "x"))
    )

    assert found.system_prompt == "a\n\nb"
    assert [(turn.number, turn.role) for turn in found.turns] == [
        (1, Role.USER),
        (2, Role.SYSTEM),
        (3, Role.ASSISTANT),
    ]


def test_turns_keep_the_sources_word_for_the_speaker() -> None:
    (turn, _) = numbered(fresh(("Human", "hi"), ("ai", "hello"))).turns

    assert turn == Turn(1, Role.USER, "hi", speaker="Human")


def test_a_message_with_nothing_is_left_out_and_one_with_empty_text_is_not() -> None:
    found = numbered(fresh(("user", "hi"), ("assistant", None), ("assistant", ""), ("tool", None)))

    assert [turn.role for turn in found.turns] == [Role.USER, Role.ASSISTANT, Role.TOOL]
    assert "Left out: 1 without content or tool calls." in found.warnings


def test_an_assistant_that_only_calls_has_its_number() -> None:
    calling = Message("assistant", calls=(ToolCall("a", "f"),))

    found = numbered([*fresh(("user", "hi")), calling, *fresh(("assistant", "done"))])

    assert found.turns[1].tool_calls == (ToolCall("a", "f"),)
    assert not found.warnings


def test_thinking_by_itself_joins_the_assistants_next_message() -> None:
    found = numbered(
        [
            *fresh(("user", "hi")),
            Message("ai", None, "hm"),
            Message("ai", "", "so"),
            Message("ai", "x", "y"),
        ]
    )

    assert [(turn.content, turn.reasoning) for turn in found.turns] == [
        ("hi", None),
        ("x", "hm\nso\ny"),
    ]


def test_thinking_before_no_assistants_message_is_left_out() -> None:
    found = numbered(
        [
            *fresh(("ai", "hello")),
            Message("ai", None, "a"),
            *fresh(("user", "hi")),
            Message("ai", None, "b"),
        ]
    )

    assert len(found.turns) == 2
    assert found.warnings == ("Left out: 2 with thinking only, before no assistant turn.",)


def test_a_session_of_one_side_is_said_to_be() -> None:
    assert numbered(fresh(("user", "hi"))).warnings == ("The session has no assistant text.",)
    assert numbered(fresh(("ai", "hi"))).warnings == ("The session has no user turn.",)


def test_a_speaker_of_no_known_role_is_numbered_and_said_once() -> None:
    found = numbered(fresh(("user", "hi"), ("narrator", "a"), ("narrator", "b"), ("ai", "x")))

    assert [turn.role for turn in found.turns[1:3]] == [Role.OTHER] * 2
    assert found.warnings == ("The speaker 'narrator' is of no known role.",)


def test_no_alternation_is_asked_for() -> None:
    found = numbered(fresh(("ai", "a"), ("ai", "b"), ("user", "c"), ("user", "d")))

    assert [turn.content for turn in found.turns] == ["a", "b", "c", "d"]


def test_a_speaker_whose_role_the_source_told_is_no_guess() -> None:
    found = numbered([Message("lead", "a", role=Role.USER), Message("assistant", "b")])

    assert found.warnings == ()
