from typing import Any

import pytest

from judging.importers.importer import UnreadableError
from judging.importers.response_items import is_item, messages_in
from judging.sessions import ToolCall

ASKED = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "a"}]}
SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "b"}]}


def call(call_id: str, **fields: Any) -> dict[str, Any]:
    made = {"type": "function_call", "id": f"fc_{call_id}", "call_id": call_id}
    return {**made, "name": "f", "arguments": "{}", **fields}


def test_calls_side_by_side_are_one_message() -> None:
    messages = messages_in([ASKED, call("c"), call("d")])

    assert [[c.id for c in m.calls] for m in messages] == [[], ["c", "d"]]


def test_a_call_joins_the_text_right_before_it_and_a_text_begins_anew() -> None:
    said, again = messages_in([SAID, call("c"), SAID])

    assert (said.content, len(said.calls)) == ("b", 1)
    assert again.content == "b"


def test_an_answer_stands_between_two_calls() -> None:
    answer = {"type": "function_call_output", "call_id": "c", "output": "x"}

    _, told, _ = messages_in([call("c"), answer, call("d")])

    assert (told.call_id, told.content) == ("c", "x")


def test_thoughts_by_themselves_say_nothing() -> None:
    summary = [{"type": "summary_text", "text": "hm"}]

    (message,) = messages_in([{"type": "reasoning", "summary": summary}])

    assert (message.content, message.reasoning) == (None, "hm")


@pytest.mark.parametrize(
    ("item", "made", "answer"),
    [
        (
            {"type": "mcp_call", "id": "m", "name": "f", "arguments": '{"x": 1}', "output": "y"},
            ToolCall("m", "f", {"x": 1}),
            "y",
        ),
        (
            {"type": "file_search_call", "id": "s", "queries": ["q"], "results": [{"text": "y"}]},
            ToolCall("s", "file_search", ["q"]),
            "y",
        ),
        (
            {"type": "code_interpreter_call", "id": "p", "code": "1", "outputs": ["y"]},
            ToolCall("p", "code_interpreter", 1),
            "y",
        ),
    ],
)
def test_a_call_that_holds_its_answer_is_two_messages(
    item: dict[str, Any], made: ToolCall, answer: str
) -> None:
    calling, answering = messages_in([item])

    assert calling.calls == (made,)
    assert (answering.content, answering.call_id) == (answer, made.id)


def test_a_call_that_failed_says_so() -> None:
    _, answer = messages_in([{"type": "mcp_call", "id": "m", "name": "f", "error": "no"}])

    assert (answer.content, answer.is_error) == ("no", True)


def test_a_search_without_results_is_a_call_only() -> None:
    (calling,) = messages_in([{"type": "web_search_call", "id": "w", "status": "completed"}])

    assert calling.calls == (ToolCall("w", "web_search", None),)


@pytest.mark.parametrize("kind", ["mcp_list_tools", "compaction", "item_reference"])
def test_lists_and_references_are_no_part_of_what_was_said(kind: str) -> None:
    assert messages_in([{"type": kind, "id": "x"}]) == []


@pytest.mark.parametrize("odd", [7, {"type": "weather"}, None])
def test_what_is_no_item_is_refused_with_its_place(odd: Any) -> None:
    with pytest.raises(UnreadableError) as problem:
        messages_in([ASKED, odd])

    assert problem.value.place == "item 2"


@pytest.mark.parametrize(
    "entry",
    [
        {"role": "user", "content": "a"},
        {"type": "message", "text": "a"},
        {"type": "tool_call", "id": "c"},
        {"type": "reasoning", "text": "hm"},
        {"type": 7},
        "a",
    ],
)
def test_other_formats_have_no_such_items(entry: Any) -> None:
    assert not is_item(entry)
