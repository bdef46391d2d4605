"""Traced calls to sessions: each says what was asked and answered, often all from the start."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from judging.importers.conversation import conversation, refused
from judging.importers.exchange import Exchange
from judging.importers.history import extend
from judging.importers.importer import Found, Item, Record, Rejected, Skipped, UnreadableError
from judging.importers.merging import is_another_try, merged, shape, split
from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.importers.step_shelf import StepShelf
from judging.importers.tool_runs import answered
from judging.sessions import TRACES, Role

LATEST = datetime.max.replace(tzinfo=UTC)
APART = (
    "Left out: {} of another agent, with a prompt and messages of its own. To have its sessions"
    " too, say so on the Import page or with --other-agents."
)
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
    (own, said), (prompt, answer) = split(asked), split(answered)
    if any(role_of(message.speaker)[0] is Role.USER for message in answer):
        extend(said, answer)
    else:
        said += answer
    return [*(own or prompt), *said]


def _sessions(shelf: StepShelf, source_format: str) -> Iterator[Item]:
    for own in (steps for session in shelf.by_session() for steps in _attempts(session)):
        runs = [step for step in own if step.ran]
        told = _in_time(_telling(step for step in own if not step.ran))
        if told:
            about = {**told[0].metadata, **_made_of(told[0].session, own, shelf)}
            read = _Session(_in_time(runs), source_format)
            yield from read.items(told, _prompt(own), about)


def _attempts(steps: list[Exchange]) -> list[list[Exchange]]:
    """
    Return the steps of a session that stands in several files, those of other attempts apart.

    A file that begins as others do and goes on in another way is another attempt at the same
    task, as where two experiments name their sessions alike; any other file goes on.
    """
    files: dict[str, list[Exchange]] = {}
    for step in steps:
        files.setdefault(step.record.source.name, []).append(step)
    if len(files) == 1:
        return [steps]
    attempts: list[list[Exchange]] = []
    for own in sorted(files.values(), key=lambda own: _in_time(own)[0].start or LATEST):
        before = next((other for other in attempts if _is_one(other, own)), None)
        attempts.append(own) if before is None else before.extend(own)
    return attempts


def _is_one(one: Iterable[Exchange], other: Iterable[Exchange]) -> bool:
    traces = {step.trace for step in one if step.trace}
    if any(step.trace in traces for step in other):
        return True
    return not is_another_try(_said(one), _said(other))


def _said(steps: Iterable[Exchange]) -> list[Message]:
    told = _in_time(_telling(step for step in steps if not step.ran))
    return merged(told, [])[1]


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
    return next((prompt for step in by_rank if (prompt := split(step.messages)[0])), [])


@dataclass(frozen=True, slots=True)
class _Session:
    """
    How the calls of one session become one, and those of other agents within it others.

    Attributes:
        runs: What tools ran in it.

        source_format: The importer's name.
    """

    runs: list[Exchange]
    source_format: str

    def items(
        self, exchanges: list[Exchange], prompt: list[Message], about: dict[str, Any]
    ) -> Iterator[Item]:
        """Yield the session, then those of other agents, each with a prompt of its own."""
        first = exchanges[0]
        own, said, apart = merged(exchanges, self.runs)
        others = set(map(id, apart))
        known = [step for step in exchanges if id(step) not in others]
        notes = [APART.format(len(apart))] if apart else []
        record = replace(first.record, notes=(*first.record.notes, *notes, *_joined_from(known)))
        item = self._item(record, known, (own or prompt) + answered(said, self.runs), about)
        yield replace(item, apart=len(apart)) if isinstance(item, Found) else item
        for number, steps in enumerate(_by_prompt(apart), 2):
            own, said, _ = merged(steps, self.runs)
            name = f"{first.session}/agent-{number}"
            named = [replace(step, session=name) for step in steps]
            item = self._item(steps[0].record, named, own + answered(said, self.runs), {})
            if isinstance(item, Found):
                session = replace(item.session, group=first.session)
                yield replace(item, session=session, is_aside=True)

    def _item(
        self,
        record: Record,
        exchanges: list[Exchange],
        messages: list[Message],
        about: dict[str, Any],
    ) -> Item:
        starts = [exchange.start for exchange in exchanges if exchange.start]
        try:
            return conversation(
                replace(record, value={}),
                messages,
                self.source_format,
                external_id=exchanges[0].session,
                agent_model=_model(exchanges),
                started_at=min(starts, default=None),
                metadata=about,
            )
        except UnreadableError as problem:
            return refused(record, problem)


def _by_prompt(steps: Iterable[Exchange]) -> list[list[Exchange]]:
    """Return steps by whose they are: an agent's have one prompt."""
    agents: dict[tuple[str, ...], list[Exchange]] = {}
    for step in steps:
        agents.setdefault(shape(split(step.messages)[0]), []).append(step)
    return list(agents.values())


def _joined_from(exchanges: Iterable[Exchange]) -> list[str]:
    files = len({exchange.record.source.name for exchange in exchanges})
    return [JOINED.format(files)] if files > 1 else []


def _model(exchanges: list[Exchange]) -> str | None:
    names = [e.model for e in exchanges] + [e.asked for e in exchanges]
    return next(filter(None, names), None)
