"""Chats of the AI SDK: messages in parts, as its user interface keeps them."""

from collections.abc import Iterator

from judging.importers.chat_messages import listed
from judging.importers.conversation import NO_MESSAGES, conversation, each
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.ui_parts import is_ui, ui_messages


class UiMessages:
    """Sessions as `messages` of `parts`, such as `text`, `step-start` and `tool-NAME`."""

    name = "ui_messages"
    title = "AI SDK chats (UIMessage)"

    def recognises(self, record: Record) -> bool:
        return any(map(is_ui, listed(record.value) or ()))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        entries = listed(record.value)
        if not entries:
            raise UnreadableError(NO_MESSAGES)
        return conversation(record, ui_messages(entries), self.name)
