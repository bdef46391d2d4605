"""Feedback of LangSmith, as labels or verdicts."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.fields import as_dict, as_id, as_text, first
from judging.importers.importer import UnreadableError
from judging.importers.json_values import container
from judging.importers.rating_details import details_in

MAKERS = {"app": "person", "model": "model", "auto_eval": "model"}
MARKS = ("feedback_source", "feedback_source.type", "correction", "modified_at")
STEP = (
    "The feedback is on one step of a trace, not on the trace."
    " Leave it out, or bring it with the turn's number in a column turn."
)


def is_feedback(value: Mapping[str, Any]) -> bool:
    """Tell whether a row or object is feedback on a run."""
    return {"run_id", "key"} <= value.keys() and not value.keys().isdisjoint(MARKS)


def told(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """
    Yield what feedback says, under our own names of columns.

    It is of the trace whose root the run is; its `session_id` is the project. Feedback by the
    interface (`api`) may be anybody's: its maker is not told.

    Raises:
        UnreadableError: If it is on a run inside of a trace.
    """
    source = as_dict(container(value.get("feedback_source")))
    details = details_in(source.get("metadata"))
    run, trace = as_id(value["run_id"]), as_id(value.get("trace_id"))
    if trace not in ("", run) and "turn" not in details:
        raise UnreadableError(STEP)
    kind = source.get("type") or value.get("feedback_source.type")
    yield {
        "session_id": trace or run,
        "criterion": value["key"],
        "value": first(value, ("value", "score")),
        "made_by": MAKERS.get(as_id(kind)),
        "reviewer": first(source, ("user_name", "user_id")),
        "note": as_text(value.get("comment")),
        "created_at": as_id(value.get("created_at")) or None,
        **details,
    }
