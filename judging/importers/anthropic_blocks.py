"""Anthropic Messages, and Cline's files of them: content in blocks."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from judging.importers.chat_messages import is_chat, listed
from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message
from judging.importers.messages import has_actions, messages_of

CLINES = frozenset(("version", "sessionId", "agent", "messages"))
WRAPPED = re.compile(r"\s*<user_input\b[^>]*>(.*)</user_input>\s*", re.DOTALL)


class AnthropicBlocks:
    """Sessions whose messages hold `tool_use`, `tool_result` or `thinking` blocks."""

    name = "anthropic_blocks"
    title = "Anthropic Messages, Cline"

    def recognises(self, record: Record) -> bool:
        entries = listed(record.value)
        if not entries or not is_chat(entries):
            return False
        return has_actions(entries) or _is_clines(record.value)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        entries = listed(record.value)
        if not entries:
            raise UnreadableError(NO_MESSAGES)
        return conversation(record, _unwrapped(messages_of(entries)), self.name)


def _is_clines(value: Any) -> bool:
    """Tell whether it is one of Cline's files, in which no tool need have been called."""
    return isinstance(value, dict) and value.keys() >= CLINES


def _unwrapped(messages: Iterable[Message]) -> Iterator[Message]:
    """Take off the tag that Cline puts around what the user typed."""
    for message in messages:
        if message.speaker == "user" and (typed := WRAPPED.fullmatch(message.content or "")):
            message.content = typed[1]
        yield message
