"""LangSmith's runs: what each took in and gave out, threads being the sessions."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers import traces
from judging.importers.fields import as_id, as_text, first
from judging.importers.importer import Item, Record
from judging.importers.json_values import container
from judging.importers.payloads import spoken
from judging.importers.times import instant
from judging.importers.traces import Exchange, TraceReader

# Of the metadata only: a run's own session_id is its project.
THREADS = ("thread_id", "session_id", "conversation_id")
MODEL_CALL = "llm"
NO_RUN = "It is no run, which has a run_type, inputs and outputs."
NO_CONTENT = "The runs have no inputs or outputs: export the root runs with both."


class LangSmithRuns:
    """Sessions as the root runs of a thread, with `run_type`, `inputs` and `outputs`."""

    name = "langsmith_runs"
    title = "LangSmith runs"

    def recognises(self, record: Record) -> bool:
        value = record.value
        return (
            isinstance(value, dict)
            and isinstance(value.get("run_type"), str)
            and ("inputs" in value or "outputs" in value)
        )

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchange, NO_RUN, NO_CONTENT)
        return reader.sessions(records)


def _exchange(record: Record) -> list[Exchange]:
    value = record.value
    is_root = not value.get("parent_run_id")
    if not is_root and value["run_type"] != MODEL_CALL:
        return []
    asked = spoken(value.get("inputs"), "user")
    messages = traces.exchanged(asked, spoken(value.get("outputs"), "assistant"))
    if not messages:
        return []
    metadata = _metadata(value)
    return [
        Exchange(
            record,
            as_id(first(metadata, THREADS))
            or as_id(first(value, ("trace_id", "id", "run_id")))
            or record.stand_in,
            messages,
            instant(value.get("start_time")),
            as_text(metadata.get("ls_model_name")),
            rank=0 if is_root else 1,
        )
    ]


def _metadata(value: Mapping[str, Any]) -> dict[str, Any]:
    extra = container(value.get("extra"))
    inner = extra.get("metadata") if isinstance(extra, dict) else value.get("metadata")
    metadata = container(inner)
    return metadata if isinstance(metadata, dict) else {}
