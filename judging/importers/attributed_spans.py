"""Spans whose attributes say what they are: OpenTelemetry's and OpenInference's."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.fields import as_id, as_text
from judging.importers.span_attributes import (
    ANSWERING,
    ASKED,
    CALL_IDS,
    CAME,
    GIVEN,
    TOOL_NAMES,
    TOOLS,
    first_of,
    model_call,
    values,
)
from judging.importers.spans import Kind, Span


def attributed(span: Span, attributes: Mapping[str, Any], kind: str, rank: int) -> Exchange:
    """
    Return what a span tells by its attributes.

    Args:
        span: Its place in the trace; of kind ROOT or INNER.

        attributes: By their dotted names, or nested.

        kind: What the span says that it is.

        rank: That of its messages, if it has any: 0 for a model's call.

    Raises:
        UnreadableError: At an entry of a list of messages that is none.
    """
    if kind in TOOLS and first_of(attributes, CAME) is not None:
        return replace(
            span,
            kind=Kind.TOOL,
            name=as_id(first_of(attributes, TOOL_NAMES)) or span.name,
            call_id=as_id(first_of(attributes, CALL_IDS)),
            given=first_of(attributes, GIVEN),
            came=first_of(attributes, CAME),
        ).exchange()
    step = replace(
        span.exchange(),
        model=as_text(first_of(attributes, ANSWERING)),
        asked=as_text(first_of(attributes, ASKED)),
    )
    if messages := model_call(attributes):
        return replace(step, messages=messages, rank=rank)
    if span.kind is Kind.ROOT:
        return replace(step, messages=values(attributes))
    return step
