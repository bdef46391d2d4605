"""Opik's traces with their spans: a file each, or rows of a table."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.fields import as_id, as_text
from judging.importers.importer import Item, Record, UnreadableError
from judging.importers.json_values import container
from judging.importers.spans import Kind, Span, scores_in
from judging.importers.times import instant
from judging.importers.traces import TraceReader

TRACE, SPAN = "trace_", "span_"
KINDS = {"llm": Kind.MODEL, "tool": Kind.TOOL}
NO_TRACE = "It is no trace with its spans, and no row with trace_input or span_input."
NO_CONTENT = "The traces have no input or output. Export them with both."


class OpikTraces:
    """Sessions as a `trace` beside its `spans`, or rows with `trace_id` and `span_input`."""

    name = "opik_traces"
    title = "Opik traces"
    # Trackers write a file a trace, or an hour.
    across_files = True

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, dict) and (_is_file(record.value) or _is_row(record.value))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchanges, NO_TRACE, NO_CONTENT)
        return reader.sessions(records)


def _is_file(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("trace"), dict) and isinstance(value.get("spans"), list)


def _is_row(value: Mapping[str, Any]) -> bool:
    return "trace_id" in value and ("trace_input" in value or "span_input" in value)


def _exchanges(record: Record) -> Iterator[Exchange]:
    trace, spans = _parts(record.value)
    for place, span in enumerate(spans, 1):
        if not isinstance(span, dict):
            raise UnreadableError(f"Here stands {span!r:.40}, not a span.", f"span {place}")
        parent = as_id(span.get("parent_span_id"))
        kind = KINDS.get(as_id(span.get("type")), Kind.INNER if parent else Kind.ROOT)
        yield _span(record, trace, span, kind, parent).exchange()
    yield _span(record, trace, {**trace, "id": ""}, Kind.TRACE, "").exchange()


def _parts(value: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[Any]]:
    """Return a trace and its spans, which a row of a table holds side by side."""
    if _is_file(value):
        return value["trace"], value["spans"]
    trace = {n.removeprefix(TRACE): v for n, v in value.items() if n.startswith(TRACE)}
    span = {n.removeprefix(SPAN): v for n, v in value.items() if n.startswith(SPAN)}
    return trace, [span] if span.get("id") else []


def _span(
    record: Record, trace: Mapping[str, Any], span: Mapping[str, Any], kind: Kind, parent: str
) -> Span:
    return Span(
        record,
        kind,
        as_id(trace.get("thread_id")),
        as_id(trace.get("id")) or as_id(span.get("trace_id")),
        given=span.get("input"),
        came=span.get("output"),
        id=as_id(span.get("id")),
        parent=parent,
        name=as_id(span.get("name")),
        is_error=bool(span.get("error_info")),
        start=instant(span.get("start_time")),
        model=as_text(span.get("model")),
        metadata=_metadata(trace),
    )


def _metadata(trace: Mapping[str, Any]) -> dict[str, Any]:
    known = {"trace_name": as_text(trace.get("name")), "tags": container(trace.get("tags"))}
    return {
        name: v
        for name, v in {**known, "scores": scores_in(trace.get("feedback_scores"))}.items()
        if v
    }
