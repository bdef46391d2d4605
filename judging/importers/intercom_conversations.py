"""Intercom's conversations: what opened them, and the parts that came after."""

from collections.abc import Iterator, Mapping
from typing import Any

from judging.importers.content import files_in, joined
from judging.importers.conversation import FOR_TEAM, NO_MESSAGES, conversation, each, noted
from judging.importers.fields import as_dict, as_id, as_text, dicts_in
from judging.importers.html_text import html_text
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message
from judging.importers.times import instant
from judging.sessions import Role

PARTS = "conversation_parts"
CUSTOMERS = frozenset(("user", "lead", "contact"))


class IntercomConversations:
    """Sessions as a `source` and its `conversation_parts`; bots and admins are the assistant."""

    name = "intercom_conversations"
    title = "Intercom conversations"

    def recognises(self, record: Record) -> bool:
        return _parts(record.value) is not None

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        value, parts = record.value, _parts(record.value)
        if parts is None:
            raise UnreadableError(NO_MESSAGES)
        source = value.get("source")
        said = dicts_in([source, *parts])
        seen = [part for part in said if not _is_note(part)]
        return conversation(
            noted(record, FOR_TEAM, len(said) - len(seen)),
            [message for part in seen if (message := _message(part))],
            self.name,
            title=as_text(value.get("title")) or _subject(source),
            goal=_subject(source),
        )


def _parts(value: Any) -> list[Any] | None:
    held = value.get(PARTS) if isinstance(value, dict) else None
    inner = held.get(PARTS) if isinstance(held, dict) else held
    return inner if isinstance(inner, list) else None


def _is_note(part: Mapping[str, Any]) -> bool:
    return as_id(part.get("part_type")).startswith("note")


def _subject(source: Any) -> str | None:
    stated = as_dict(source).get("subject")
    return html_text(stated) or None if isinstance(stated, str) else None


def _message(part: Mapping[str, Any]) -> Message | None:
    """Return what a part says; None where it only moves the conversation on."""
    body = part.get("body")
    pieces = [html_text(body)] if isinstance(body, str) else []
    text = joined(filter(None, (*pieces, *files_in(part.get("attachments")))))
    if not text:
        return None
    speaker = as_id(as_dict(part.get("author")).get("type"))
    return Message(
        speaker,
        text,
        timestamp=instant(part.get("created_at")),
        external=as_id(part.get("id")) or None,
        role=Role.USER if speaker in CUSTOMERS else Role.OTHER,
    )
