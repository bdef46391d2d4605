"""Assessments of MLflow, as labels or verdicts."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.fields import as_dict, as_id, as_text, dicts_in, first
from judging.importers.importer import UnreadableError
from judging.importers.json_values import container, held
from judging.importers.rating_details import details_in

MAKERS = {"HUMAN": "person", "LLM_JUDGE": "model", "CODE": "program"}
SESSION = "mlflow.trace.session"
# Columns of a table of an evaluation, of which one holds the answer.
VALUES = ("boolean_value", "string_value", "numeric_value")


def is_assessed(value: Mapping[str, Any]) -> bool:
    """Tell whether a row or object is an assessment, or a trace that holds some."""
    return _is_assessment(value) or _is_row(value) or bool(_held(value))


def told(value: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """
    Yield what each assessment says, under our own names of columns.

    It is of the trace that it names, else of the session that its metadata do, and maybe of one
    span. Feedback and an expectation are answers alike; an error is none.
    """
    if _is_assessment(value) or _is_row(value):
        yield _told(value, value)
        return
    about = {**value, **as_dict(container(value.get("info")))}
    for assessment in _held(value):
        yield _told(assessment, about)


def _is_assessment(value: Mapping[str, Any]) -> bool:
    return "assessment_name" in value and not value.keys().isdisjoint(("feedback", "expectation"))


def _is_row(value: Mapping[str, Any]) -> bool:
    return {"evaluation_id", "name"} <= value.keys() and not value.keys().isdisjoint(VALUES)


def _held(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the assessments of a trace."""
    about = as_dict(container(value.get("info"))) or value
    return [held for held in dicts_in(container(about.get("assessments"))) if _is_assessment(held)]


def _told(value: Mapping[str, Any], trace: Mapping[str, Any]) -> dict[str, Any]:
    metadata = as_dict(container(value.get("metadata")))
    details = details_in({name: _parsed(told) for name, told in metadata.items()})
    source = as_dict(container(value.get("source")))
    maker = MAKERS.get(as_id(source.get("source_type")))
    return {
        "session_id": first(value, ("trace_id", "evaluation_id"))
        or first(trace, ("trace_id", "request_id"))
        or metadata.get(SESSION),
        "of_step": None if "turn" in details else value.get("span_id"),
        "criterion": first(value, ("assessment_name", "name")),
        "value": _answer(value),
        "made_by": maker,
        "reviewer": as_text(source.get("source_id")) if maker == "person" else None,
        "note": as_text(value.get("rationale")),
        "created_at": as_id(first(value, ("create_time",))) or None,
        **details,
    }


def _answer(value: Mapping[str, Any]) -> Any:
    if _is_row(value):
        return first(value, VALUES)
    held = first(value, ("feedback", "expectation"))
    return as_dict(container(held)).get("value")


def _parsed(text: Any) -> Any:
    """Return what stands in metadata, of which all is text: our lists and numbers are JSON."""
    try:
        return held(text) if isinstance(text, str) and text[:1] in '[{"tf0123456789' else text
    except UnreadableError:
        return text
