"""Phoenix's spans: OpenInference's attributes, in JSON or a column each."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers import span_attributes
from judging.importers.attributed_spans import attributed
from judging.importers.exchange import Exchange
from judging.importers.fields import as_id
from judging.importers.importer import Item, Record
from judging.importers.json_values import container
from judging.importers.spans import Kind, Span
from judging.importers.times import instant
from judging.importers.traces import TraceReader

COLUMN = "attributes."
MODEL_CALL, FAILED = "LLM", "ERROR"
NO_SPAN = "It is no span, which has a span_kind and a context with its trace_id."
NO_CONTENT = "The spans have no messages: export those of the model's calls, with their attributes."


class PhoenixSpans:
    """Sessions as spans with `span_kind` and `context`, or rows with `context.trace_id`."""

    name = "phoenix_spans"
    title = "Phoenix spans (OpenInference)"
    # Trackers write a file a trace, or an hour.
    across_files = True

    def recognises(self, record: Record) -> bool:
        value = record.value
        return isinstance(value, dict) and "span_kind" in value and bool(_trace(value))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchange, NO_SPAN, NO_CONTENT)
        return reader.sessions(records)


def _trace(value: Mapping[str, Any]) -> str:
    return as_id(span_attributes.found(value, "context.trace_id"))


def _exchange(record: Record) -> list[Exchange]:
    value = record.value
    attributes = _attributes(value)
    parent, kind = as_id(value.get("parent_id")), as_id(value["span_kind"])
    place = Span(
        record,
        Kind.INNER if parent else Kind.ROOT,
        span_attributes.session_of(attributes),
        _trace(value),
        id=as_id(span_attributes.found(value, "context.span_id")),
        parent=parent,
        name=as_id(value.get("name")),
        is_error=value.get("status_code") == FAILED,
        start=instant(value.get("start_time")),
    )
    return [attributed(place, attributes, kind, int(kind != MODEL_CALL))]


def _attributes(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the attributes of a span, or those that are columns of a row."""
    stated = container(value.get("attributes"))
    columns = {
        name.removeprefix(COLUMN): cell for name, cell in value.items() if name.startswith(COLUMN)
    }
    return {**(stated if isinstance(stated, dict) else {}), **columns}
