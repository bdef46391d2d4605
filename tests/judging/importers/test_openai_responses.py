from typing import Any

import pytest

from judging.importers.openai_responses import OpenAIResponses
from judging.sessions import Role
from tests.judging.importers.files import items, left_out, lines, record, session, sessions


def said(text: str) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text}]
    return {"type": "message", "role": "assistant", "content": content}


def response(name: str, *output: Any, **fields: Any) -> dict[str, Any]:
    return {"id": name, "object": "response", "output": [*output], **fields}


def test_a_chain_is_one_session_named_by_its_first() -> None:
    first = response("r1", said("b"), input="a", created_at=1_780_000_000)
    second = response("r2", said("d"), input="c", previous_response_id="r1")

    (found,) = sessions(lines(first, second))

    assert found.external_id == "r1"
    assert [turn.content for turn in found.turns] == ["a", "b", "c", "d"]


def test_instructions_that_change_in_a_chain_leave_nothing_out() -> None:
    first = response("r1", said("b"), input="a", instructions="p")
    second = response("r2", said("d"), input="c", instructions="q", previous_response_id="r1")

    (found,) = sessions(lines(first, second))

    assert (found.system_prompt, len(found.turns)) == ("p", 4)


def test_responses_of_one_conversation_are_one_session() -> None:
    rows = [response(name, said(name), conversation={"id": "s"}, input=name) for name in "ab"]

    (found,) = sessions(lines(*rows))

    assert (found.external_id, len(found.turns)) == ("s", 4)


def test_an_input_that_repeats_all_before_it_is_said_once() -> None:
    asked = {"role": "user", "content": "a"}
    again = [asked, said("b"), {"role": "user", "content": "c"}]
    rows = [
        response("r1", said("b"), input=[asked], conversation="s"),
        response("r2", said("d"), input=again, conversation="s"),
    ]

    (found,) = sessions(lines(*rows))

    assert [turn.content for turn in found.turns] == ["a", "b", "c", "d"]


def test_a_response_alone_has_no_user_and_says_so() -> None:
    found = session(response("r", said("b"), model="m"))

    assert (found.roles, found.agent_model) == ((Role.ASSISTANT,), "m")
    assert "The session has no user turn." in found.warnings


def test_a_list_of_items_is_a_session() -> None:
    found = session([{"role": "user", "content": "a"}, said("b")])

    assert found.source_format == "openai_responses"
    assert found.roles == (Role.USER, Role.ASSISTANT)


def test_a_response_without_output_says_what_to_export() -> None:
    ((_, reason),) = left_out(items(lines(response("r"))))

    assert "input and output" in reason


@pytest.mark.parametrize(
    "other",
    [
        {"messages": [{"role": "user", "content": "a"}]},
        {"input": "a", "output": "b"},
        {"type": "response.completed", "output": [said("a")]},
        [{"role": "user", "content": [{"type": "text", "text": "a"}]}],
    ],
)
def test_records_of_other_formats_are_not_taken(other: Any) -> None:
    assert not OpenAIResponses().recognises(record(other))
