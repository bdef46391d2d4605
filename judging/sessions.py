"""Sessions: what an agent and its user said, turn by turn."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any

from judging.families import family

# Where a session's metadata say of which traces it was made: the id of each with that of its
# root step, which is empty where there is no single one.
TRACES = "traces"


class Role(StrEnum):
    """Who speaks. The source's own word is kept beside it, as `Turn.speaker`."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"
    OTHER = "other"


class Origin(StrEnum):
    """Where the user's side comes from."""

    RECORDED = "recorded"
    SIMULATED = "simulated"
    REPLAYED = "replayed"


class GoalSource(StrEnum):
    """Where the goal's text comes from; a session without a goal has no source either."""

    FILE = "file"
    FILE_DERIVED = "file_derived"
    USER = "user"


class EndReason(StrEnum):
    """How it is known that the session is over."""

    EXPLICIT = "explicit"
    RESOLUTION = "resolution"
    INACTIVITY = "inactivity"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """
    One call of a tool by the assistant.

    Attributes:
        id: What the tool turn answers to; empty where the source gives none.

        name: The tool.

        arguments: The parsed JSON value, or the source's text where it is no JSON.
    """

    id: str
    name: str
    arguments: Any = None


@dataclass(frozen=True, slots=True)
class Turn:
    """
    One speaker's contribution.

    Attributes:
        number: 1..n in conversation order. Never changes; a view that hides turns skips numbers.

        role: Who speaks.

        content: The text, exactly as in the source; empty for a turn that only calls tools.

        reasoning: Thinking, kept apart from the content; None where there is none.

        tool_calls: The calls that an assistant turn makes, in order.

        tool_call_id: On a tool turn, the call that it answers; None where unknown.

        tool_name: On a tool turn, the tool that answers; None where unknown.

        is_error: Whether the source itself marks the tool's answer as an error.

        speaker: The source's own word for the speaker.

        model: The model that wrote the turn; None where the source does not say.

        timestamp: When, in UTC; None where the source does not say.

        external_turn: The source's own number or id of the turn, as text; None without one.
    """

    number: int
    role: Role
    content: str = ""
    reasoning: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    tool_name: str | None = None
    is_error: bool = False
    speaker: str = ""
    model: str | None = None
    timestamp: datetime | None = None
    external_turn: str | None = None


@dataclass(frozen=True)
class Session:
    """
    One whole conversation between a user and an agent.

    Attributes:
        external_id: The source's id, as text, digit for digit.

        turns: Every turn, numbered from 1; the leading system prompt is not one of them.

        group: The task, template or ticket family that several sessions share, by which
            statistics cluster. The session itself where the source names none.

        goal: What the user came for, where the source states it; never promoted from the
            first message. None without one.

        agent_model: The model that played the assistant; None where the source does not say.

        agent_family: The family of that model; None where neither is known.

        id: The store's number; None until it is stored.
    """

    external_id: str
    turns: tuple[Turn, ...]
    group: str = ""
    source_format: str = ""
    source_file: str = ""
    title: str | None = None
    goal: str | None = None
    goal_source: GoalSource | None = None
    system_prompt: str | None = None
    agent_model: str | None = None
    agent_family: str | None = None
    origin: Origin = Origin.RECORDED
    started_at: datetime | None = None
    ended_at: datetime | None = None
    end_reason: EndReason = EndReason.UNKNOWN
    metadata: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    id: int | None = None

    def __post_init__(self) -> None:
        if [turn.number for turn in self.turns] != list(range(1, len(self.turns) + 1)):
            raise ValueError("Turns are numbered 1..n in order.")
        if not self.group:
            object.__setattr__(self, "group", self.external_id)
        if self.agent_model and not self.agent_family:
            object.__setattr__(self, "agent_family", family(self.agent_model) or None)

    def turn(self, number: int) -> Turn | None:
        """Return turn `number`, or None if the session has no such turn."""
        return self.turns[number - 1] if 1 <= number <= len(self.turns) else None

    @property
    def roles(self) -> tuple[Role, ...]:
        """The role of each turn, in order."""
        return tuple(turn.role for turn in self.turns)

    @cached_property
    def n_exchanges(self) -> int:
        """How many user turns an assistant turn answers before the user speaks again."""
        spoken = [r for r in self.roles if r in (Role.USER, Role.ASSISTANT)]
        return sum(pair == (Role.USER, Role.ASSISTANT) for pair in pairwise(spoken))

    @cached_property
    def content_hash(self) -> str:
        """
        The SHA-256, in hexadecimal, of what was said and called, in order.

        Covers role, content and each call's name and arguments; two sessions with the
        same hash are the same conversation, whatever their ids and times.
        """
        said: list[str] = []
        for turn in self.turns:
            calls = [[call.name, call.arguments] for call in turn.tool_calls]
            # Lengths stand before texts, so that no text can pass for the start of the next turn.
            said += (turn.role, str(len(turn.content)), turn.content)
            said.append(json.dumps(calls, sort_keys=True) if calls else "")
        return hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()
