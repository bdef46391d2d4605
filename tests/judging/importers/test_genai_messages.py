import json
from typing import Any

from judging.sessions import Role
from tests.judging.importers.files import lines, session, sessions


def said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


MESSAGES = [said("user", "a"), said("assistant", "b")]


def test_a_list_is_a_session_bare_or_under_messages() -> None:
    assert [turn.content for turn in session(MESSAGES).turns] == ["a", "b"]
    assert session({"conversation_id": "s", "messages": MESSAGES}).external_id == "s"


def test_a_line_of_attributes_is_what_was_asked_and_answered() -> None:
    attributes = {
        "gen_ai.conversation.id": "s",
        "gen_ai.response.model": "m",
        "gen_ai.system_instructions": json.dumps([{"type": "text", "content": "p"}]),
        "gen_ai.input.messages": json.dumps(MESSAGES[:1]),
        "gen_ai.output.messages": json.dumps(MESSAGES[1:]),
        "gen_ai.usage.input_tokens": 7,
    }

    (found,) = sessions(lines(attributes))

    assert [turn.content for turn in found.turns] == ["a", "b"]
    assert (found.external_id, found.agent_model, found.system_prompt) == ("s", "m", "p")
    assert "gen_ai.input.messages" not in found.metadata


def test_a_tools_answer_is_a_turn_of_its_own() -> None:
    call = {"type": "tool_call", "id": "c", "name": "f", "arguments": {"x": 1}}
    answer = {"type": "tool_call_response", "id": "c", "result": "42"}
    asked = {"role": "assistant", "parts": [call]}

    found = session([MESSAGES[0], asked, {"role": "user", "parts": [answer]}, MESSAGES[1]])

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)
    assert (found.turns[2].tool_name, found.turns[2].content) == ("f", "42")
