"""Braintrust's events: spans of its logs and experiments, as JSON or a table."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.fields import SESSION_IDS, as_dict, as_id, as_text, first
from judging.importers.importer import Item, Record
from judging.importers.json_values import container
from judging.importers.spans import Kind, Span
from judging.importers.times import instant
from judging.importers.traces import TraceReader

SIGNS = frozenset(("input", "output", "span_id"))
ROOT = "root_span_id"
KINDS = {"llm": Kind.MODEL, "tool": Kind.TOOL}
# What judges the agent is no part of what it said.
ASIDE = frozenset(("score", "scorer"))
NO_EVENT = "It is no event, which has a span_id, an input and an output."
NO_CONTENT = "The events have no input or output: export the spans of the model's calls too."


class BraintrustEvents:
    """Sessions as events with `span_id`, `root_span_id`, `input` and `output`."""

    name = "braintrust_events"
    title = "Braintrust events"
    # Trackers write a file a trace, or an hour.
    across_files = True

    def recognises(self, record: Record) -> bool:
        value = record.value
        if not isinstance(value, dict):
            return False
        is_event = "span_attributes" in value or (ROOT in value and "span_id" in value)
        return is_event or ({*SIGNS, "expected"} <= value.keys())

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchanges, NO_EVENT, NO_CONTENT)
        return reader.sessions(records)


def _exchanges(record: Record) -> list[Exchange]:
    value = record.value
    about, stated = (
        as_dict(container(value.get("span_attributes"))),
        as_dict(container(value.get("metadata"))),
    )
    parents = container(value.get("span_parents"))
    parent = as_id(parents[0]) if isinstance(parents, list) and parents else ""
    span = Span(
        record,
        _kind(about, parent),
        as_id(first(stated, SESSION_IDS)) or as_id(first(value, SESSION_IDS)),
        as_id(first(value, (ROOT, "span_id", "id"))),
        given=value.get("input"),
        came=value.get("output"),
        id=as_id(value.get("span_id")),
        parent=parent,
        name=as_id(first(about, ("name",))) or as_id(value.get("name")),
        is_error=bool(value.get("error")),
        start=_start(value),
        model=as_text(stated.get("model")),
        metadata=_metadata(value, stated),
    )
    return [span.exchange()]


def _kind(about: Mapping[str, Any], parent: str) -> Kind:
    kind = as_id(about.get("type"))
    if kind in ASIDE:
        return Kind.INNER
    return KINDS.get(kind, Kind.INNER if parent else Kind.ROOT)


def _start(value: Mapping[str, Any]) -> Any:
    return instant(as_dict(container(value.get("metrics"))).get("start")) or instant(
        value.get("created")
    )


def _metadata(value: Mapping[str, Any], stated: Mapping[str, Any]) -> dict[str, Any]:
    words = {name: v for name, v in stated.items() if isinstance(v, str | int | float)}
    scores = {
        name: v for name, v in as_dict(container(value.get("scores"))).items() if v is not None
    }
    return {**words, "scores": scores} if scores else words
