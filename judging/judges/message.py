"""What a model said, whatever the form in which its service sends it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# What is beyond it is no count of tokens, and no database would keep it.
MOST_TOKENS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Message:
    """
    A message as the service sent it.

    Attributes:
        text: All of its text; not its thinking.

        stop_reason: Why it ended, in Anthropic's words; empty where the reply was no message.

        category: Of a refusal, the kind; empty where none is named.

        usage: The counts of tokens by Anthropic's names, those in nested groups under their own.
    """

    text: str = ""
    stop_reason: str = ""
    category: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)


def counts(usage: Mapping[str, Any]) -> dict[str, int]:
    """Return what `usage` counts, at whatever depth; what can be no count is left out."""
    found: dict[str, int] = {}
    for name, value in usage.items():
        if isinstance(value, dict):
            found |= counts(value)
        elif isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS:
            found[name] = value
    return found
