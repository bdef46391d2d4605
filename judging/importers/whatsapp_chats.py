"""WhatsApp's exported chats: a date, a time and a name before each message."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from judging.importers.conversation import BY_PROGRAM, NO_MESSAGES, conversation, each, noted
from judging.importers.date_orders import UNCLEAR, UNREADABLE, DateOrder, Dates
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.message import Message
from judging.importers.speakers import cast
from judging.importers.texts import MARKS, STAMP, WHATSAPP

NAMED = re.compile(rf"(?:{STAMP})(?:(?P<name>[^:\n]{{1,80}}):(?:\s|$))?")
# A longer or quoted "name" is a line by the program in which a colon happens to stand.
MOST_WORDS = 5
QUOTES = re.compile("[\"“”„«»']")


@dataclass(frozen=True)
class WhatsappChats:
    """
    Sessions as text whose messages begin with a date, a time and a name.

    Attributes:
        dates: The order of days and months, where a chat leaves it open.
    """

    dates: DateOrder | None = None
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
        dates = _ordered(messages, self.dates)
        told = noted(record, BY_PROGRAM, left_out, *_timed(messages, dates), *cast(messages))
        found = conversation(told, messages, self.name)
        return replace(found, unclear_date=dates.unclear)


def _read(text: str) -> tuple[list[Message], int]:
    """Return the messages, and how many lines are by the program."""
    starts = [found.start() for found in WHATSAPP.finditer(text)]
    pieces = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    messages = [message for piece in pieces if (message := _message(piece))]
    return messages, len(pieces) - len(messages)


def _ordered(messages: list[Message], told: DateOrder | None) -> Dates:
    """Return how the dates of a chat are to be read, in which time does not run backwards."""
    stamps = [message.external or "" for message in messages]
    dates = Dates(told)
    for stamp in stamps:
        dates.note(stamp)
    dates.settle_by_time(stamps)
    return dates


def _timed(messages: list[Message], dates: Dates) -> list[str]:
    """Give each message its time, and return what a reader should know where one has none."""
    for message in messages:
        message.timestamp = dates.read(message.external)
        message.external = None
    if all(message.timestamp for message in messages):
        return []
    return [UNCLEAR if dates.unclear else UNREADABLE]


def _message(piece: str) -> Message | None:
    found = NAMED.match(piece)
    name = found["name"].strip(f"{MARKS} ~") if found and found["name"] else ""
    if not found or not name or len(name.split()) > MOST_WORDS or QUOTES.search(name):
        return None
    stamp = piece[: found.start("name")]
    return Message(name, piece[found.end() :].strip(f"{MARKS} \n"), external=stamp)
