"""A conversation that a program holds, as a session."""

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from judging.errors import SessionFileError
from judging.importers import reading
from judging.importers.chat_messages import ChatMessages
from judging.importers.importer import Found, Source
from judging.sessions import Session

PLACE = "messages"


def session_of(
    messages: Sequence[Mapping[str, Any]],
    *,
    id: str = PLACE,  # noqa: A002  (the field's own word)
    goal: str = "",
) -> Session:
    """
    Return the session that a list of chat messages is, numbered as every import numbers them.

    Args:
        messages: Role and content, and `tool_calls` and `tool_call_id` where there are any, as
            chat completions have them.

        id: Its external id.

        goal: What the user came for, where that is known.

    Raises:
        SessionFileError: If they are no conversation.

    Example:
        >>> session_of([{"role": "user", "content": "Where is it?"}]).turns[0].content
        'Where is it?'
    """
    record = {"id": id, "messages": list(messages), **({"goal": goal} if goal else {})}
    data = json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass")
    importer = ChatMessages()
    item = next(reading.read([Source(PLACE, lambda: BytesIO(data))], (importer,), importer.name))
    if isinstance(item, Found):
        return item.session
    raise SessionFileError(item.reason, where=PLACE, fix="Hand over role and content of each.")
