"""AgentX's traces and their like: a question, the tools that were used, and an answer."""

from collections.abc import Iterator

from judging.importers.exchange import Exchange
from judging.importers.fields import as_id, as_text, first, session_id
from judging.importers.importer import Item, Record
from judging.importers.json_values import container
from judging.importers.messages import messages_of
from judging.importers.payloads import spoken
from judging.importers.spans import Kind
from judging.importers.times import instant
from judging.importers.traces import TraceReader, exchanged

START = "started_at_unix_nano"
NO_TRACE = "It is no trace, which has an input, an output and started_at_unix_nano."
NO_CONTENT = "Only steps stand here: export the traces around them, with input and output."


class AgentxTraces:
    """Sessions as traces of `input`, `tool_calls` and `output`, those of a session together."""

    name = "agentx_traces"
    title = "AgentX traces"
    # Trackers write a file a trace, or an hour.
    across_files = True

    def recognises(self, record: Record) -> bool:
        value = record.value
        return (
            isinstance(value, dict) and START in value and ("input" in value or "output" in value)
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchanges, NO_TRACE, NO_CONTENT)
        return reader.sessions(records)


def _exchanges(record: Record) -> list[Exchange]:
    value = record.value
    if first(value, ("parent_span_id",)):
        # A step of a trace, whose tools stand in the trace itself.
        return []
    answer = spoken(value.get("output"), "assistant")
    calls = container(value.get("tool_calls"))
    called = messages_of([{"role": "assistant", "tool_calls": calls}]) if calls else []
    return [
        Exchange(
            record,
            session_id(value),
            exchanged(spoken(value.get("input"), "user"), [*called, *answer]),
            instant(value.get(START)),
            as_text(value.get("model")),
            rank=Kind.ROOT,
            trace=as_id(value.get("span_id")),
        )
    ]
