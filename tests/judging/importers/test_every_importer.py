"""What holds for each importer that is registered, with the example that it comes with."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.errors import SessionFileError
from judging.importers import (
    ALL,
    Found,
    Importer,
    Record,
    Rejected,
    Skipped,
    Source,
    read,
    read_all,
)
from judging.importers.envelopes import opened
from judging.importers.importer import Unit
from judging.importers.records import pieces
from tests.judging.importers.files import EXAMPLES, file, record

every_importer = pytest.mark.parametrize("importer", ALL, ids=lambda importer: importer.name)
UNREADABLE: dict[str, Any] = {
    "judging_sessions": {"format": "judging/session@1", "session": {"turns": [{"turn": 1}]}},
    "inspect_log": {"eval": {}, "samples": [7]},
    "otlp_spans": {"resourceSpans": []},
    "phoenix_spans": {"span_kind": "LLM", "context": {"trace_id": "t"}},
    "langsmith_runs": {
        "run_type": "chain",
        "inputs": {"messages": [{"role": "user", "content": "a"}]},
        "outputs": None,
        "parent_run_id": "x",
    },
    "langfuse_traces": {"observations": [7], "scores": []},
    "request_logs": {"messages": [{"role": "user", "content": "a"}], "answer": "b"},
    "chatgpt_conversations": {"mapping": {}, "current_node": None},
    "exchange_lists": {"turns": [{"user": "", "assistant": None}]},
    "pydantic_messages": [{"kind": "request", "parts": [{"part_kind": "user-prompt"}]}, 7],
    "weave_calls": {"op_name": "weave:///a", "inputs": {"contents": [{"parts": []}, 7]}},
    "opik_traces": {"trace": {}, "spans": [7]},
    "braintrust_events": {"span_id": "s", "root_span_id": "s", "input": None, "output": None},
    "agentx_traces": {"started_at_unix_nano": "1", "input": "a", "parent_span_id": "x"},
    "promptfoo_results": {"results": {"results": [7]}},
    "mastra_messages": {"thread": {}, "messages": [7]},
    "ui_messages": {"messages": [{"role": "user", "parts": []}, 7]},
    "intercom_conversations": {"source": {"body": ""}, "conversation_parts": []},
    "zendesk_tickets": {"ticket": {"requester_id": 1}, "comments": []},
    "aider_history": "# aider",
    "whatsapp_chats": "1/1/26",
    "plain_text": "Nothing is said.",
    "packed_transcripts": {"transcript": "Nothing is said."},
    "genai_messages": [{"role": "user", "parts": [{"type": "text", "content": "a"}]}, 7],
    "rasa_trackers": {"sender_id": "s", "events": [7]},
    "dialogflow_cx": {"testCaseConversationTurns": []},
    "stream_chunks": {"object": "chat.completion.chunk", "choices": [7]},
    "slack_days": {"type": "message", "ts": "1", "text": ""},
    "claude_code_jsonl": {"type": "user", "sessionId": "s", "message": "error"},
    "codex_rollout": {"type": "response_item", "payload": "x"},
    "openai_responses": {"input": [{"type": "function_call", "name": "f"}, 7]},
    "tau_bench": {"reward": 1, "traj": [7]},
    "tau2_bench": {"tasks": [], "simulations": [7]},
    "gemini_cli": {"sessionId": "s", "messages": [{"type": "user", "content": "a"}, 7]},
    "trajectories": {"task": "t", "turns": [{"role": "assistant", "content": "hi"}, 7]},
    "langchain_messages": {"messages": [{"type": "human", "content": "hi"}, 7]},
    "gemini_contents": {"contents": [{"role": "user", "parts": [{"text": "hi"}]}] * 2 + [7]},
    "anthropic_blocks": {
        "messages": [{"role": "assistant", "content": [{"type": "tool_use", "name": "f"}]}, 7]
    },
    "sharegpt": {"conversations": [{"from": "human", "value": "hi"}, 7]},
    "chat_messages": {"messages": [{"role": "user", "content": "hi"}, 7]},
    "long_table": {"session_id": "s", "role": "user", "content": ""},
    "pair_table": {"session_id": "s", "user": None, "assistant": None},
}
# What a model streamed is its reply alone.
ONE_SIDED = {"stream_chunks": ("The session has no user turn.",)}
# The names by which importers know a format, so that nonsense comes near to sense.
KEYS = st.from_regex(
    "role|content|messages|turns|task|traj|reward|conversations|from|value|parts|text|contents"
    "|tool_calls|function|name|arguments|type|tool_use_id|session_id|id|user|assistant|input"
    "|output|thought|functionCall|functionResponse|metadata|info|model|timestamp|turn|data",
    fullmatch=True,
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)


def example(importer: Importer) -> Source:
    (path,) = (EXAMPLES / "sessions").glob(f"{importer.name}.*")
    return Source.of(path)


def leaves(importer: Importer, piece: Record) -> Iterator[Record]:
    inner = None if importer.recognises(piece) else opened(piece)
    if inner is None:
        yield piece
    else:
        for item in inner:
            yield from leaves(importer, item)


@every_importer
def test_recognises_its_example_as_no_other_does(importer: Importer) -> None:
    records = [piece for piece in pieces(example(importer)) if isinstance(piece, Record)]

    found = [leaf for piece in records for leaf in leaves(importer, piece)]

    assert found
    for leaf in found:
        assert [other.name for other in ALL if other.recognises(leaf)] == [importer.name]


@every_importer
def test_numbers_the_turns_from_one(importer: Importer) -> None:
    items = list(read(example(importer)))

    assert items
    for item in items:
        assert isinstance(item, Found)
        assert item.format == item.session.source_format == importer.name
        assert [turn.number for turn in item.session.turns] == [
            *range(1, len(item.session.turns) + 1)
        ]


@every_importer
def test_says_whose_text_a_session_holds_and_from_which_file(importer: Importer) -> None:
    source = example(importer)

    for item in read(source):
        assert isinstance(item, Found)
        assert item.session.source_file == source.name
        assert item.session.external_id
        assert item.session.warnings == ONE_SIDED.get(importer.name, ())


@every_importer
def test_names_the_place_it_cannot_read(importer: Importer) -> None:
    broken = Record("file.jsonl, line 7", UNREADABLE[importer.name], file(""), 7, Unit.LINE)

    (found,) = importer.sessions(iter([broken]))

    assert isinstance(found, Rejected)
    assert found.where.startswith("file.jsonl, line 7")
    assert found.reason.endswith(".")


@every_importer
@given(value=JSON, unit=st.sampled_from(Unit))
def test_any_json_is_a_session_or_a_rejection(importer: Importer, value: Any, unit: Unit) -> None:
    given_record = record(value, unit)

    importer.recognises(given_record)
    found = list(importer.sessions(iter([given_record])))

    assert found
    assert all(isinstance(item, Found | Rejected) for item in found)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def with_another(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    if not path:
        return other
    key, *rest = path
    changed = value.copy()
    changed[key] = with_another(value[key], tuple(rest), other) if rest else other
    return changed


@every_importer
@settings(max_examples=40)
@given(data=st.data())
def test_its_example_with_any_value_exchanged_is_read_or_refused(
    importer: Importer, data: st.DataObject
) -> None:
    parsed = [piece for piece in pieces(example(importer)) if isinstance(piece, Record)]
    records = [leaf for piece in parsed for leaf in leaves(importer, piece)]
    at = data.draw(st.integers(0, len(records) - 1))
    value = records[at].value
    path = data.draw(st.sampled_from(list(places(value)) or [()]))
    records[at] = replace(records[at], value=with_another(value, path, data.draw(JSON)))

    found = list(importer.sessions(iter(records)))

    assert all(isinstance(item, Found | Rejected | Skipped) for item in found)


@every_importer
def test_can_be_told_to_read_its_example(importer: Importer) -> None:
    items = list(read(example(importer), format=importer.name))

    assert all(isinstance(item, Found) for item in items)


def test_a_format_that_is_not_known_is_refused_with_the_list() -> None:
    with pytest.raises(SessionFileError, match="chat_messages, exchange_lists"):
        read_all([file("{}")], format="chat")


def test_importing_them_loads_no_data_frames() -> None:
    code = "import sys, judging.importers; print({'numpy', 'pandas', 'pyarrow'} & set(sys.modules))"

    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert out.stdout.strip() == "set()"


def test_every_example_belongs_to_an_importer() -> None:
    stems = {path.name.split(".")[0] for path in Path(EXAMPLES / "sessions").iterdir()}

    assert stems == {importer.name for importer in ALL}
