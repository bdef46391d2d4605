import json
from typing import Any

import pytest

from judging.sessions import Session
from tests.judging.importers.files import items, left_out, lines, sessions


def value(of: Any) -> dict[str, Any]:
    if isinstance(of, list):
        return {"arrayValue": {"values": [value(item) for item in of]}}
    if isinstance(of, dict):
        pairs = [{"key": key, "value": value(item)} for key, item in of.items()]
        return {"kvlistValue": {"values": pairs}}
    return {"stringValue": of}


def pairs(attributes: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": value(of)} for key, of in attributes.items()]


def span(attributes: dict[str, Any], start: int = 1, **fields: Any) -> dict[str, Any]:
    began = f"{1_780_000_000 + start}000000000"
    return {
        "traceId": "t",
        "startTimeUnixNano": began,
        "attributes": pairs(attributes),
        **fields,
    }


def export(*spans: Any, **resource: str) -> dict[str, Any]:
    about = {"attributes": pairs({name.replace("_", "."): of for name, of in resource.items()})}
    return {"resourceSpans": [{"resource": about, "scopeSpans": [{"spans": [*spans]}]}]}


def read(*exports: dict[str, Any]) -> Session:
    (session,) = sessions(lines(*exports))
    return session


def said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def test_structured_attributes_are_read_as_text_is() -> None:
    attributes = {"gen_ai.input.messages": [said("user", "a")], "gen_ai.output.messages": "b"}

    assert [turn.content for turn in read(export(span(attributes))).turns] == ["a", "b"]


def test_messages_in_the_event_of_a_span_count() -> None:
    event = {
        "name": "gen_ai.client.inference.operation.details",
        "attributes": pairs({"gen_ai.input.messages": [said("user", "a")]}),
    }

    assert len(read(export(span({}, events=[event]))).turns) == 1


def test_a_session_is_named_by_the_span_its_resource_or_the_trace() -> None:
    asked = {"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "a"}
    named = span({**asked, "gen_ai.conversation.id": "c"})

    assert read(export(named, session_id="r")).external_id == "c"
    assert read(export(span(asked), session_id="r")).external_id == "r"
    assert read(export(span(asked))).external_id == "t"


@pytest.mark.parametrize(
    "name", ["langfuse.session.id", "traceloop.association.properties.session_id"]
)
def test_a_session_may_be_named_in_a_trackers_own_attribute(name: str) -> None:
    asked = {"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "a"}

    assert read(export(span({**asked, name: "s"}))).external_id == "s"


def test_lines_of_one_session_are_one_in_order_of_time() -> None:
    late = span({"gen_ai.input.messages": [said("user", "b")]}, start=2)
    early = span({"gen_ai.input.messages": [said("user", "a")]}, start=1)

    assert [t.content for t in read(export(late), export(early)).turns] == ["a", "b"]


def test_an_agents_span_does_not_repeat_its_models_calls() -> None:
    asked = {"gen_ai.input.messages": [said("user", "a")], "gen_ai.output.messages": "end"}
    agent = span({**asked, "gen_ai.operation.name": "invoke_agent"}, start=0)
    chat = span({**asked, "gen_ai.operation.name": "chat", "gen_ai.output.messages": "b"})

    assert [t.content for t in read(export(agent, chat)).turns] == ["a", "b"]


def test_a_root_with_values_alone_is_an_exchange_and_its_steps_are_not() -> None:
    root = span({"input.value": "a", "output.value": "b"})
    step = span({"input.value": "x"}, parentSpanId="1")

    assert [t.content for t in read(export(root, step)).turns] == ["a", "b"]


def test_spans_without_content_are_rejected_once_with_what_to_do() -> None:
    found = items(lines(export(span({})), export(span({"http.method": "GET"}))))

    ((where, reason),) = left_out(found)
    assert where == "file.jsonl, line 1"
    assert "not captured" in reason


def test_odd_values_are_passed_over() -> None:
    odd: list[Any] = [7, None, {"attributes": 7}, {"attributes": [{"key": 7}, 7]}]
    asked = span({"gen_ai.input.messages": [said("user", "a")]})

    assert len(read({"resourceSpans": [7, *export(*odd, asked)["resourceSpans"]]}).turns) == 1


def test_a_tools_own_span_answers_the_call_that_nothing_else_does() -> None:
    parts = [{"type": "tool_call", "id": "c", "name": "f", "arguments": {}}]
    called = [{"role": "assistant", "parts": parts}]
    chat = span({"gen_ai.input.messages": [said("user", "a")], "gen_ai.output.messages": called})
    ran = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "f"}
    tool = span({**ran, "gen_ai.tool.call.result": "42"}, start=2, parentSpanId="1")

    (answer,) = read(export(tool, chat)).turns[2:]

    assert (answer.content, answer.tool_name, answer.tool_call_id) == ("42", "f", "c")


def test_a_call_inside_of_another_is_counted_once_and_in_the_session_of_its_trace() -> None:
    asked = {"gen_ai.input.messages": [said("user", "a")]}
    outer = span({**asked, "session.id": "s", "gen_ai.output.messages": "all"}, spanId="1")
    inner = span({**asked, "gen_ai.output.messages": "b"}, spanId="2", parentSpanId="1")

    found = read(export(inner, outer))

    assert (found.external_id, [turn.content for turn in found.turns]) == ("s", ["a", "b"])


def test_events_that_tell_a_message_each_are_read() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    events = [
        ("gen_ai.system.message", {"content": "p"}),
        ("gen_ai.user.message", {"gen_ai.event.content": '{"content": "a", "role": "user"}'}),
        ("gen_ai.assistant.message", {"tool_calls": json.dumps([call])}),
        ("gen_ai.tool.message", {"content": "42", "id": "c"}),
        ("gen_ai.choice", {"message": '{"content": "b"}', "finish_reason": "stop"}),
        ("exception", {"exception.message": "x"}),
    ]
    told = [{"name": name, "attributes": pairs(attributes)} for name, attributes in events]

    found = read(export(span({"gen_ai.request.model": "m"}, events=told)))

    assert [turn.content for turn in found.turns] == ["a", "", "42", "b"]
    assert (found.system_prompt, found.turns[2].tool_name) == ("p", "f")


def test_the_ai_sdks_own_attributes_are_read() -> None:
    call = {"toolCallId": "c", "toolName": "f", "input": {"x": 1}}
    asked = [{"role": "user", "content": [{"type": "text", "text": "a"}]}]
    outer = span({"ai.operationId": "ai.generateText", "ai.prompt": '{"prompt": "a"}'}, spanId="1")
    inner = span(
        {
            "ai.operationId": "ai.generateText.doGenerate",
            "ai.telemetry.metadata.sessionId": "s",
            "ai.prompt.messages": json.dumps(asked),
            "ai.response.text": "look",
            "ai.response.toolCalls": json.dumps([call]),
            "ai.response.model": "m",
        },
        spanId="2",
        parentSpanId="1",
    )
    ran = {"ai.operationId": "ai.toolCall", "ai.toolCall.name": "f", "ai.toolCall.result": "42"}
    tool = span({**ran, "ai.toolCall.id": "c"}, start=2, spanId="3", parentSpanId="1")

    found = read(export(outer, inner, tool))

    assert [turn.content for turn in found.turns] == ["a", "look", "42"]
    assert (found.external_id, found.agent_model) == ("s", "m")
    assert found.turns[1].tool_calls[0].name == found.turns[2].tool_name == "f"
