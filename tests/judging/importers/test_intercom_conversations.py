from typing import Any

from judging.sessions import Role
from tests.judging.importers.files import session


def part(body: str | None, author: str = "admin", kind: str = "comment", **more: Any) -> Any:
    return {"part_type": kind, "body": body, "author": {"type": author}, **more}


def conversation(*parts: Any, **source: Any) -> dict[str, Any]:
    opening = {"body": "<p>Hi</p>", "author": {"type": "user"}, **source}
    return {"id": "s", "source": opening, "conversation_parts": {"conversation_parts": [*parts]}}


def test_customers_are_the_user_and_bots_and_the_team_the_assistant() -> None:
    found = session(conversation(part("a", "bot"), part("b", "lead"), part("c")))

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.USER, Role.ASSISTANT)
    assert [turn.speaker for turn in found.turns] == ["user", "bot", "lead", "admin"]
    assert not found.warnings


def test_what_only_the_team_saw_is_left_out_and_counted() -> None:
    found = session(conversation(part("VIP", kind="note"), part(None, kind="close"), part("a")))

    assert [turn.content for turn in found.turns] == ["Hi", "a"]
    assert found.warnings == ("Left out: 1 that only the team saw.",)


def test_the_subject_is_the_goal() -> None:
    found = session(conversation(part("a"), subject="<p>My order</p>"))

    assert (found.goal, found.title) == ("My order", "My order")


def test_files_leave_a_mark() -> None:
    found = session(conversation(part("", attachments=[{"name": "a.pdf"}])))

    assert found.turns[1].content == "[file a.pdf]"


def test_several_conversations_are_several_sessions_as_they_are_listed() -> None:
    listed = {"type": "conversation.list", "conversations": [conversation(part("a"))]}

    assert session(listed).external_id == "s"
