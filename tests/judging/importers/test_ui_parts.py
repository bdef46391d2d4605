from typing import Any

import pytest

from judging.importers.importer import UnreadableError
from judging.importers.ui_parts import is_ui, ui_messages
from judging.sessions import ToolCall


def tool(kind: str = "tool-find", call: str = "c", **fields: Any) -> dict[str, Any]:
    state = {"state": "output-available", "output": {"n": 1}} if not fields else {}
    return {"type": kind, "toolCallId": call, "input": {"x": 1}, **state, **fields}


def assistant(*parts: Any, **fields: Any) -> dict[str, Any]:
    return {"id": "m", "role": "assistant", "parts": [*parts], **fields}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


STEP = {"type": "step-start"}


@pytest.mark.parametrize(
    "entry",
    [
        assistant(text("a")),
        assistant(STEP),
        assistant(tool("dynamic-tool")),
        {"role": "assistant", "content": "", "toolInvocations": []},
    ],
)
def test_a_message_is_known_by_its_parts(entry: Any) -> None:
    assert is_ui(entry)


@pytest.mark.parametrize(
    "entry",
    [
        assistant({"type": "text", "content": "a"}),
        assistant({"text": "a"}),
        {"role": "user", "content": "a"},
        7,
    ],
)
def test_messages_of_other_formats_are_not_taken_for_one(entry: Any) -> None:
    assert not is_ui(entry)


def test_a_step_is_its_text_and_calls_then_the_answers() -> None:
    parts = STEP, {"type": "reasoning", "text": "hm"}, text("look"), tool(), STEP, text("done")

    called, answer, said = ui_messages([assistant(*parts)])

    assert (called.content, called.reasoning) == ("look", "hm")
    assert called.calls == (ToolCall("c", "find", {"x": 1}),)
    assert (answer.call_id, answer.content) == ("c", '{"n": 1}')
    assert said.content == "done"


def test_tools_that_stand_together_were_called_at_once() -> None:
    found = ui_messages([assistant(tool(call="1"), tool("tool-b-c", "2"), text("done"))])

    assert [call.name for call in found[0].calls] == ["find", "b-c"]
    assert [message.call_id for message in found[1:3]] == ["1", "2"]
    assert found[3].content == "done"


def test_steps_are_turns_of_their_own() -> None:
    found = ui_messages([assistant(STEP, text("a"), STEP, text("b"))])

    assert [message.content for message in found] == ["a", "b"]


def test_a_call_without_a_result_has_no_answer_and_one_that_failed_says_why() -> None:
    waiting = tool(state="input-available")
    failed = tool("dynamic-tool", "d", toolName="g", state="output-error", errorText="gone")

    called, answer = ui_messages([assistant(waiting, failed)])

    assert [call.name for call in called.calls] == ["find", "g"]
    assert (answer.call_id, answer.content, answer.is_error) == ("d", "gone", True)


def test_messages_of_the_version_before_are_read() -> None:
    made = {"state": "result", "toolCallId": "c", "toolName": "find", "args": {}, "result": ""}
    old = {"role": "assistant", "content": "done", "toolInvocations": [made]}
    new = assistant({"type": "tool-invocation", "toolInvocation": made}, text("done"))

    for entry in (old, new):
        called, answer, said = ui_messages([entry])
        assert called.calls == (ToolCall("c", "find", {}),)
        assert (answer.content, said.content) == ("", "done")


def test_files_leave_a_mark_and_sources_and_data_nothing() -> None:
    user = {
        "role": "user",
        "parts": [
            text("see"),
            {"type": "file", "mediaType": "image/png", "url": "data:…"},
            {"type": "file", "mediaType": "text/csv", "filename": "a.csv", "url": "x"},
            {"type": "source-url", "url": "x"},
            {"type": "data-weather", "data": {}},
        ],
    }

    (message,) = ui_messages([user])

    assert message.content == "see [image] [file a.csv]"


def test_what_a_message_says_of_itself_is_kept() -> None:
    about = {"model": "m", "createdAt": "2026-10-01T09:00:00Z"}

    (message,) = ui_messages([assistant(text("a"), metadata=about)])

    assert (message.model, message.external) == ("m", "m")
    assert message.timestamp is not None


def test_an_entry_that_is_none_is_refused_with_its_place() -> None:
    with pytest.raises(UnreadableError) as caught:
        ui_messages([assistant(text("a")), 7])

    assert caught.value.place == "message 2"
