"""Lists of role and content: OpenAI, Hugging Face, fine-tuning files."""

from collections.abc import Iterator
from typing import Any

from judging.importers import messages
from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import SESSION_IDS, first
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.json_values import container
from judging.importers.messages import has_actions, messages_of
from judging.importers.roles import is_role
from judging.importers.trajectories import is_trajectory

LISTS = (
    "messages",
    "turns",
    "conversation",
    "dialogue",
    "dialog",
    "transcript",
    "chat",
    "history",
    "chat_messages",
    "chat_history",
)
SAID = (*messages.CONTENTS, "tool_calls", "function_call")


class ChatMessages:
    """Sessions as a list of messages, bare or under `messages`."""

    name = "chat_messages"
    title = "Chat messages (OpenAI, Hugging Face, fine-tuning)"

    def recognises(self, record: Record) -> bool:
        entries = listed(record.value)
        if entries is None or is_trajectory(record.value):
            return False
        return not entries or (is_chat(entries) and not has_actions(entries))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        entries = listed(record.value)
        if not entries:
            raise UnreadableError(NO_MESSAGES)
        return conversation(record, messages_of(entries), self.name)


def listed(value: Any) -> list[Any] | None:
    """Return the list of messages that `value` is or holds, also as JSON text; None if none."""
    if isinstance(value, list):
        return None if not value or _is_row(value[0]) else value
    if not isinstance(value, dict):
        return None
    for name in LISTS:
        if name in value and isinstance(entries := container(value[name]), list):
            return entries
    return None


def is_chat(entries: list[Any]) -> bool:
    """Tell by the first message, and the second where the first is only a pair or text."""
    entry = entries[0]
    if isinstance(entry, dict) and "role" not in entry:
        return any(map(_is_spoken, entries))
    if isinstance(entry, dict):
        return (
            not isinstance(entry["role"], list | dict)
            and "parts" not in entry
            and not isinstance(entry.get("content"), dict)
            and any(name in entry for name in SAID)
        )
    pairs = [entry for entry in entries if isinstance(entry, list) and len(entry) == 2]
    are_texts = all(isinstance(text, str) for pair in pairs for text in pair)
    return bool(pairs) and are_texts and any(is_role(pair[0]) for pair in pairs)


def _is_spoken(entry: Any) -> bool:
    """Tell whether a message says by another word than role that a known one speaks."""
    said = first(entry, messages.CONTENTS) if isinstance(entry, dict) else None
    if not isinstance(said, str | list):
        return False
    speaker = first(entry, messages.SPEAKERS)
    return isinstance(speaker, str) and is_role(speaker)


def _is_row(entry: Any) -> bool:
    """Tell whether a message names its session: its list may be rows of several."""
    return isinstance(entry, dict) and first(entry, SESSION_IDS) is not None
