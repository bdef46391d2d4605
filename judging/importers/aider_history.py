"""Aider's history of chats: markdown in which the user's lines are headings."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from judging.importers.conversation import NO_MESSAGES, conversation, refused
from judging.importers.importer import Item, Record, Rejected, Skipped, Unit, UnreadableError
from judging.importers.message import Message
from judging.importers.texts import AIDER
from judging.importers.times import instant
from judging.sessions import Role

TYPED, PRINTED = "#### ", "> "
# The program ends what was typed with two blanks, unless an editor has taken them away.
END = "  "
COMMAND = re.compile(r"/(?!ask\b|code\b|architect\b)[a-z-]+")
NOTHING_SAID = "Nothing is said in it, there are only commands or notes."


class AiderHistory:
    """Sessions as text after `# aider chat started at`; what begins with `####` is the user's."""

    name = "aider_history"
    title = "Aider chat history (Markdown)"

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, str) and AIDER.match(record.value.lstrip()) is not None

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        for record in records:
            if not self.recognises(record):
                yield Rejected(record.where, NO_MESSAGES)
                continue
            end = END if any(map(_is_ended, record.value.split("\n"))) else ""
            for number, chat in enumerate(AIDER.split(record.value)[1:], 1):
                where = f"{record.where}, chat {number}"
                yield self._item(
                    replace(record, where=where, number=number, unit=Unit.ITEM), chat, end
                )

    def _item(self, record: Record, chat: str, end: str) -> Item:
        started, _, said = chat.partition("\n")
        messages = list(_messages(said.split("\n"), end))
        if not any(message.role is not Role.SYSTEM for message in messages):
            return Skipped(record.where, NOTHING_SAID)
        try:
            return conversation(record, messages, self.name, started_at=instant(started))
        except UnreadableError as problem:
            return refused(record, problem)


def _is_ended(line: str) -> bool:
    return line.startswith(TYPED) and line.endswith(END)


def _messages(lines: Iterable[str], end: str) -> Iterator[Message]:
    """Yield what was typed and answered, from the first that is no command on."""
    is_begun = False
    for kind, group in groupby(lines, lambda line: _kind(line, end)):
        text = "\n".join(line.removeprefix(kind).rstrip() for line in group).strip()
        if not text or kind == PRINTED:
            continue
        is_command = bool(kind) and COMMAND.match(text) is not None
        is_begun = is_begun or not is_command
        if is_begun:
            yield Message(
                "user" if kind else "assistant",
                text,
                role=Role.SYSTEM if is_command else Role.OTHER,
            )


def _kind(line: str, end: str) -> str:
    if line.startswith(TYPED) and line.endswith(end):
        return TYPED
    return PRINTED if line.startswith(PRINTED) or line == PRINTED.strip() else ""
