"""Weave's calls: what each operation took in and gave out."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.fields import SESSION_IDS, as_dict, as_id, as_text, first
from judging.importers.importer import Item, Record
from judging.importers.json_values import container
from judging.importers.span_attributes import found
from judging.importers.spans import Kind, Span
from judging.importers.times import instant
from judging.importers.traces import TraceReader

OPERATION = "weave:///"
# What a model is given, and no other function.
ASKED = ("messages", "contents")
NO_CALL = "It is no call, which has an op_name that begins with weave:///."
NO_CONTENT = (
    "Nothing was said in these calls: they have no inputs or output. Export them with both."
)


class WeaveCalls:
    """Sessions as calls whose `op_name` begins with `weave:///`, those of a thread together."""

    name = "weave_calls"
    title = "Weave calls"
    # Trackers write a file a trace, or an hour.
    across_files = True

    def recognises(self, record: Record) -> bool:
        value = record.value
        name = value.get("op_name") if isinstance(value, dict) else None
        return isinstance(name, str) and name.startswith(OPERATION)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchanges, NO_CALL, NO_CONTENT)
        return reader.sessions(records)


def _exchanges(record: Record) -> list[Exchange]:
    value = record.value
    inputs, output = container(found(value, "inputs")), container(found(value, "output"))
    parent = as_id(value.get("parent_id"))
    return [
        Span(
            record,
            _kind(inputs, parent),
            _session(value),
            as_id(value.get("trace_id")),
            given=inputs,
            came=output,
            id=as_id(value.get("id")),
            parent=parent,
            name=_operation(value["op_name"]),
            is_error=bool(value.get("exception")),
            start=instant(value.get("started_at")),
            model=_model(output) or _model(inputs),
        ).exchange()
    ]


def _kind(inputs: Any, parent: str) -> Kind:
    if isinstance(inputs, dict) and isinstance(container(first(inputs, ASKED)), list):
        return Kind.MODEL
    return Kind.TOOL if parent else Kind.ROOT


def _session(value: Mapping[str, Any]) -> str:
    attributes = container(found(value, "attributes"))
    return as_id(first(value, SESSION_IDS)) or as_id(first(as_dict(attributes), SESSION_IDS))


def _operation(name: str) -> str:
    """Return `get_user` for `weave:///team/project/op/get_user:v2`."""
    return name.rsplit("/", 1)[-1].split(":", 1)[0]


def _model(value: Any) -> str | None:
    return as_text(as_dict(value).get("model"))
