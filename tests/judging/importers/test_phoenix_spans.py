import csv
import io
import json
from typing import Any

from tests.judging.importers.files import file, items, left_out, session, sessions

ASKED = [{"message": {"role": "user", "content": "a"}}]
ANSWERED = [{"message": {"role": "assistant", "content": "b"}}]


def span(kind: str, parent: str | None = None, **attributes: Any) -> dict[str, Any]:
    dotted = {name.replace("__", "."): value for name, value in attributes.items()}
    return {
        "span_kind": kind,
        "parent_id": parent,
        "context": {"trace_id": "t"},
        "attributes": dotted,
    }


def test_a_session_is_named_by_its_attribute_or_the_trace() -> None:
    named = span("LLM", llm__input_messages=ASKED, session__id="s")

    assert session([named]).external_id == "s"
    assert session([span("LLM", llm__input_messages=ASKED)]).external_id == "t"


def test_nested_attributes_are_read_as_dotted_ones_are() -> None:
    nested = span("LLM", llm={"input_messages": ASKED, "model_name": "m"})

    found = session([nested])

    assert (found.turns[0].content, found.agent_model) == ("a", "m")


def test_a_chain_that_repeats_its_models_call_adds_nothing() -> None:
    chain = span("CHAIN", llm__input_messages=ASKED, llm__output_messages="all")
    call = span("LLM", "1", llm__input_messages=ASKED, llm__output_messages=ANSWERED)

    assert [turn.content for turn in session([chain, call]).turns] == ["a", "b"]


def test_a_root_tells_where_no_call_does() -> None:
    root = span("CHAIN", input__value="a", output__value="b")
    step = span("TOOL", "1", input__value="x", output__value="y")

    assert [turn.content for turn in session([root, step]).turns] == ["a", "b"]


def test_a_tools_span_answers_the_call_that_nothing_else_does() -> None:
    made = {"tool_call": {"id": "c", "function": {"name": "f", "arguments": "{}"}}}
    called = [{"message": {"role": "assistant", "tool_calls": [made]}}]
    call = span("LLM", "1", llm__input_messages=ASKED, llm__output_messages=called)
    tool = span("TOOL", "1", tool__name="f", output__value="42") | {"status_code": "ERROR"}

    (answer,) = session([call, tool]).turns[2:]

    assert (answer.content, answer.tool_name, answer.is_error) == ("42", "f", True)


def test_columns_of_a_table_are_attributes() -> None:
    held = io.StringIO()
    row = {
        "span_kind": "LLM",
        "parent_id": "",
        "context.trace_id": "t",
        "context.span_id": "1",
        "attributes.session.id": "s",
        "attributes.llm.input_messages": json.dumps(ASKED),
        "attributes.llm.output_messages": str(ANSWERED),
    }
    writer = csv.DictWriter(held, row)
    writer.writeheader()
    writer.writerow(row)

    (found,) = sessions(file(held.getvalue(), "spans.csv"))

    assert found.external_id == "s"
    assert [turn.content for turn in found.turns] == ["a", "b"]


def test_spans_without_messages_say_what_to_export() -> None:
    ((_, reason),) = left_out(items(file(json.dumps([span("TOOL", "1")]))))

    assert "model's calls" in reason
