"""The calls of one session to what was said over all of them."""

import re
from collections.abc import Iterable
from dataclasses import replace

from judging.importers.content import joined
from judging.importers.exchange import Exchange
from judging.importers.history import extend, key
from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.sessions import Role

# Days, times and counters, which a prompt may tell anew for each call.
DATED = re.compile(
    r"\d+|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|am|pm)"
    r"(?:[a-z]*day|[a-z]*ber|uary|ruary|ch|il|ust)?\b",
    re.IGNORECASE,
)


def merged(
    exchanges: Iterable[Exchange], runs: list[Exchange]
) -> tuple[list[Message], list[Message], list[Exchange]]:
    """Return the prompt, what was said over all, and the calls of other agents among them."""
    prompt: list[Message] = []
    said: list[Message] = []
    apart: list[Exchange] = []
    last: Exchange | None = None
    for exchange in exchanges:
        own, later = split(exchange.messages)
        if not said:
            prompt, said = own, later
        elif last and _goes_on(last, exchange, runs) and _is_reply(said[-1:]):
            said[-1] = _joined(said[-1], later)
        elif own and shape(own)[:1] != shape(prompt)[:1] and not _overlap(said, later):
            apart.append(exchange)
        else:
            extend(said, later)
        last = exchange
    return prompt, said, apart


def is_another_try(one: list[Message], other: list[Message]) -> bool:
    """Tell whether two conversations begin alike, and neither is the beginning of the other."""
    if not one or not other or key(one[0]) != key(other[0]):
        return False
    return any(key(a) != key(b) for a, b in zip(one, other, strict=False))


def _goes_on(last: Exchange, exchange: Exchange, runs: Iterable[Exchange]) -> bool:
    """Tell whether a step only continues the reply of the one before, no tool run in between."""
    return (
        bool(exchange.trace and exchange.start)
        and last.trace == exchange.trace
        and _is_reply(exchange.messages)
        and not any(_is_between(last, run, exchange) for run in runs)
    )


def _is_reply(messages: list[Message]) -> bool:
    """Tell whether all is said by the assistant, what it was asked being unknown."""
    return bool(messages) and all(
        role_of(message.speaker)[0] is Role.ASSISTANT for message in messages
    )


def _is_between(last: Exchange, run: Exchange, exchange: Exchange) -> bool:
    if not (last.start and run.start and exchange.start):
        return False
    return last.start <= run.start <= exchange.start


def _joined(reply: Message, later: Iterable[Message]) -> Message:
    pieces = [reply, *later]
    texts = [piece.content for piece in pieces if piece.content]
    thoughts = [piece.reasoning for piece in pieces if piece.reasoning]
    return replace(
        reply,
        content=joined(texts) if texts else reply.content,
        reasoning="\n".join(thoughts) or None,
        calls=tuple(call for piece in pieces for call in piece.calls),
    )


def split(messages: list[Message]) -> tuple[list[Message], list[Message]]:
    """Return the leading prompt and the rest."""
    start = 0
    while start < len(messages) and role_of(messages[start].speaker)[0] is Role.SYSTEM:
        start += 1
    return messages[:start], messages[start:]


def shape(prompt: Iterable[Message]) -> tuple[str, ...]:
    """Return the texts of a prompt without what another time of asking changes in them."""
    return tuple(DATED.sub("#", message.content or "") for message in prompt)


def _overlap(said: Iterable[Message], later: Iterable[Message]) -> bool:
    known = {key(message) for message in said}
    return any(key(message) in known for message in later)
