import json
from typing import Any

from judging.importers import Found
from judging.sessions import Role, ToolCall
from tests.judging.importers.files import file, items, left_out, session


def request(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "request", "parts": list(parts)}


def response(*parts: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"kind": "response", "parts": list(parts), **fields}


def part(kind: str, content: Any = None, **fields: Any) -> dict[str, Any]:
    return {"part_kind": kind, "content": content, **fields}


CALL = part("tool-call", tool_name="find", args='{"a": 1}', tool_call_id="c")
ASKED = request(part("system-prompt", "Be kind."), part("user-prompt", "Where?"))


def test_requests_and_responses_are_turns_and_answers_of_tools_are_too() -> None:
    answer = part("tool-return", {"b": 2}, tool_name="find", tool_call_id="c")

    found = session(
        [
            ASKED,
            response(part("thinking", "hm"), CALL, model_name="m"),
            request(answer),
            response(part("text", "Here.")),
        ]
    )

    assert found.roles == (Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)
    assert (found.system_prompt, found.agent_model) == ("Be kind.", "m")
    assert found.turns[1].tool_calls == (ToolCall("c", "find", {"a": 1}),)
    assert found.turns[1].reasoning == "hm"
    assert (found.turns[2].content, found.turns[2].tool_name) == ('{"b": 2}', "find")
    assert found.turns[3].content == "Here."


def test_a_prompt_in_pieces_is_text_with_marks() -> None:
    found = session(
        [request(part("user-prompt", ["Look:", {"kind": "image-url", "type": "image"}]))]
    )

    assert found.turns[0].content == "Look: [image]"


def test_what_a_tool_asks_for_again_is_its_error_and_without_a_tool_the_users() -> None:
    retry = part("retry-prompt", "Give a number.", tool_name="find", tool_call_id="c")

    of_tool = session([ASKED, response(CALL), request(retry)]).turns[2]
    of_user = session([ASKED, response(CALL), request(part("retry-prompt", "Answer."))]).turns[2]

    assert (of_tool.role, of_tool.is_error) == (Role.TOOL, True)
    assert (of_user.role, of_user.content) == (Role.USER, "Answer.")


def test_a_message_of_another_kind_is_named_with_its_place() -> None:
    ((where, reason),) = left_out(items(file(json.dumps({"messages": [ASKED, {"kind": "x"}]}))))

    assert where == "file.json, message 2"
    assert "not a request or response" in reason


def test_they_are_not_taken_for_contents_of_gemini() -> None:
    (found,) = items(file(json.dumps([ASKED])))

    assert isinstance(found, Found)
    assert found.format == "pydantic_messages"
