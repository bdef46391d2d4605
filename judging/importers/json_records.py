"""JSON and JSON Lines to records, told apart by content."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TextIO

from judging.errors import SessionFileError
from judging.importers.decoding import Encoding, text_of
from judging.importers.importer import Record, Rejected, Source, Unit, UnreadableError
from judging.importers.json_values import REPLACED, parsed, parsed_at, storable

LINES = frozenset((".jsonl", ".ndjson"))
# Characters of a value that is parsed at once: it takes about ten times that in memory.
LARGEST = 200_000_000


def json_records(source: Source, encoding: Encoding) -> Iterator[Record | Rejected]:
    r"""
    Yield a record for each line if the first is JSON by itself, else for each value of the text.

    Lines are read one at a time, so memory stays flat; any other JSON is read whole: as one
    value, else as values one after another, else as lines some of which are bad. Lines end
    with `\n` only, and blank ones count but hold nothing.
    """
    reader = _Reader(source, (encoding.note,) if encoding.note else ())
    with text_of(source, encoding) as lines:
        every = enumerate(_lines(lines, source), 1)
        numbered = ((number, line) for number, line in every if not line.isspace())
        number, first = next(numbered, (1, ""))
        try:
            value = parsed(first)
        except UnreadableError:
            text = "\n" * (number - 1) + first + _rest(lines, source)
        else:
            yield from reader.by_line(number, first, value, numbered)
            return
    yield from reader.whole(text)


@dataclass(frozen=True, slots=True)
class _Reader:
    source: Source
    notes: tuple[str, ...]

    def by_line(
        self, number: int, first: str, value: Any, rest: Iterator[tuple[int, str]]
    ) -> Iterator[Record | Rejected]:
        second = next(rest, None)
        is_file = second is None and self.source.ending not in LINES
        yield self._record(first, value, number, Unit.FILE if is_file else Unit.LINE)
        if second:
            yield self._line(*second)
        for line_number, line in rest:
            yield self._line(line_number, line)

    def whole(self, text: str) -> Iterator[Record | Rejected]:
        try:
            yield self._record(text, parsed(text), 1, Unit.FILE)
        except UnreadableError as problem:
            yield from self._several(text, problem)

    def _several(self, text: str, problem: UnreadableError) -> Iterator[Record | Rejected]:
        values = list(_values(text))
        if values and values[-1][1] == len(text):
            unit = Unit.FILE if len(values) == 1 else Unit.LINE
            for line, _, value in values:
                yield self._record(text, value, line, unit)
            return
        pieces = [
            self._line(number, line)
            for number, line in enumerate(text.split("\n"), 1)
            if line.strip()
        ]
        if any(isinstance(piece, Record) for piece in pieces if _holds_something(piece)):
            yield from pieces
        else:
            yield Rejected(self.source.name, problem.reason)

    def _line(self, number: int, line: str) -> Record | Rejected:
        try:
            return self._record(line, parsed(line), number, Unit.LINE)
        except UnreadableError as problem:
            return Rejected(f"{self.source.name}, line {number}", problem.reason)

    def _record(self, text: str, value: Any, number: int, unit: Unit) -> Record:
        name = self.source.name
        where = name if unit is Unit.FILE else f"{name}, line {number}"
        value, replaced = storable(value, text)
        notes = (*self.notes, REPLACED) if replaced else self.notes
        return Record(where, value, self.source, number, unit, notes)


def _lines(text: TextIO, source: Source) -> Iterator[str]:
    while line := text.readline(LARGEST):
        if len(line) == LARGEST:
            raise _too_large(source)
        yield line


def _rest(text: TextIO, source: Source) -> str:
    rest = text.read(LARGEST)
    if len(rest) == LARGEST:
        raise _too_large(source)
    return rest


def _too_large(source: Source) -> SessionFileError:
    return SessionFileError(
        f"One JSON value of more than {LARGEST // 1_000_000} MB stands here, too large to be read"
        " at once.",
        where=source.name,
        fix="Export it as JSONL, or write a line for each record of its list:"
        " jq -c '.[]' FILE > FILE.jsonl.",
    )


def _values(text: str) -> Iterator[tuple[int, int, Any]]:
    """Yield the line, end and value of each JSON value until one cannot be read."""
    line, at = 1, 0
    while (start := _after_space(text, at)) < len(text):
        line += text.count("\n", at, start)
        try:
            value, end = parsed_at(text, start)
        except UnreadableError:
            return
        yield line, _after_space(text, end), value
        line += text.count("\n", start, end)
        at = end


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _holds_something(piece: Record | Rejected) -> bool:
    return isinstance(piece, Record) and isinstance(piece.value, dict | list) and bool(piece.value)
