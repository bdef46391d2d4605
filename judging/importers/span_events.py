"""Events of spans that tell a message each, as OpenTelemetry's conventions had it at first."""

from collections.abc import Iterable, Mapping
from typing import Any

from judging.importers.fields import as_dict, as_id
from judging.importers.json_values import container
from judging.importers.span_attributes import INPUTS, OUTPUTS

# The role that each kind of event has, unless it names another.
ASKED = {f"gen_ai.{role}.message": role for role in ("system", "user", "assistant", "tool")}
ANSWERED = "gen_ai.choice"
# Where some writers put all of a message, as JSON.
WHOLE = "gen_ai.event.content"


def messages_told(events: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """Return, as attributes of their span, the messages that events of a name each tell."""
    asked: list[Any] = []
    answered: list[Any] = []
    for name, attributes in events:
        body = as_dict(container(attributes.get(WHOLE))) or attributes
        if name in ASKED:
            asked.append(_message(body, ASKED[name]))
        elif name == ANSWERED:
            inner = as_dict(container(body.get("message"))) or body
            answered.append(_message(inner, "assistant"))
    told = {INPUTS[0]: asked, OUTPUTS[0]: answered}
    return {name: messages for name, messages in told.items() if messages}


def _message(body: Mapping[str, Any], role: str) -> dict[str, Any]:
    return {
        "role": as_id(body.get("role")) or role,
        "content": body.get("content"),
        "tool_calls": container(body.get("tool_calls")),
        "tool_call_id": body.get("id") if role == "tool" else None,
    }
