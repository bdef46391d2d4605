"""Records to JSON Lines."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TextIO

from judging.importers.importer import UnreadableError
from judging.importers.json_values import UNSTORABLE, check_depth, storable

SUFFIX = ".jsonl"
# Readers that end lines where Unicode does would find two in one.
BREAKS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
NOTHING: tuple[Any, ...] = (None, "", [], {}, ())
# How many levels stand around a tool call's arguments, in the line that has to be read again.
AROUND = 6


def write_lines(records: Iterable[Mapping[str, Any]], out: TextIO) -> int:
    """Write a record a line, and return how many there were."""
    count = 0
    for record in records:
        out.write(f"{as_json(record)}\n")
        count += 1
    return count


def as_json(value: Any) -> str:
    """
    Return `value` as JSON on one line.

    Characters that no database stores (NUL, halves of a pair) become U+FFFD, as on the way in.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if "\\u0000" in text:
        text = json.dumps(storable(value, text)[0], ensure_ascii=False, allow_nan=False)
    for character, escape in BREAKS.items():
        text = text.replace(character, escape)
    return UNSTORABLE.sub("\ufffd", text)


def stated(**fields: Any) -> dict[str, Any]:
    """Return those of `fields` that say something; a no and a zero do, an empty list does not."""
    return {name: value for name, value in fields.items() if value not in NOTHING}


def held(name: str, value: Any) -> dict[str, Any]:
    """Return the field `name` with any JSON value, or its text where it is nested too deep."""
    around = value
    for _ in range(AROUND):
        around = [around]
    try:
        check_depth(around)
    except UnreadableError:
        return {f"{name}_json": as_json(value)}
    return {name: value}


def moment(at: datetime | None) -> str | None:
    """Return a time in UTC as ISO 8601 writes it; one that names no zone is in UTC already."""
    if at is None:
        return None
    known = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    return known.isoformat().replace("+00:00", "Z")
