"""LangSmith's runs: what each took in and gave out, threads being the sessions."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.fields import as_id, as_text, dicts_in, first
from judging.importers.importer import Item, Record
from judging.importers.json_values import container
from judging.importers.spans import Kind, Span
from judging.importers.times import instant
from judging.importers.traces import TraceReader

# Of the metadata only: a run's own session_id is its project.
THREADS = ("thread_id", "session_id", "conversation_id")
# A root run tells of all inside of it; only without one the calls of models do.
KINDS = {"llm": Kind.ROOT, "tool": Kind.TOOL}
NO_RUN = "It is no run, which has a run_type, inputs and outputs."
NO_CONTENT = "The runs have no inputs or outputs: export the root runs with both."


class LangSmithRuns:
    """Sessions as the root runs of a thread, with `run_type`, `inputs` and `outputs`."""

    name = "langsmith_runs"
    title = "LangSmith runs"
    # Trackers write a file a trace, or an hour.
    across_files = True

    def recognises(self, record: Record) -> bool:
        return _is_run(record.value) or _is_capture(record.value)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        reader = TraceReader(self.name, self.recognises, _exchanges, NO_RUN, NO_CONTENT)
        return reader.sessions(records)


def _is_run(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("run_type"), str)
        and ("inputs" in value or "outputs" in value)
    )


def _is_capture(value: Any) -> bool:
    """Tell whether it is what a program sent: runs as they began, and what became of them."""
    return isinstance(value, dict) and isinstance(value.get("post"), list) and "patch" in value


def _exchanges(record: Record) -> Iterator[Exchange]:
    if not _is_capture(record.value):
        yield _exchange(record, record.value)
        return
    runs: dict[str, dict[str, Any]] = {}
    for part in (*dicts_in(record.value["post"]), *dicts_in(record.value["patch"])):
        known = {name: value for name, value in part.items() if value is not None}
        runs.setdefault(as_id(part.get("id")), {}).update(known)
    yield from (_exchange(record, run) for run in runs.values() if _is_run(run))


def _exchange(record: Record, value: Mapping[str, Any]) -> Exchange:
    metadata = _metadata(value)
    parent = as_id(value.get("parent_run_id"))
    step = Span(
        record,
        KINDS.get(value["run_type"], Kind.INNER) if parent else Kind.MODEL,
        as_id(first(metadata, THREADS)),
        as_id(first(value, ("trace_id", "id", "run_id"))),
        given=value.get("inputs"),
        came=value.get("outputs"),
        id=as_id(first(value, ("id", "run_id"))),
        parent=parent,
        name=as_id(value.get("name")),
        is_error=bool(value.get("error")),
        start=instant(value.get("start_time")),
        model=as_text(metadata.get("ls_model_name")),
    )
    return step.exchange()


def _metadata(value: Mapping[str, Any]) -> dict[str, Any]:
    extra = container(value.get("extra"))
    inner = extra.get("metadata") if isinstance(extra, dict) else value.get("metadata")
    metadata = container(inner)
    return metadata if isinstance(metadata, dict) else {}
