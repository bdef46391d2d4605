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


def opened(record: Record) -> Iterator[Record] | None:
    """
    Return what is in a list, an envelope or a text of JSON.

    An envelope is an object whose only list has a usual name.

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
    return value[lists[0]] if len(lists) == 1 and lists[0] in NAMES else value


def _item(record: Record, number: int, value: Any) -> Record:
    where = f"{record.where}, item {number}"
    return Record(where, value, record.source, number, Unit.ITEM, record.notes)
