"""One step of a trace, as far as it tells what was said."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from judging.importers.importer import Record
from judging.importers.message import Message
from judging.sessions import ToolCall


@dataclass(frozen=True, slots=True)
class Exchange:
    """
    One call of a model, of a tool, or of the agent as a whole.

    Attributes:
        record: Where it stands.

        session: The id of the session to which it belongs; empty where it names none, and is of
            the session that another step of its trace names, or of the trace itself.

        messages: What was asked and what was answered, in order; of a tool, the answer alone;
            none where nothing was recorded.

        start: When it began; calls without a time come last, in the file's order.

        model: The model that answered.

        asked: The model that was asked for, which may be a shorter name of it.

        rank: 0 for a model's call, more for what is around it: a trace is told by its lowest.

        metadata: What else is known of the session.

        trace: The id of the trace.

        span: Its own id in the trace.

        parent: The id of the step inside of which it stands.

        ran: The call that a tool answered here; None for anything but a tool.
    """

    record: Record
    session: str
    messages: list[Message]
    start: datetime | None = None
    model: str | None = None
    asked: str | None = None
    rank: int = 0
    metadata: dict[str, Any] = field(default_factory=dict)
    trace: str = ""
    span: str = ""
    parent: str = ""
    ran: ToolCall | None = None
