"""Langfuse's traces and observations, downloaded, exported as a table, or from its API."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.fields import SESSION_IDS, as_dict, as_id, as_list, as_text, dicts_in, first
from judging.importers.importer import Item, Record, UnreadableError
from judging.importers.json_values import container, held
from judging.importers.span_attributes import CALL_IDS, TOOL_NAMES
from judging.importers.spans import Kind, Span, scores_in
from judging.importers.times import instant
from judging.importers.traces import TraceReader

TYPES = frozenset(
    (
        "SPAN",
        "GENERATION",
        "EVENT",
        "AGENT",
        "TOOL",
        "CHAIN",
        "RETRIEVER",
        "EVALUATOR",
        "EMBEDDING",
        "GUARDRAIL",
    )
)
KINDS = {"GENERATION": Kind.MODEL, "TOOL": Kind.TOOL}
# A table of sessions has these columns, and nothing that was said.
COUNTS = frozenset(("countTraces", "sessionDuration"))
# What one writer of spans leaves where messages should stand.
BROKEN = {"content": "role"}
FAILED = "ERROR"
DEEPEST = 3
NO_TRACE = "It is neither a trace with observations nor an observation with a traceId."
NO_CONTENT = (
    "Nothing that was said stands here. Langfuse's table of sessions only counts, and a large"
    " trace is downloaded without input and output: export the Traces or the Observations, with"
    " both."
)


class LangfuseTraces:
    """Sessions as `observations` of traces, or rows with `traceId`, `type` and `startTime`."""

    name = "langfuse_traces"
    title = "Langfuse traces and observations"
    # Trackers write a file a trace, or an hour.
    across_files = True

    def recognises(self, record: Record) -> bool:
        value = record.value
        if not isinstance(value, dict):
            return False
        is_told = _is_download(value) or _is_observation(value) or _is_trace(value)
        return is_told or _is_session(value) or value.keys() >= COUNTS

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchanges, NO_TRACE, NO_CONTENT)
        return reader.sessions(records)


def _is_download(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("observations"), list) and ("trace" in value or "scores" in value)


def _is_observation(value: Mapping[str, Any]) -> bool:
    return {"traceId", "type", "startTime"} <= value.keys() and as_id(value["type"]) in TYPES


def _is_trace(value: Mapping[str, Any]) -> bool:
    """Tell whether it is a trace by itself, such as a row of their table."""
    is_theirs = "timestamp" in value and ("bookmarked" in value or "htmlPath" in value)
    return is_theirs and ("input" in value or "output" in value)


def _is_session(value: Mapping[str, Any]) -> bool:
    """Tell whether it is a session with its traces, which need not have observations."""
    traces = value.get("traces")
    return isinstance(traces, list) and any(
        isinstance(trace, dict) and {"id", "timestamp"} <= trace.keys() for trace in traces
    )


def _exchanges(record: Record) -> Iterator[Exchange]:
    value = record.value
    if value.keys() >= COUNTS:
        return
    if _is_observation(value):
        yield _observation(record, {}, value).exchange()
    elif _is_session(value):
        for trace in dicts_in(value["traces"]):
            yield from _of_trace(record, {**trace, "sessionId": value.get("id")}, trace)
    else:
        trace = value["trace"] if isinstance(value.get("trace"), dict) else value
        yield from _of_trace(record, trace, value)


def _of_trace(
    record: Record, trace: Mapping[str, Any], holder: Mapping[str, Any]
) -> Iterator[Exchange]:
    """Yield the steps of a trace, whose `holder` has its observations, maybe by their ids only."""
    for place, observation in enumerate(as_list(holder.get("observations")), 1):
        if isinstance(observation, dict):
            yield _observation(record, trace, observation).exchange()
        elif not isinstance(observation, str):
            raise UnreadableError(
                f"Here stands {observation!r:.40}, not an observation.", f"observation {place}"
            )
    if "id" in trace:
        yield _trace(record, trace).exchange()


def _observation(record: Record, trace: Mapping[str, Any], value: Mapping[str, Any]) -> Span:
    parent = as_id(value.get("parentObservationId"))
    attributes = _attributes(value)
    name = first(attributes, TOOL_NAMES) or value.get("name")
    return Span(
        record,
        KINDS.get(as_id(value.get("type")), Kind.INNER if parent else Kind.ROOT),
        _session(value) or _session(trace),
        as_id(value.get("traceId")) or as_id(trace.get("id")),
        given=_payload(value.get("input")),
        came=_payload(value.get("output")),
        id=as_id(value.get("id")),
        parent=parent,
        name=as_id(name),
        call_id=as_id(first(attributes, CALL_IDS)),
        is_error=value.get("level") == FAILED,
        start=instant(value.get("startTime")),
        model=as_text(value.get("model")),
        metadata=_metadata(trace),
    )


def _trace(record: Record, value: Mapping[str, Any]) -> Span:
    return Span(
        record,
        Kind.TRACE,
        _session(value),
        as_id(value.get("id")),
        given=_payload(value.get("input")),
        came=_payload(value.get("output")),
        start=instant(value.get("timestamp")),
        metadata=_metadata(value),
    )


def _session(value: Mapping[str, Any]) -> str:
    stated = container(value.get("metadata"))
    return as_id(first(value, SESSION_IDS)) or as_id(first(as_dict(stated), SESSION_IDS))


def _attributes(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the attributes of the OpenTelemetry span that it was, if it was one."""
    stated = container(value.get("metadata"))
    return as_dict(container(as_dict(stated).get("attributes")))


def _payload(value: Any) -> Any:
    """Return what was said without the quotes that each export puts around it once more."""
    for _ in range(DEEPEST):
        if not isinstance(value, str) or not value.startswith('"'):
            break
        try:
            value = held(value)
        except UnreadableError:
            break
    return None if container(value) == BROKEN else value


def _metadata(trace: Mapping[str, Any]) -> dict[str, Any]:
    known = {
        "trace_name": as_text(trace.get("name")),
        "tags": trace.get("tags"),
        "scores": scores_in(trace.get("scores")),
    }
    return {name: value for name, value in known.items() if value}
