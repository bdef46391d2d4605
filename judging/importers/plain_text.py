"""Text files of conversations: `User: …`, `Assistant: …`."""

from collections.abc import Iterator
from dataclasses import replace

from judging.importers.conversation import conversation, refused
from judging.importers.importer import Item, Record, Rejected, Unit, UnreadableError
from judging.importers.transcripts import is_transcript, parts_of, spoken_in

NO_TRANSCRIPT = "It names no speakers. Begin what each says with User: or Assistant: in a new line."


class PlainText:
    """Sessions as text with a speaker before each line; lines of dashes stand between them."""

    name = "plain_text"
    title = "Plain text (User: …, Assistant: …)"

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, str) and is_transcript(record.value)

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        for record in records:
            parts = parts_of(record.value) if isinstance(record.value, str) else []
            if not parts:
                yield Rejected(record.where, NO_TRANSCRIPT)
            for number, part in enumerate(parts, 1):
                yield self._item(record if len(parts) == 1 else _inner(record, number), part)

    def _item(self, record: Record, text: str) -> Item:
        if not is_transcript(text):
            return Rejected(record.where, NO_TRANSCRIPT)
        try:
            return conversation(record, spoken_in(text), self.name)
        except UnreadableError as problem:
            return refused(record, problem)


def _inner(record: Record, number: int) -> Record:
    where = f"{record.where}, conversation {number}"
    return replace(record, where=where, number=number, unit=Unit.ITEM)
