"""Rows of which one cell holds the whole conversation as text."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from judging.importers.conversation import conversation, each
from judging.importers.importer import Found, Item, Record, UnreadableError
from judging.importers.transcripts import is_transcript, spoken_in

NO_TRANSCRIPT = "No cell holds a conversation. Write it as User: …, Assistant: …, a line each."


class PackedTranscripts:
    """Sessions as a row each, all that was said in one cell: `USER: … | AGENT: …`."""

    name = "packed_transcripts"
    title = "A conversation a cell (CSV, TSV, JSONL)"

    def recognises(self, record: Record) -> bool:
        return isinstance(record.value, dict) and bool(_column(record.value))

    def sessions(self, records: Iterator[Record]) -> Iterator[Item]:
        return each(records, self._session)

    def _session(self, record: Record) -> Found:
        value = record.value if isinstance(record.value, dict) else {}
        column = _column(value)
        if not column:
            raise UnreadableError(NO_TRANSCRIPT)
        rest = {name: cell for name, cell in value.items() if name != column}
        return conversation(replace(record, value=rest), spoken_in(value[column]), self.name)


def _column(value: Mapping[str, Any]) -> str:
    """Return the only column that holds a transcript; empty if none does, or several."""
    found = [name for name, cell in value.items() if isinstance(cell, str) and is_transcript(cell)]
    return found[0] if len(found) == 1 else ""
