from judging.importers.message import Message
from judging.importers.speakers import NO_AGENT, cast
from judging.sessions import Role


def test_members_without_a_role_in_their_name_are_users() -> None:
    messages = [Message("Ana", "a"), Message("Assistant", "b"), Message("x", role=Role.TOOL)]

    assert cast(messages) == []
    assert [message.role for message in messages] == [Role.USER, Role.ASSISTANT, Role.TOOL]


def test_a_name_that_holds_a_role_is_a_guess() -> None:
    messages = [Message("Support (Bot)", "a")]

    assert cast(messages) == ["The speaker 'Support (Bot)' is read as assistant."]


def test_without_an_agent_a_warning_says_how_to_name_one() -> None:
    assert cast([Message("Ana", "a"), Message("Bo", "b")]) == [NO_AGENT]
