from typing import Any

import pytest

from judging.importers.langchain_messages import LangChain
from judging.sessions import Role, Session, ToolCall
from tests.judging.importers.files import items, left_out, lines, record, session

CALL = {"name": "f", "args": {"x": 1}, "id": "c", "type": "tool_call"}
TOLD = {"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"x": 1}'}}
USED = {"type": "tool_use", "id": "c", "name": "f", "input": {"x": 1}}
MADE = (ToolCall("c", "f", {"x": 1}),)


def message(kind: str, content: Any = "a", **fields: Any) -> dict[str, Any]:
    return {"type": kind, "content": content, "additional_kwargs": {}, **fields}


def built(name: str, **kwargs: Any) -> dict[str, Any]:
    path = ["langchain_core", "messages", name]
    return {"lc": 1, "type": "constructor", "id": path, "kwargs": kwargs}


def read(*messages: Any) -> Session:
    return session({"messages": [*messages]})


@pytest.mark.parametrize(
    "messages",
    [
        [message("human"), message("ai", "b")],
        [{"type": "human", "data": {"content": "a"}}, {"type": "ai", "data": {"content": "b"}}],
        [built("HumanMessage", content="a"), built("AIMessage", content="b", type="ai")],
        [["human", "a"], message("ai", "b")],
        [{"role": "user", "content": "a"}, message("ai", "b")],
        [[message("human"), message("ai", "b")]],
    ],
)
def test_all_spellings_say_the_same(messages: list[Any]) -> None:
    found = session(messages)

    assert found.source_format == "langchain_messages"
    assert found.roles == (Role.USER, Role.ASSISTANT)
    assert [turn.content for turn in found.turns] == ["a", "b"]


@pytest.mark.parametrize(
    "fields",
    [
        {"tool_calls": [CALL], "additional_kwargs": {"tool_calls": [TOLD]}, "content": [USED]},
        {"tool_calls": [], "additional_kwargs": {"tool_calls": [TOLD]}},
        {"tool_calls": [], "additional_kwargs": {"tool_calls": [TOLD]}, "content": [USED]},
        {"content": [USED]},
        {"additional_kwargs": {"function_call": {"name": "f", "arguments": '{"x": 1}'}}},
    ],
)
def test_a_call_that_is_told_of_several_times_counts_once(fields: dict[str, Any]) -> None:
    found = read(message("human"), {**message("ai", ""), **fields})

    (call,) = found.turns[1].tool_calls
    assert (call.name, call.arguments) == ("f", {"x": 1})


def test_a_call_with_arguments_that_are_no_json_is_kept() -> None:
    broken = {"name": "f", "args": "{x", "id": "c", "error": "no JSON"}

    found = read(message("human"), message("ai", "", tool_calls=[], invalid_tool_calls=[broken]))

    assert found.turns[1].tool_calls == (ToolCall("c", "f", "{x"),)


def test_an_answer_is_told_by_its_call_and_whether_it_failed() -> None:
    failed = message("tool", "no", tool_call_id="c", status="error")

    found = read(message("human"), message("ai", "", tool_calls=[CALL]), failed)

    assert found.turns[1].tool_calls == MADE
    assert (found.turns[2].tool_name, found.turns[2].is_error) == ("f", True)


def test_the_name_of_a_person_is_no_tool() -> None:
    assert read(message("human", name="Ida")).turns[0].tool_name is None


def test_chunks_of_one_message_are_one_turn() -> None:
    chunks = [message("AIMessageChunk", text, id="r") for text in ("Hel", "lo")]
    other = message("AIMessageChunk", "Bye", id="s")

    found = read(message("human"), *chunks, other)

    assert [turn.content for turn in found.turns] == ["a", "Hello", "Bye"]


def test_chunks_without_an_id_stay_apart() -> None:
    chunks = [message("AIMessageChunk", text) for text in ("yes", "yes")]

    assert [turn.content for turn in read(message("human"), *chunks).turns] == ["a", "yes", "yes"]


def test_chunks_of_blocks_are_one_turn() -> None:
    chunks = [built("AIMessageChunk", content=[{"type": "text", "text": t}], id="r") for t in "ab"]

    assert read(*chunks).turns[0].content == "a\nb"


def test_what_was_taken_back_is_no_turn() -> None:
    assert len(read(message("human"), message("remove", "", id="x")).turns) == 1


def test_the_role_of_a_chat_message_is_its_own() -> None:
    assert read(message("human"), message("chat", "b", role="assistant")).roles[1] is Role.ASSISTANT


def test_thinking_and_model_are_kept() -> None:
    thought = {"reasoning_content": "hm"}
    said = message("ai", "b", additional_kwargs=thought, response_metadata={"model": "m"})

    found = read(message("human"), said)

    assert (found.turns[1].reasoning, found.agent_model) == ("hm", "m")


def test_a_state_is_named_by_its_thread() -> None:
    state = {"values": {"messages": [message("human")]}, "id": "other"}

    found = session({**state, "config": {"configurable": {"thread_id": "t"}}})

    assert (found.external_id, session(state).external_id) == ("t", "other")


def test_an_object_that_is_no_message_is_rejected_with_its_place() -> None:
    ((where, _),) = left_out(items(lines({"messages": [message("human"), {"content": "x"}]})))

    assert where == "file.jsonl, line 1, message 2"


@pytest.mark.parametrize(
    "other",
    [
        [{"type": "message", "role": "user", "content": []}],
        [{"type": "function_call", "call_id": "c", "name": "f"}],
        [{"type": "user", "content": "a"}],
        [{"type": "text", "data": {}}],
        {"messages": []},
        [["human", "hi"], ["ai", "hello"]],
    ],
)
def test_messages_of_other_formats_are_not_taken(other: Any) -> None:
    assert not LangChain().recognises(record(other))
