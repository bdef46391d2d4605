"""Streams of server-sent events to records: a line a piece, behind `data:`."""

import re
from collections.abc import Iterator

from judging.importers.decoding import Encoding, text_of
from judging.importers.importer import Record, Rejected, Source, Unit, UnreadableError
from judging.importers.json_values import held

BEGINNING = re.compile(r"(?:(?:event|id|retry):[^\n]{0,200}\n|:[^\n]{0,200}\n|\s)*data:\s*[{\[]")
DATA = "data:"
DONE = "[DONE]"


def is_stream(text: str) -> bool:
    """Tell by how a text begins."""
    return BEGINNING.match(text) is not None


def stream_records(source: Source, encoding: Encoding) -> Iterator[Record | Rejected]:
    """Yield a record for each line of data; what else the server sends is not theirs."""
    with text_of(source, encoding) as lines:
        for number, line in enumerate(lines, 1):
            text = line.removeprefix(DATA).strip()
            if not line.startswith(DATA) or text in ("", DONE):
                continue
            where = f"{source.name}, line {number}"
            try:
                value = held(text)
            except UnreadableError as problem:
                yield Rejected(where, problem.reason)
            else:
                yield Record(where, value, source, number, Unit.LINE)
