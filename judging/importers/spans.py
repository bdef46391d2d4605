"""Steps that trackers of traces keep, each in its own words: of a model, of a tool, or around."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Any

from judging.importers.exchange import Exchange
from judging.importers.fields import as_id, dicts_in, first
from judging.importers.importer import Record
from judging.importers.json_values import container
from judging.importers.message import Message
from judging.importers.payloads import answer, spoken
from judging.importers.tool_calls import arguments_of
from judging.importers.tool_runs import tool_named
from judging.importers.traces import exchanged
from judging.sessions import Role, ToolCall


def scores_in(value: Any) -> dict[str, Any]:
    """Return by name the scores that a tracker lists beside a trace."""
    scores = dicts_in(container(value))
    return {as_id(score.get("name")): first(score, ("stringValue", "value")) for score in scores}


class Kind(IntEnum):
    """What a step is; of a trace, the lowest that says anything tells."""

    MODEL = 0
    ROOT = 2
    TRACE = 3
    TOOL = 8
    INNER = 9


@dataclass(frozen=True, slots=True)
class Span:
    """
    One step, under names that all trackers share; see `Exchange` for those not described.

    Attributes:
        id: Its own id in the trace.

        name: The tracker's name of it; of a tool, ends with the tool's.

        given: What went in.

        came: What came out.

        call_id: The id of the call that a tool answers, where it is known.
    """

    record: Record
    kind: Kind
    session: str
    trace: str
    given: Any = None
    came: Any = None
    id: str = ""
    parent: str = ""
    name: str = ""
    call_id: str = ""
    is_error: bool = False
    start: datetime | None = None
    model: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)

    def exchange(self) -> Exchange:
        """
        Return what it tells: nothing for what stands between root and model.

        Raises:
            UnreadableError: At an entry of a list of messages that is none.
        """
        return Exchange(
            self.record,
            self.session,
            self._messages(),
            self.start,
            self.model,
            rank=self.kind,
            metadata=dict(self.metadata),
            trace=self.trace,
            span=self.id,
            parent=self.parent,
            ran=self._call() if self.kind is Kind.TOOL else None,
        )

    def _messages(self) -> list[Message]:
        if self.kind is Kind.INNER:
            return []
        if self.kind is Kind.TOOL:
            return [] if self.came is None and not self.is_error else [self._answer()]
        return exchanged(spoken(self.given, "user"), spoken(self.came, "assistant"))

    def _answer(self) -> Message:
        return Message(
            "tool",
            answer(self.came),
            call_id=self.call_id or None,
            tool_name=tool_named(self.name) or None,
            is_error=self.is_error,
            timestamp=self.start,
            role=Role.TOOL,
        )

    def _call(self) -> ToolCall:
        given = arguments_of(self.given)
        is_wrapped = isinstance(given, dict) and list(given) == ["input"]
        inner = container(given["input"]) if is_wrapped else given
        return ToolCall(self.call_id, tool_named(self.name), inner)
