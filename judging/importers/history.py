"""Lists of messages that repeat what was said before them."""

from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.sessions import Role

SHORTEST_OVERLAP = 2


def extend(said: list[Message], later: list[Message]) -> None:
    """
    Add to `said` what is new in `later`, the next request's messages.

    Drops the repetition at the start of `later`: all that was said, or its end where the history
    is a window of two messages or more. Equal messages elsewhere stay. A list that begins
    otherwise adds its last exchange only.
    """
    after = list(map(key, later))
    # Of a long session only as much is looked at as may be repeated.
    if after == list(map(key, said[: len(later)])):
        return
    longest = min(len(said), len(later))
    end = list(map(key, said[len(said) - longest :]))
    overlap = next((n for n in range(longest, 0, -1) if end[longest - n :] == after[:n]), 0)
    if overlap == len(said) or overlap >= SHORTEST_OVERLAP:
        said += later[overlap:]
    else:
        said += later[_last_user(later) :]


def key(message: Message) -> tuple[object, ...]:
    """Return by what two messages are the same: role, text without spacing, calls and call id."""
    text = " ".join((message.content or "").split())
    calls = tuple(call.name for call in message.calls)
    return role_of(message.speaker)[0], text, calls, message.call_id


def _last_user(messages: list[Message]) -> int:
    places = [at for at, m in enumerate(messages) if role_of(m.speaker)[0] is Role.USER]
    return places[-1] if places else 0
