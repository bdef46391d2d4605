"""Annotations of Phoenix, as labels or verdicts."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.fields import as_dict, as_id, as_text, first
from judging.importers.json_values import container
from judging.importers.rating_details import details_in

MAKERS = {"HUMAN": "person", "LLM": "model", "CODE": "program"}
NAMES = ("annotation_name", "name")
SESSIONS = ("session_id", "trace_id", "context.trace_id")
SPANS = ("span_id", "context.span_id")


def is_annotation(value: Mapping[str, Any]) -> bool:
    """Tell whether a row or object is an annotation: of a session, a trace or a span."""
    return "annotator_kind" in value and not value.keys().isdisjoint(NAMES)


def told(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """
    Yield what an annotation says, under our own names of columns.

    The label is the answer, or the score where there is no label.
    """
    details = details_in(value.get("metadata"))
    span = first(value, SPANS)
    yield {
        "session_id": first(value, SESSIONS) or span,
        "of_step": None if "turn" in details else span,
        "criterion": first(value, NAMES),
        "value": first(_result(value), ("label", "score")),
        "made_by": MAKERS.get(as_id(value["annotator_kind"])),
        "reviewer": as_id(value.get("user_id")) or None,
        "note": as_text(_result(value).get("explanation")),
        "created_at": as_id(first(value, ("updated_at", "created_at"))) or None,
        **details,
    }


def _result(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return label, score and explanation, which a table spreads over columns."""
    columns = {
        name: first(value, (f"result.{name}", name)) for name in ("label", "score", "explanation")
    }
    return as_dict(container(value.get("result"))) or columns
