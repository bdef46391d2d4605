"""Traced calls to sessions: each says what was asked and answered, often all from the start."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from judging.importers.content import joined
from judging.importers.conversation import conversation, refused
from judging.importers.exchange import Exchange
from judging.importers.history import extend, key
from judging.importers.importer import Item, Record, Rejected, Skipped, UnreadableError
from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.importers.step_shelf import StepShelf
from judging.importers.tool_runs import answered
from judging.sessions import TRACES, Role

LATEST = datetime.max.replace(tzinfo=UTC)
APART = "Left out: {} of another agent, with a prompt and messages of its own."

JOINED = "Its calls stand in {} files, and were joined by the session's id."


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

        silent: Why those of a file are, where none tells anything, and what to export; if others
            do, the file is left out.
    """

    name: str
    recognises: Callable[[Record], bool]
    exchanges: Callable[[Record], Iterable[Exchange]]
    foreign: str
    silent: str

    def sessions(self, records: Iterable[Record]) -> Iterator[Item]:
        """Yield the sessions in the order in which they begin, having read all records."""
        with StepShelf() as shelf:
            files = _Files()
            for record in records:
                try:
                    told = self._told(record)
                    shelf.put(told)
                    files.note(record, told)
                except UnreadableError as problem:
                    yield refused(record, problem)
            yield from files.silent(self.silent)
            yield from _sessions(shelf, self.name)

    def _told(self, record: Record) -> list[Exchange]:
        if not self.recognises(record):
            raise UnreadableError(self.foreign)
        return list(self.exchanges(record))


class _Files:
    """Which files tell anything, and which do not."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}
        self._telling: set[str] = set()

    def note(self, record: Record, steps: Iterable[Exchange]) -> None:
        """Note what a record of a file tells; what a tool ran is not enough."""
        name = record.source.name
        self._first.setdefault(name, record.where)
        if name not in self._telling and any(s.messages and s.ran is None for s in steps):
            self._telling.add(name)

    def silent(self, reason: str) -> Iterator[Rejected | Skipped]:
        """Yield the files that tell nothing, as no more than left out where others do."""
        kind = Skipped if self._telling else Rejected
        yield from (kind(at, reason) for n, at in self._first.items() if n not in self._telling)


def sessions(exchanges: Iterable[Exchange], source_format: str) -> Iterator[Item]:
    """Yield a session for each id, in the order in which the ids first stand."""
    with StepShelf() as shelf:
        shelf.put(exchanges)
        yield from _sessions(shelf, source_format)


def exchanged(asked: list[Message], answered: list[Message]) -> list[Message]:
    """
    Return what was asked and answered, the prompt first wherever it stands.

    An answer may be a state that repeats the question.
    """
    (own, said), (prompt, answer) = _split(asked), _split(answered)
    if any(role_of(message.speaker)[0] is Role.USER for message in answer):
        extend(said, answer)
    else:
        said += answer
    return [*(own or prompt), *said]


def _sessions(shelf: StepShelf, source_format: str) -> Iterator[Item]:
    for own in shelf.by_session():
        runs = [step for step in own if step.ran]
        told = _in_time(_telling(step for step in own if not step.ran))
        if told:
            about = {**told[0].metadata, **_made_of(told[0].session, own, shelf)}
            yield _session(told, _in_time(runs), _prompt(own), about, source_format)


def _made_of(session: str, steps: Iterable[Exchange], shelf: StepShelf) -> dict[str, Any]:
    """Return each trace of a session with its root, by either of which others may name it."""
    known = dict.fromkeys(step.trace for step in steps if step.trace)
    traces = {trace: shelf.root(trace) for trace in known}
    is_told = not traces.keys() | set(traces.values()) <= {session, ""}
    return {TRACES: traces} if is_told else {}


def _telling(steps: Iterable[Exchange]) -> list[Exchange]:
    """Return of each trace the steps of its lowest rank."""
    known = list(steps)
    lowest: dict[str, int] = {}
    for step in known:
        lowest[step.trace] = min(step.rank, lowest.get(step.trace, step.rank))
    return [step for step in known if step.rank == lowest[step.trace]]


def _in_time(steps: Iterable[Exchange]) -> list[Exchange]:
    return sorted(steps, key=lambda step: step.start or LATEST)


def _prompt(steps: Iterable[Exchange]) -> list[Message]:
    """Return the prompt of the innermost step that has one: calls may not repeat the agent's."""
    by_rank = sorted((step for step in steps if not step.ran), key=lambda step: step.rank)
    return next((prompt for step in by_rank if (prompt := _split(step.messages)[0])), [])


def _session(
    exchanges: list[Exchange],
    runs: list[Exchange],
    prompt: list[Message],
    about: dict[str, Any],
    source_format: str,
) -> Item:
    first = exchanges[0]
    own, said, apart = _merged(exchanges, runs)
    notes = (*first.record.notes, *_notes(exchanges, apart))
    starts = [exchange.start for exchange in exchanges if exchange.start]
    try:
        return conversation(
            replace(first.record, value={}, notes=notes),
            (own or prompt) + answered(said, runs),
            source_format,
            external_id=first.session,
            agent_model=_model(exchanges),
            started_at=min(starts, default=None),
            metadata=about,
        )
    except UnreadableError as problem:
        return refused(first.record, problem)


def _notes(exchanges: Iterable[Exchange], apart: int) -> Iterator[str]:
    if apart:
        yield APART.format(apart)
    if (files := len({exchange.record.source.name for exchange in exchanges})) > 1:
        yield JOINED.format(files)


def _model(exchanges: list[Exchange]) -> str | None:
    names = [e.model for e in exchanges] + [e.asked for e in exchanges]
    return next(filter(None, names), None)


def _merged(
    exchanges: Iterable[Exchange], runs: list[Exchange]
) -> tuple[list[Message], list[Message], int]:
    """Return the prompt, what was said over all, and how many of another agent were left out."""
    prompt: list[Message] = []
    said: list[Message] = []
    apart = 0
    last: Exchange | None = None
    for exchange in exchanges:
        own, later = _split(exchange.messages)
        if not said:
            prompt, said = own, later
        elif last and _goes_on(last, exchange, runs) and _is_reply(said[-1:]):
            said[-1] = _joined(said[-1], later)
        elif own and _texts(own) != _texts(prompt) and not _overlap(said, later):
            apart += 1
        else:
            extend(said, later)
        last = exchange
    return prompt, said, apart


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
