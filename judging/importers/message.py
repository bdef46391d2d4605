"""One message of a source, before roles are settled and numbers given."""

from dataclasses import dataclass
from datetime import datetime

from judging.sessions import Role, ToolCall


@dataclass(slots=True)
class Message:
    """
    What one speaker contributes at once.

    Attributes:
        speaker: The source's word for who speaks; settles the role.

        content: The text; None where the source has none (which is not an empty text).

        external: The source's own number or id.

        role: Settled when the session's messages are numbered.
    """

    speaker: str
    content: str | None = None
    reasoning: str | None = None
    calls: tuple[ToolCall, ...] = ()
    call_id: str | None = None
    tool_name: str | None = None
    is_error: bool = False
    model: str | None = None
    timestamp: datetime | None = None
    external: str | None = None
    role: Role = Role.OTHER

    @property
    def is_silent(self) -> bool:
        """Whether it neither says nor calls anything."""
        return not self.content and not self.calls
