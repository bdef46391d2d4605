"""Conversations as a list of exchanges, each what the user and the assistant said."""

from collections.abc import Iterator
from typing import Any

from judging.importers.chat_messages import listed
from judging.importers.columns import fields_of
from judging.importers.content import text_in
from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.fields import as_id
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message

SIDES = ("user", "assistant")


class ExchangeLists:
    """Sessions as a list of objects with `user` and `assistant`; an empty half is no turn."""

    name = "exchange_lists"
    title = "Exchanges in a list (user and assistant)"

    def recognises(self, record: Record) -> bool:
        entries = listed(record.value) if isinstance(record.value, dict) else None
        return bool(entries) and all(map(_is_exchange, entries or ()))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        if not self.recognises(record):
            raise UnreadableError(NO_MESSAGES)
        entries = listed(record.value) or []
        said = [m for entry in entries for side in SIDES for m in _half(entry, side)]
        return conversation(record, said, self.name)


def _is_exchange(entry: Any) -> bool:
    return isinstance(entry, dict) and fields_of(entry).keys() >= {*SIDES}


def _half(entry: dict[str, Any], side: str) -> list[Message]:
    fields = fields_of(entry)
    said, turn = entry[fields[side]], as_id(entry.get(fields.get("turn", ""))) or None
    return [] if said in (None, "") else [Message(side, text_in(said), external=turn)]
