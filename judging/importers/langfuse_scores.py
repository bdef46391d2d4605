"""Scores of Langfuse, as labels or verdicts."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.fields import as_id, as_text, first
from judging.importers.rating_details import details_in

MAKERS = {"ANNOTATION": "person", "EVAL": "model"}
WORDS = {"0": "false", "0.0": "false", "1": "true", "1.0": "true"}


def is_score(value: Mapping[str, Any]) -> bool:
    """Tell whether a row or object is a score, from the table, the interface or a trace."""
    return (
        "dataType" in value
        and "name" in value
        and not value.keys().isdisjoint(("traceId", "sessionId", "observationId"))
    )


def told(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """
    Yield what a score says, under our own names of columns.

    It is of the trace if it names one, else of the session, and maybe of one observation. A score
    by the interface (`API`) may be anybody's: its maker is not told.
    """
    details = details_in(value.get("metadata"))
    yield {
        "session_id": first(value, ("traceId", "sessionId")),
        "of_step": None if "turn" in details else value.get("observationId"),
        "criterion": value["name"],
        "value": _answer(value),
        "made_by": MAKERS.get(as_id(value.get("source"))),
        "reviewer": first(value, ("authorUserName", "authorUserId")),
        "note": as_text(value.get("comment")),
        # The table keeps the quotes around its times.
        "created_at": as_id(value.get("timestamp")).strip('"') or None,
        **details,
    }


def _answer(value: Mapping[str, Any]) -> Any:
    """Return a score's word, where it is a boolean or category, else its number."""
    word, stated = first(value, ("stringValue",)), value.get("value")
    if word is not None:
        return word
    if value["dataType"] == "BOOLEAN":
        return WORDS.get(as_id(stated), stated)
    return stated
