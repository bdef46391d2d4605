"""What exports wrap their records in."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from judging.importers.importer import Record, Unit
from judging.importers.json_values import container

NAMES = (
    "data",
    "sessions",
    "conversations",
    "traces",
    "runs",
    "calls",
    "events",
    "spans",
    "samples",
    "simulations",
    "results",
    "items",
    "threads",
    "loglines",
)


# Of answers of interfaces and of single records; too common elsewhere to be a list of answers.
OTHERS = (
    "response",
    "result",
    "records",
    "rows",
    "entries",
    "export",
    "payload",
    "body",
    "documents",
    "chats",
    "transcripts",
    "dialogues",
)
KNOWN = frozenset((*NAMES, *OTHERS))


def opened(record: Record) -> Iterator[Record] | None:
    """
    Return what is in a list, an envelope or a text of JSON.

    An envelope is an object whose only list, or only list of more than words and numbers, has a
    usual name; or one without any such list, in which one object has a usual name.

    Returns:
        The items of a list, or what an envelope or text holds; None if there is nothing inside.
    """
    value = record.value
    if isinstance(value, list):
        items = (_item(record, number, item) for number, item in enumerate(value, 1))
        return items if value else None
    inner = container(value) if isinstance(value, str) else _enveloped(value)
    return None if inner is value else iter((replace(record, value=inner),))


def _enveloped(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    lists = [name for name, inner in value.items() if isinstance(inner, list)]
    full = [name for name in lists if any(isinstance(item, list | dict) for item in value[name])]
    objects = [name for name in KNOWN & value.keys() if isinstance(value[name], dict)]
    for found in (lists, full, [] if full else objects):
        if len(found) == 1 and found[0] in KNOWN:
            return value[found[0]]
    return value


def _item(record: Record, number: int, value: Any) -> Record:
    where = f"{record.where}, item {number}"
    return Record(where, value, record.source, number, Unit.ITEM, record.notes)
