"""What a reviewer's browser sends."""

from typing import Any
from uuid import uuid4

KEYS = ("goal_met", "consistent", "no_reasking", "correction_present", "correction_honoured")


def event(**fields: Any) -> dict[str, Any]:
    """Return what maya's browser sends when she passes session a on its goal."""
    return {
        "id": uuid4().hex,
        "type": "label",
        "reviewer": "maya",
        "rubric": "conversation@1",
        "session": "a",
        "criterion": "goal_met",
        "outcome": "pass",
    } | fields


def all_of(session: str) -> list[dict[str, Any]]:
    """Return the events that label a session to the end."""
    return [event(session=session, criterion=key) for key in KEYS]
