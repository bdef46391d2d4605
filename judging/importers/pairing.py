"""Tools' answers beside the calls that they answer."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from judging.importers.message import Message
from judging.sessions import Role, ToolCall


def paired(messages: list[Message]) -> tuple[list[Message], list[str]]:
    """
    Give each tool's answer the name of its call, and put one that stands before it behind it.

    An answer with an id belongs to the last call of that id; one without, to the only open call
    (of its tool, where it names one) of the turn that called last. Nothing is invented: a call
    may have no answer, and an answer without a call keeps its place.

    Returns:
        The messages in order, and a warning for each answer that was moved or fits no call.
    """
    if not any(message.role is Role.TOOL for message in messages):
        return messages, []
    pairing = _Pairing(
        {call.id: message for message in reversed(messages) for call in message.calls}
    )
    for message in messages:
        pairing.add(message)
    return list(pairing.in_order()), pairing.warnings


@dataclass
class _Pairing:
    first_callers: dict[str, Message]
    placed: list[Message] = field(default_factory=list)
    early: dict[int, list[Message]] = field(default_factory=dict)
    made: dict[str, ToolCall] = field(default_factory=dict)
    open: list[ToolCall] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def add(self, message: Message) -> None:
        if message.calls:
            self.made |= {call.id: call for call in message.calls if call.id}
            self.open = list(message.calls)
        if message.role is not Role.TOOL:
            self.placed.append(message)
        elif message.call_id and message.call_id not in self.made:
            self._place_early(message)
        else:
            self._answer(message)
            self.placed.append(message)

    def in_order(self) -> Iterator[Message]:
        for message in self.placed:
            yield message
            for answer in self.early.get(id(message), ()):
                self._answer(answer)
                yield answer

    def _place_early(self, message: Message) -> None:
        caller = self.first_callers.get(message.call_id or "")
        if caller is None:
            self.warnings.append(f"The tool's answer {message.call_id!r:.60} fits no call.")
            self.placed.append(message)
        else:
            self.warnings.append(
                f"The tool's answer {message.call_id!r:.60} stood before its call."
            )
            self.early.setdefault(id(caller), []).append(message)

    def _answer(self, message: Message) -> None:
        call = self.made.get(message.call_id or "") or self._only_open(message)
        if call is None:
            return
        message.tool_name = call.name or message.tool_name
        message.call_id = message.call_id or call.id or None
        if call in self.open:
            self.open.remove(call)

    def _only_open(self, message: Message) -> ToolCall | None:
        fitting = [call for call in self.open if message.tool_name in (None, call.name)]
        return fitting[0] if len(fitting) == 1 else None
