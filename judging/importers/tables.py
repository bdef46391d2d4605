"""CSV in its dialects to records: a dict of text a row."""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TextIO

from judging.errors import SessionFileError
from judging.importers.decoding import Encoding, text_of
from judging.importers.importer import Record, Rejected, Source, Unit, UnreadableError
from judging.importers.json_values import held, storable_text
from judging.importers.mark import FIELD, IN_JSON, kind_of
from judging.importers.roles import is_role

TABLES = frozenset((".csv", ".tsv", ".tab", ".psv"))
# Where a table has no header: which of the blocks between blank lines a row stands in.
BLOCK = "(block)"
DELIMITERS = ",;\t|"
LONGEST_CELL = (1 << 31) - 1
QUOTED = re.compile(r'"[^"]*"')
# The header of a table with one column, which holds whole conversations.
ONE_COLUMN = re.compile(r'\ufeff?"?[^\W\d][\w.-]{0,60}"?\s*')
STATED_DELIMITER = re.compile(r"sep=(.)\s*", re.IGNORECASE)
UNNAMED = re.compile(r"(?:unnamed: \d+)?", re.IGNORECASE)
# An export puts a ' before these, so that no spreadsheet takes the cell for a formula.
ESCAPED = ("'=", "'+", "'-", "'@", "'\t", "''")


def table_records(source: Source, encoding: Encoding) -> Iterator[Record | Rejected]:
    r"""
    Yield a record a row, with the cells by column; a row with more or fewer cells is rejected.

    The header line tells the delimiter. A table that begins with two rows of role and text
    has none: its columns are `role`, `content`, `column 3`…, and `BLOCK`. Columns without a
    name (a data frame's index) are left out. Cells stay text, their line breaks as `\n`; but in
    rows that we exported, as they are.

    Raises:
        SessionFileError: If the first line is no header: it has no delimiter, and the file is not
            called a table.
    """
    csv.field_size_limit(LONGEST_CELL)
    with text_of(source, encoding) as text:
        rows = _rows(source, text)
        first = next(rows)
        second = next(rows, None)
        is_bare = _begins_with_role(first) and _begins_with_role(second)
        columns = _bare_columns(first) if is_bare else _columns(first)
        notes = (encoding.note,) if encoding.note else ()
        table = _Table(source, columns, notes, columns.index(FIELD) if FIELD in columns else -1)
        head = [row for row in (first if is_bare else None, second) if row is not None]
        yield from table.records(chain(head, rows), is_bare=is_bare)


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class _Table:
    source: Source
    columns: list[str]
    notes: tuple[str, ...]
    mark_at: int

    def records(
        self, rows: Iterator[_Row | Rejected], *, is_bare: bool
    ) -> Iterator[Record | Rejected]:
        number, block = 0, 1
        for row in rows:
            if isinstance(row, Rejected):
                yield row
            elif not any(row.cells):
                block += 1
            else:
                number += 1
                yield self._record(row, number, {BLOCK: str(block)} if is_bare else {})

    def _record(self, row: _Row, number: int, value: dict[str, str]) -> Record | Rejected:
        where = f"{self.source.name}, line {row.line}"
        if len(row.cells) != len(self.columns) and not self._is_padded(row.cells):
            return Rejected(
                where,
                f"The row has {len(row.cells)} cells, the header {len(self.columns)}."
                " Put a cell that holds the delimiter in quotes.",
            )
        pairs = zip(self.columns, row.cells, strict=False)
        read = _own_cell if self._is_ours(row.cells) else _cell
        value |= {column: read(text) for column, text in pairs if column}
        return Record(where, value, self.source, number, Unit.ROW, self.notes)

    def _is_ours(self, cells: list[str]) -> bool:
        return self.mark_at >= 0 and bool(kind_of({FIELD: cells[self.mark_at]}))

    def _is_padded(self, cells: list[str]) -> bool:
        return len(cells) > len(self.columns) and not any(cells[len(self.columns) :])


def _rows(source: Source, text: TextIO) -> Iterator[_Row | Rejected]:
    before, header = next(
        ((number, line) for number, line in enumerate(text) if not line.isspace()), (0, "")
    )
    stated = STATED_DELIMITER.fullmatch(header)
    delimiter = stated[1] if stated else _delimiter(header, source)
    lines = text if stated else chain([header], text)
    before += bool(stated)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        line = before + reader.line_num + 1
        try:
            yield _Row(line, next(reader))
        except StopIteration:
            return
        except csv.Error as problem:
            yield Rejected(f"{source.name}, line {line}", f"Its quotes do not match: {problem}.")


def _delimiter(header: str, source: Source) -> str:
    bare = QUOTED.sub("", header)
    delimiter = max(DELIMITERS, key=bare.count)
    if delimiter not in bare and not (source.ending in TABLES and ONE_COLUMN.fullmatch(header)):
        raise SessionFileError(
            "This is neither JSON nor a table: its first line has no delimiter.",
            where=source.name,
            fix="Bring JSONL with a session a line, or CSV whose first line names the columns:"
            " delete what stands above it.",
        )
    return delimiter


def _columns(row: _Row | Rejected) -> list[str]:
    """Return the names in a header, "" for those to leave out; a repeated one gets a number."""
    columns: list[str] = []
    for cell in row.cells if isinstance(row, _Row) else ():
        name = " ".join(cell.split())
        name = "" if UNNAMED.fullmatch(name) else name
        columns.append(f"{name} ({columns.count(name) + 1})" if name in columns and name else name)
    return columns


def _bare_columns(row: _Row | Rejected) -> list[str]:
    width = len(row.cells) if isinstance(row, _Row) else 0
    return ["role", "content", *(f"column {number}" for number in range(3, width + 1))]


def _begins_with_role(row: _Row | Rejected | None) -> bool:
    return isinstance(row, _Row) and len(row.cells) > 1 and is_role(row.cells[0])


def _cell(text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    return _unescaped(text)


def _own_cell(text: str) -> str:
    if not text.startswith(IN_JSON):
        return _unescaped(text)
    try:
        return str(held(text.removeprefix(IN_JSON)))
    except UnreadableError:
        return text


def _unescaped(text: str) -> str:
    if text.startswith(ESCAPED):
        text = text[1:]
    return storable_text(text) if "\0" in text else text
