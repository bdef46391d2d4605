"""What the reply to a request amounts to."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Self

from judging.judges.message import Message
from judging.judges.reply import Answer, message, read
from judging.ratings import Problem


class Fate(StrEnum):
    """What became of one attempt; after one that is `reshaped` another shape is tried at once."""

    ANSWERED = "answered"
    UNREADABLE = "unreadable"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    TOO_LONG = "too_long"
    BAD_REQUEST = "bad_request"
    BUSY = "busy"
    UNREACHABLE = "unreachable"
    FORBIDDEN = "forbidden"
    RESHAPED = "reshaped"


PROBLEMS = {
    Fate.UNREADABLE: Problem.PARSE_FAILED,
    Fate.TRUNCATED: Problem.PARSE_FAILED,
    Fate.REFUSED: Problem.REFUSED,
    Fate.TOO_LONG: Problem.TOO_LONG,
    Fate.BAD_REQUEST: Problem.BAD_REQUEST,
    Fate.BUSY: Problem.DEFERRED,
}
REPAIRABLE = frozenset({Fate.UNREADABLE, Fate.TRUNCATED})
PASSING = frozenset({Fate.BUSY, Fate.UNREACHABLE})

STOPS = {
    "max_tokens": Fate.TRUNCATED,
    "refusal": Fate.REFUSED,
    "model_context_window_exceeded": Fate.TOO_LONG,
}
# What these words say goes before what the status says.
NAMED = {
    "context_length_exceeded": Fate.TOO_LONG,
    "content_filter": Fate.REFUSED,
    "content_policy_violation": Fate.REFUSED,
    "insufficient_quota": Fate.FORBIDDEN,
    "model_not_found": Fate.FORBIDDEN,
}
UNASKABLE = frozenset({401, 402, 403, 404})
PASSES = frozenset({408, 409, 429})
Reader = Callable[[str], Answer | None]
# Shorter ones stand in other words by chance.
SHORTEST_SECRET = 12


@dataclass(frozen=True, slots=True)
class Reply:
    """
    What came back of one request.

    Attributes:
        status: The HTTP status; 0 where no reply came.

        body: The reply's text, as it was sent.

        error: The service's word for the kind of error, or `timeout`, `dropped` or
            `unreachable` where no reply came.

        retry_after: The seconds that the service asks to wait; None where it does not.

        seconds: How long it took.
    """

    status: int
    body: str = ""
    error: str = ""
    request_id: str = ""
    retry_after: float | None = None
    seconds: float = 0.0

    def without(self, key: str) -> Self:
        """
        Return the reply with `key` blotted out, for a service that sends back what it got.

        A word such as `none`, which services of one's own are given, is no secret, and stands in
        replies by chance.
        """
        if len(key) < SHORTEST_SECRET:
            return self
        texts = {name: getattr(self, name) for name in ("body", "error", "request_id")}
        return replace(self, **{n: text.replace(key, "[the key]") for n, text in texts.items()})


class Read(NamedTuple):
    """A reply read: the answer is there exactly where the fate is `answered`."""

    fate: Fate
    message: Message
    answer: Answer | None = None


def outcome(reply: Reply, keys: tuple[str, ...], reads: Reader | None = None) -> Read:
    """
    Tell what `reply` amounts to, for a request that asked the criteria `keys`.

    Where something else was asked, `reads` says what is an answer to it.
    """
    if reply.status != 200:
        return Read(_fate_without(reply), Message())
    sent = message(reply.body)
    if sent.stop_reason in STOPS:
        return Read(STOPS[sent.stop_reason], sent)
    answer = reads(sent.text) if reads else read(sent.text, keys)
    return Read(Fate.UNREADABLE if answer is None else Fate.ANSWERED, sent, answer)


def _fate_without(reply: Reply) -> Fate:
    if not reply.status:
        return Fate.UNREACHABLE if reply.error == Fate.UNREACHABLE else Fate.BUSY
    if reply.error in NAMED:
        return NAMED[reply.error]
    if reply.status in PASSES or reply.status >= 500:
        return Fate.BUSY
    return Fate.FORBIDDEN if reply.status in UNASKABLE else Fate.BAD_REQUEST
