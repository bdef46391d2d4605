"""Mapping files for labels and verdicts: which list and columns of a file are what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judging.errors import SessionFileError
from judging.importers.importer import Record, Rejected, Source
from judging.importers.mapping_file import as_yaml, fields_in, text_in, text_of
from judging.importers.paths import Placed, objects_at, value_at
from judging.importers.rating_shapes import FlatRow
from judging.importers.records import pieces

COLUMNS = (
    "session_id",
    "criterion",
    "value",
    "turn",
    "reviewer",
    "cited_turns",
    "note",
    "made_by",
    "blind",
    "stratum",
    "inclusion_prob",
    "adjudicated",
    "created_at",
    "judge",
    "rubric",
)
FIELDS = ("list", *COLUMNS, "criteria", "pass", "fail")


@dataclass(frozen=True, slots=True)
class RatingMapping:
    """
    Where in a file its answers stand.

    Attributes:
        list: The keys, with dots between, that lead to the list of answers; empty where each
            record or row is one.

        columns: The file's column for each of ours.

        criteria: The criterion of each column of answers, where a row has several.

        passes: Values that are a pass.

        fails: Values that are a fail.
    """

    list: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    criteria: Mapping[str, str] = field(default_factory=dict)
    passes: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()


def read(text: str, *, where: str = "the mapping") -> RatingMapping:
    """
    Read a mapping from YAML text.

    Args:
        text: A line for each of `FIELDS` that the file has; docs/formats.md says what they mean.

        where: What an error names: the file's path.

    Raises:
        SessionFileError: Naming the line or the field that is not as it should be.
    """
    fields = fields_in(text, FIELDS, where)
    columns = {n: text_of(fields[n], f"{where}, {n}") for n in fields if n in COLUMNS}
    criteria = _criteria(fields.get("criteria") or {}, f"{where}, criteria")
    if not columns.get("session_id") or bool(columns.get("value")) == bool(criteria):
        raise SessionFileError(
            "The mapping is not complete.",
            where=where,
            fix="Name session_id, and value or the columns under criteria.",
        )
    return RatingMapping(
        list=text_of(fields.get("list"), f"{where}, list"),
        columns={name: column for name, column in columns.items() if column},
        criteria=criteria,
        passes=_values(fields.get("pass")),
        fails=_values(fields.get("fail")),
    )


def read_file(path: Path) -> RatingMapping:
    """
    Read the mapping in `path`.

    Raises:
        SessionFileError: If the file is not there, is no text, or is no mapping.
    """
    return read(text_in(path), where=str(path))


def written(mapping: RatingMapping) -> str:
    """Return `mapping` as the text of a file that reads back equal."""
    return as_yaml(
        {
            "list": mapping.list,
            **{name: mapping.columns.get(name) for name in COLUMNS},
            "criteria": dict(mapping.criteria),
            "pass": [*mapping.passes],
            "fail": [*mapping.fails],
        }
    )


def mapped_rows(source: Source, mapping: RatingMapping) -> Iterator[FlatRow | Rejected]:
    """Yield the rows that `mapping` finds in a file, with nothing but what it names."""
    for piece in pieces(source):
        if isinstance(piece, Rejected):
            yield piece
        elif isinstance(piece, Record):
            yield from _rows(piece, mapping)


def _rows(record: Record, mapping: RatingMapping) -> Iterator[FlatRow | Rejected]:
    found = False
    for placed in objects_at(record.value, mapping.list):
        found = True
        place = ".".join(map(str, placed.at))
        where = f"{record.where}, item {place}" if place else record.where
        yield FlatRow(where, _values_of(placed, mapping))
    if not found:
        place = f" at {mapping.list}" if mapping.list else ""
        yield Rejected(record.where, f"There is no list of answers{place}. Name another one.")


def _values_of(placed: Placed, mapping: RatingMapping) -> dict[str, Any]:
    named = {**mapping.columns, **{key: column for column, key in mapping.criteria.items()}}
    return {name: _value(placed, column) for name, column in named.items()}


def _value(placed: Placed, column: str) -> Any:
    """Return a column's value: the answer's own, else that of the nearest object around it."""
    inward = reversed(placed.objects)
    return next((v for at in inward if (v := value_at(at, column)) is not None), None)


def _criteria(value: Any, where: str) -> dict[str, str]:
    if not isinstance(value, dict):
        raise SessionFileError(
            f"{value!r:.60} names no columns.", where=where, fix="Write `COLUMN: criterion` lines."
        )
    return {str(column): text_of(key, f"{where}, {column}") for column, key in value.items()}


def _values(value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(spelt(item) for item in values if item is not None)


def spelt(value: Any) -> str:
    """Return a value as a mapping writes it: `true` for what YAML and JSON both have as one."""
    return str(value).lower() if isinstance(value, bool) else str(value)
