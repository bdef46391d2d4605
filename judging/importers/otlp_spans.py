"""OpenTelemetry's spans as OTLP writes them in JSON, with the messages of generative calls."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers import span_attributes
from judging.importers.attributed_spans import attributed
from judging.importers.exchange import Exchange
from judging.importers.fields import as_id, dicts_in, first
from judging.importers.importer import Item, Record
from judging.importers.span_events import messages_told
from judging.importers.spans import Kind, Span
from judging.importers.times import instant
from judging.importers.traces import TraceReader

RESOURCES = ("resourceSpans", "resource_spans")
SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans")
# Steps around a model's call, which tell of its messages once more.
AROUND = frozenset(("invoke_agent", "create_agent", "invoke_workflow"))
DETAILS = "gen_ai.client.inference.operation.details"
FAILED = (2, "2", "STATUS_CODE_ERROR")
SCALARS = ("stringValue", "intValue", "doubleValue", "boolValue")
DEEPEST = 16
NO_SPANS = "It is no trace in OTLP, which has resourceSpans."
NO_CONTENT = (
    "The spans have no messages: what was said was not captured."
    " Switch the capture of content on, and export traces that are recorded then."
)


class OtlpSpans:
    """Sessions as `resourceSpans`, one file or one a line."""

    name = "otlp_spans"
    title = "OpenTelemetry traces (OTLP JSON)"
    # Trackers write a file a trace, or an hour.
    across_files = True

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, dict) and isinstance(first(record.value, RESOURCES), list)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchanges, NO_SPANS, NO_CONTENT)
        return reader.sessions(records)


def _exchanges(record: Record) -> Iterator[Exchange]:
    for resource, span in _spans(record.value):
        yield _exchange(record, resource, span)


def _spans(value: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each span with the attributes of its resource."""
    for resource in dicts_in(first(value, RESOURCES)):
        about = resource.get("resource")
        attributes = _attributes(about.get("attributes")) if isinstance(about, dict) else {}
        for scope in dicts_in(first(resource, SCOPES)):
            for span in dicts_in(scope.get("spans")):
                yield attributes, span


def _exchange(record: Record, resource: Mapping[str, Any], span: Mapping[str, Any]) -> Exchange:
    attributes = _attributes(span.get("attributes"))
    events = [
        (as_id(event.get("name")), _attributes(event.get("attributes")))
        for event in dicts_in(span.get("events"))
    ]
    attributes = messages_told(events) | attributes
    for name, told in events:
        if name == DETAILS:
            attributes |= told
    parent = as_id(first(span, ("parentSpanId", "parent_span_id")))
    place = Span(
        record,
        Kind.INNER if parent else Kind.ROOT,
        span_attributes.session_of(attributes, resource),
        as_id(first(span, ("traceId", "trace_id"))),
        id=as_id(first(span, ("spanId", "span_id"))),
        parent=parent,
        name=as_id(span.get("name")),
        is_error=_failed(span),
        start=instant(first(span, ("startTimeUnixNano", "start_time_unix_nano"))),
    )
    kind = span_attributes.kind_of(attributes)
    return attributed(place, attributes, kind, int(kind in AROUND))


def _failed(span: Mapping[str, Any]) -> bool:
    status = span.get("status")
    return isinstance(status, dict) and status.get("code") in FAILED


def _attributes(pairs: Any) -> dict[str, Any]:
    """Return attributes by name, whether OTLP spreads them or a program has gathered them."""
    if isinstance(pairs, dict):
        return pairs
    return {
        key: _value(pair.get("value"), DEEPEST)
        for pair in dicts_in(pairs)
        if isinstance(key := pair.get("key"), str)
    }


def _value(value: Any, depth: int) -> Any:
    if not isinstance(value, dict) or not depth:
        return value
    inner = value.get("arrayValue", value.get("kvlistValue"))
    entries = inner.get("values") if isinstance(inner, dict) else None
    if not isinstance(entries, list):
        return first(value, SCALARS)
    if "arrayValue" in value:
        return [_value(item, depth - 1) for item in entries]
    return {as_id(e.get("key")): _value(e.get("value"), depth - 1) for e in dicts_in(entries)}
