"""What a mapping may name: the lists, columns and speakers' words of a file, with an example."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from judging.importers.columns import fields_of
from judging.importers.fields import as_id
from judging.importers.importer import Record, Source
from judging.importers.json_values import container
from judging.importers.paths import Placed, objects_at, value_at
from judging.importers.records import pieces
from judging.importers.roles import is_role
from judging.importers.session_mapping import LONG, OPTIONAL, PAIRS, SessionMapping

# Of a file that is only looked at.
RECORDS, ITEMS, DEEPEST = 200, 50, 6
MOST_COLUMNS, MOST_WORDS = 100, 12


@dataclass(frozen=True, slots=True)
class Choices:
    """
    The beginning of a file.

    Attributes:
        values: What its first records hold, of each list in them the first items.
    """

    values: tuple[Any, ...]

    @classmethod
    def of(cls, source: Source) -> "Choices":
        """Return the beginning of `source`; nothing where no record of it can be read."""
        records = (piece.value for piece in pieces(source) if isinstance(piece, Record))
        return cls(tuple(map(_beginning, islice(records, RECORDS))))

    @property
    def lists(self) -> tuple[str, ...]:
        """Where lists of objects stand, the likeliest first; empty text for the records."""
        found = Counter(path for value in self.values for path in _lists(value))
        return tuple(sorted(found, key=lambda path: (-self._likeness(path), -found[path])))

    def columns(self, path: str) -> dict[str, str]:
        """Return the columns of the objects in a list and around it, each with an example."""
        found: dict[str, str] = {}
        for placed in self._objects(path):
            *around, message = placed.objects
            outer = {
                column: example
                for at in around
                for column, example in _leaves(at)
                if not isinstance(at.get(column), list)
            }
            for column, example in _leaves(message):
                _add(found, f"{path}.{column}" if column in outer else column, example)
            for column, example in outer.items():
                _add(found, column, example)
        return dict(islice(found.items(), MOST_COLUMNS))

    def suggested(self, path: str) -> SessionMapping:
        """Return the columns of a list that their names tell; what they do not tell is empty."""
        columns = self.columns(path)
        known = fields_of(dict.fromkeys(columns, ""))
        last = {column.rpartition(".")[2]: column for column in reversed(columns)}
        by_last = {name: last[column] for name, column in fields_of(last).items()}
        told = by_last | known
        is_pairs = set(PAIRS) <= told.keys() and not set(LONG) <= told.keys()
        wanted = (*(PAIRS if is_pairs else LONG), *OPTIONAL)
        stated: dict[str, Any] = {name: told[name] for name in wanted if name in told}
        return SessionMapping(list=path, id=told.get("session") or told.get("id", ""), **stated)

    def unknown_speakers(self, path: str, column: str) -> tuple[str, ...]:
        """Return the words of a column of speakers whose role nobody knows, the commonest first."""
        words: Counter[str] = Counter()
        for placed in self._objects(path):
            inward = reversed(placed.objects)
            found = next((v for at in inward if (v := value_at(at, column)) is not None), None)
            word = as_id(found)
            words[word] += bool(word) and not is_role(word)
        return tuple(word for word, count in words.most_common(MOST_WORDS) if count)

    def _likeness(self, path: str) -> int:
        mapping = self.suggested(path)
        return sum(bool(getattr(mapping, name)) for name in (*LONG, *PAIRS))

    def _objects(self, path: str) -> Iterator[Placed]:
        found = (placed for value in self.values for placed in objects_at(value, path))
        return islice(found, RECORDS)


def _beginning(value: Any) -> Any:
    """Return a value with the first items of its lists alone: all of a file would be kept else."""
    if isinstance(value, list):
        return [_beginning(item) for item in value[:ITEMS]]
    if isinstance(value, dict):
        return {key: _beginning(inner) for key, inner in value.items()}
    return value


def _lists(value: Any, path: str = "", depth: int = 0) -> Iterator[str]:
    """Yield where lists of objects stand in a record, which may be one itself."""
    inner = container(value)
    if depth == 0 and isinstance(inner, dict | list):
        yield ""
    if isinstance(inner, list):
        for item in inner[:ITEMS]:
            yield from _inside(item, path, depth)
    else:
        yield from _inside(inner, path, depth)


def _inside(value: Any, path: str, depth: int) -> Iterator[str]:
    if not isinstance(value, dict) or depth == DEEPEST:
        return
    for key, held in value.items():
        inner, place = container(held), f"{path}.{key}" if path else key
        if isinstance(inner, list) and any(isinstance(item, dict) for item in inner[:ITEMS]):
            yield place
        if isinstance(inner, list | dict):
            yield from _lists(inner, place, depth + 1)


def _leaves(value: dict[str, Any], path: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the columns of an object that hold something, and how it begins."""
    for key, held in value.items():
        place = f"{path}.{key}" if path else key
        if isinstance(held, dict) and depth < DEEPEST:
            yield from _leaves(held, place, depth + 1)
        elif isinstance(held, str | int | float) or _holds_text(held):
            yield place, str(held)[:60]


def _holds_text(value: Any) -> bool:
    """Tell whether it is a list of texts or blocks, as the content of a message may be."""
    return isinstance(value, list) and any(_is_block(item) for item in value[:ITEMS])


def _is_block(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and "text" in value)


def _add(found: dict[str, str], column: str, example: str) -> None:
    if not found.get(column):
        found[column] = example
