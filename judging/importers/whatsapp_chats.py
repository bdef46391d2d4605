"""WhatsApp's exported chats: a date, a time and a name before each message."""

import re
from collections.abc import Iterator

from judging.importers.chat_times import UNCLEAR, moments
from judging.importers.conversation import BY_PROGRAM, NO_MESSAGES, conversation, each, noted
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message
from judging.importers.speakers import cast
from judging.importers.texts import MARKS, STAMP, WHATSAPP

NAMED = re.compile(rf"(?:{STAMP})(?:(?P<name>[^:\n]{{1,80}}):(?:\s|$))?")
# A longer or quoted "name" is a line by the program in which a colon happens to stand.
MOST_WORDS = 5
QUOTES = re.compile("[\"“”„«»']")


class WhatsappChats:
    """Sessions as text whose messages begin with a date, a time and a name."""

    name = "whatsapp_chats"
    title = "WhatsApp chats (text)"

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, str) and WHATSAPP.match(record.value.lstrip()) is not None

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        if not self.recognises(record):
            raise UnreadableError(NO_MESSAGES)
        messages, left_out = _read(record.value)
        told = noted(record, BY_PROGRAM, left_out, *_timed(messages), *cast(messages))
        return conversation(told, messages, self.name)


def _read(text: str) -> tuple[list[Message], int]:
    """Return the messages, and how many lines are by the program."""
    starts = [found.start() for found in WHATSAPP.finditer(text)]
    pieces = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    messages = [message for piece in pieces if (message := _message(piece))]
    return messages, len(pieces) - len(messages)


def _timed(messages: list[Message]) -> list[str]:
    """Give each message its time, and return what a reader should know where there is none."""
    times = moments([message.external or "" for message in messages])
    for number, message in enumerate(messages):
        message.external = None
        message.timestamp = times[number] if times else None
    return [] if times or not messages else [UNCLEAR]


def _message(piece: str) -> Message | None:
    found = NAMED.match(piece)
    name = found["name"].strip(f"{MARKS} ~") if found and found["name"] else ""
    if not found or not name or len(name.split()) > MOST_WORDS or QUOTES.search(name):
        return None
    stamp = piece[: found.start("name")]
    return Message(name, piece[found.end() :].strip(f"{MARKS} \n"), external=stamp)
