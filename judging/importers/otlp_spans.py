"""OpenTelemetry's spans as OTLP writes them in JSON, with the messages of generative calls."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers import span_attributes
from judging.importers.fields import as_id, as_text, first
from judging.importers.importer import Item, Record
from judging.importers.times import instant
from judging.importers.traces import Exchange, TraceReader

RESOURCES = ("resourceSpans", "resource_spans")
SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans")
# Steps around a model's call, which tell of its messages once more.
AROUND = frozenset(("invoke_agent", "create_agent", "execute_tool", "invoke_workflow"))
DETAILS = "gen_ai.client.inference.operation.details"
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

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, dict) and isinstance(first(record.value, RESOURCES), list)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchanges, NO_SPANS, NO_CONTENT)
        return reader.sessions(records)


def _exchanges(record: Record) -> Iterator[Exchange]:
    for resource, span in _spans(record.value):
        yield from _exchange(record, resource, span)


def _spans(value: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each span with the attributes of its resource."""
    for resource in _dicts(first(value, RESOURCES)):
        about = resource.get("resource")
        attributes = _attributes(about.get("attributes")) if isinstance(about, dict) else {}
        for scope in _dicts(first(resource, SCOPES)):
            for span in _dicts(scope.get("spans")):
                yield attributes, span


def _exchange(
    record: Record, resource: Mapping[str, Any], span: Mapping[str, Any]
) -> list[Exchange]:
    attributes = _attributes(span.get("attributes"))
    for event in _dicts(span.get("events")):
        if event.get("name") == DETAILS:
            attributes |= _attributes(event.get("attributes"))
    is_root = not first(span, ("parentSpanId", "parent_span_id"))
    messages, rank = span_attributes.model_call(attributes), 0
    if not messages and is_root:
        messages, rank = span_attributes.values(attributes), 2
    if not messages:
        return []
    kind = as_id(span_attributes.first_of(attributes, span_attributes.KINDS))
    return [
        Exchange(
            record,
            span_attributes.session_of(attributes, resource)
            or as_id(first(span, ("traceId", "trace_id")))
            or record.stand_in,
            messages,
            instant(first(span, ("startTimeUnixNano", "start_time_unix_nano"))),
            as_text(span_attributes.first_of(attributes, span_attributes.ANSWERING)),
            as_text(span_attributes.first_of(attributes, span_attributes.ASKED)),
            rank or int(kind in AROUND),
        )
    ]


def _attributes(pairs: Any) -> dict[str, Any]:
    """Return attributes by name, whether OTLP spreads them or a program has gathered them."""
    if isinstance(pairs, dict):
        return pairs
    return {
        key: _value(pair.get("value"), DEEPEST)
        for pair in _dicts(pairs)
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
    return {as_id(e.get("key")): _value(e.get("value"), depth - 1) for e in _dicts(entries)}


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
