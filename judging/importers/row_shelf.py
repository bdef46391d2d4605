"""Rows of a table, put down as a file has them and taken up by session."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from judging.importers.row import Row
from judging.importers.spill import NOWHERE, Spill, as_key, of_key

# What may be the id of a row's session, by its kind: which of them is, all rows tell together.
TABLES = "CREATE TABLE name (kind INTEGER, key BLOB, number INTEGER);"
INDEX = "CREATE INDEX by_key ON name (kind, key, number)"
PUT = "INSERT INTO name VALUES (?, ?, ?)"
DIFFERENT = "SELECT count(*) FROM (SELECT DISTINCT key FROM name WHERE kind = ?)"
IN_ORDER = "SELECT key FROM name WHERE kind = ? GROUP BY key ORDER BY min(number)"
OWN = """
    SELECT number, source, body FROM body
    WHERE number IN (SELECT number FROM name WHERE kind = ? AND key = ?) ORDER BY number
"""
NAMELESS = """
    SELECT number, source, body FROM body
    WHERE number NOT IN (SELECT number FROM name WHERE kind = ?) ORDER BY number
"""


class RowShelf:
    """
    The rows of a file in memory that does not grow with them, each under several names.

    Attributes:
        count: How many they are.
    """

    def __init__(self) -> None:
        self._spill = Spill(TABLES)
        self.count = 0
        self._named: Counter[int] = Counter()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove all rows."""
        self._spill.close()

    def put(self, row: Row, names: tuple[str, ...]) -> None:
        """Put down a `row` under its names, of which empty ones are none."""
        self.count += 1
        for kind, name in enumerate(names):
            if name:
                self._named[kind] += 1
                self._spill.do(PUT, kind, as_key(name), self.count)
        kept = replace(row.record, source=NOWHERE)
        self._spill.put(self.count, row.record.source, replace(row, record=kept))

    def has_any(self, kind: int) -> bool:
        """Tell whether a row has a name of this kind, its place in the names."""
        return self._named[kind] > 0

    def has_all(self, kind: int) -> bool:
        """Tell whether every row has one."""
        return self._named[kind] == self.count

    def different(self, kind: int) -> int:
        """Return how many different names of this kind there are."""
        return next(self._spill.rows(DIFFERENT, kind))[0]  # type: ignore[no-any-return]

    def nameless(self, kind: int) -> Iterator[Row]:
        """Yield the rows without a name of this kind."""
        return self._rows(NAMELESS, kind)

    def by_name(self, kind: int) -> Iterator[tuple[str, list[Row]]]:
        """Yield each name with its rows in the file's order, as the names first stand."""
        self._spill.do(INDEX)
        for (key,) in self._spill.rows(IN_ORDER, kind):
            yield of_key(key), list(self._rows(OWN, kind, key))

    def _rows(self, query: str, *values: object) -> Iterator[Row]:
        for _, source, row in self._spill.pieces(query, *values):
            yield replace(row, record=replace(row.record, source=source))
