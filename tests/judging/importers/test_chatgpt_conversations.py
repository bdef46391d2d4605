from typing import Any

import pytest

from judging.sessions import Role, Session, ToolCall
from tests.judging.importers.files import EXAMPLES, file, session, sessions

NAME = "chatgpt_conversations.json"


def node(parent: str | None, role: str, *parts: Any, **fields: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": list(parts)}
    author = {"role": role}
    return {"parent": parent, "message": {"author": author, "content": content, **fields}}


def read(**nodes: dict[str, Any]) -> Session:
    return session({"conversation_id": "s", "mapping": nodes, "current_node": list(nodes)[-1]})


def contents(found: Session) -> list[str]:
    return [turn.content for turn in found.turns]


def test_the_last_branch_is_the_session_with_calls_answers_and_thoughts() -> None:
    (found,) = sessions(file((EXAMPLES / "sessions" / NAME).read_bytes(), NAME))

    assert (found.external_id, found.title, found.agent_model) == (
        "parcel-7",
        "Parcel 007",
        "gpt-5-mini",
    )
    assert found.roles == (Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)
    assert found.turns[1].tool_calls == (ToolCall("", "track", {"parcel": "007"}),)
    assert found.turns[1].reasoning == "I have to look."
    assert (found.turns[2].tool_name, found.turns[3].content) == ("track", "It left today.")
    assert found.started_at is not None


def test_pictures_are_marked_and_what_was_spoken_is_its_text() -> None:
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file://x"}
    spoken = {"content_type": "audio_transcription", "text": "Hello."}

    found = read(a=node(None, "user", picture, "Look"), b=node("a", "assistant", spoken))

    assert contents(found) == ["[image]\nLook", "Hello."]


def test_what_the_program_hides_is_left_out_and_counted_and_what_is_empty_is_not() -> None:
    hidden = {"metadata": {"is_visually_hidden_from_conversation": True}}

    found = read(
        a=node(None, "system", ""),
        b=node("a", "user", "About me", **hidden),
        c=node("b", "user", "Hi"),
        d=node("c", "assistant", "Hello"),
    )

    assert contents(found) == ["Hi", "Hello"]
    assert found.warnings == ("Left out: 1 notes by the program.",)


@pytest.mark.parametrize("parent", ["b", "nowhere", None])
def test_a_tree_that_leads_in_a_circle_or_nowhere_ends(parent: str | None) -> None:
    found = read(a=node(parent, "user", "Hi"), b=node("a", "assistant", "Hello"))

    assert contents(found) == ["Hi", "Hello"]
