"""Traced calls to sessions: each says what was asked and answered, often all from the start."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from judging.importers.conversation import conversation, refused
from judging.importers.history import extend, key
from judging.importers.importer import Item, Record, Rejected, UnreadableError
from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.sessions import Role

LATEST = datetime.max.replace(tzinfo=UTC)
APART = "Left out: {} of another agent, with a prompt and messages of its own."


@dataclass(frozen=True, slots=True)
class Exchange:
    """
    One call of a model, or of the agent as a whole.

    Attributes:
        record: Where it stands.

        session: The id of the session to which it belongs.

        messages: What was asked and what was answered, in order.

        start: When it began; calls without a time come last, in the file's order.

        model: The model that answered.

        asked: The model that was asked for, which may be a shorter name of it.

        rank: 0 for a model's call, more for what is around it: a session is told by its lowest.

        metadata: What else is known of the session.
    """

    record: Record
    session: str
    messages: list[Message]
    start: datetime | None = None
    model: str | None = None
    asked: str | None = None
    rank: int = 0
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TraceReader:
    """
    How an importer reads traces.

    Attributes:
        name: The importer's.

        recognises: Whether a record is of such traces.

        exchanges: What a record tells; raises an UnreadableError where it holds no messages
            in a place for them.

        foreign: Why a record that is not recognised is rejected.

        silent: Why all of them are, where none tells anything, and what to export.
    """

    name: str
    recognises: Callable[[Record], bool]
    exchanges: Callable[[Record], Iterable[Exchange]]
    foreign: str
    silent: str

    def sessions(self, records: Iterable[Record]) -> Iterator[Item]:
        """Yield the sessions in the order in which they begin, having read all records."""
        told: list[Exchange] = []
        silent: Record | None = None
        for record in records:
            try:
                told += self._told(record)
                silent = silent or record
            except UnreadableError as problem:
                yield refused(record, problem)
        if silent and not told:
            yield Rejected(silent.where, self.silent)
        yield from sessions(told, self.name)

    def _told(self, record: Record) -> list[Exchange]:
        if not self.recognises(record):
            raise UnreadableError(self.foreign)
        return list(self.exchanges(record))


def sessions(exchanges: Iterable[Exchange], source_format: str) -> Iterator[Item]:
    """Yield a session for each id, in the order in which the ids first stand."""
    by_session: dict[str, list[Exchange]] = {}
    for exchange in exchanges:
        by_session.setdefault(exchange.session, []).append(exchange)
    for name, own in by_session.items():
        lowest = min(exchange.rank for exchange in own)
        told = [exchange for exchange in own if exchange.rank == lowest]
        yield _session(name, sorted(told, key=lambda e: e.start or LATEST), source_format)


def exchanged(asked: list[Message], answered: list[Message]) -> list[Message]:
    """Return what was asked and answered; an answer may be a state that repeats the question."""
    if not any(role_of(message.speaker)[0] is Role.USER for message in answered):
        return [*asked, *answered]
    said = list(asked)
    extend(said, answered)
    return said


def _session(name: str, exchanges: list[Exchange], source_format: str) -> Item:
    first = exchanges[0]
    messages, apart = _merged(exchanges)
    notes = (*first.record.notes, *((APART.format(apart),) if apart else ()))
    starts = [exchange.start for exchange in exchanges if exchange.start]
    try:
        return conversation(
            replace(first.record, value={}, notes=notes),
            messages,
            source_format,
            external_id=name,
            agent_model=_model(exchanges),
            started_at=min(starts, default=None),
            metadata=first.metadata,
        )
    except UnreadableError as problem:
        return refused(first.record, problem)


def _model(exchanges: list[Exchange]) -> str | None:
    names = [e.model for e in exchanges] + [e.asked for e in exchanges]
    return next(filter(None, names), None)


def _merged(exchanges: Iterable[Exchange]) -> tuple[list[Message], int]:
    """Return what was said over all exchanges, and how many of another agent were left out."""
    prompt: list[Message] = []
    said: list[Message] = []
    apart = 0
    for exchange in exchanges:
        own, later = _split(exchange.messages)
        if not said:
            prompt, said = own, later
        elif own and _texts(own) != _texts(prompt) and not _overlap(said, later):
            apart += 1
        else:
            extend(said, later)
    return prompt + said, apart


def _split(messages: list[Message]) -> tuple[list[Message], list[Message]]:
    """Return the leading prompt and the rest."""
    start = 0
    while start < len(messages) and role_of(messages[start].speaker)[0] is Role.SYSTEM:
        start += 1
    return messages[:start], messages[start:]


def _texts(messages: Iterable[Message]) -> list[str | None]:
    return [message.content for message in messages]


def _overlap(said: Iterable[Message], later: Iterable[Message]) -> bool:
    known = {key(message) for message in said}
    return any(key(message) in known for message in later)
