"""What exports wrap their records in."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from judging.importers.fields import MESSAGES, first, session_id
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
# Of one conversation, not of several: what was asked, and answers to it to choose from.
HALVES = frozenset(("prompt", "completion", "chosen", "rejected", "input", "output", "ideal"))


def opened(record: Record) -> Iterator[Record] | None:
    """
    Return what is in a list, an envelope or a text of JSON.

    Of an object of conversations each is an item, its key being its id where it has none.
    An envelope is another object whose only list, or only list of more than words and numbers,
    has a usual name; or one without any such list, in which one object has a usual name.

    Returns:
        The items of a list, or what an envelope or text holds; None if there is nothing inside.
    """
    value = record.value
    if isinstance(value, list):
        items = (_item(record, number, item) for number, item in enumerate(value, 1))
        return items if value else None
    if isinstance(value, dict) and _holds_sessions(value):
        return (_item(record, *named) for named in enumerate(_named(value), 1))
    inner = container(value) if isinstance(value, str) else _enveloped(value)
    return None if inner is value else iter((replace(record, value=inner),))


def _holds_sessions(value: dict[str, Any]) -> bool:
    return bool(value) and not HALVES & value.keys() and all(map(_is_session, value.values()))


def _is_session(value: Any) -> bool:
    """Tell whether a value is a conversation: messages with a role, or what holds such."""
    held = first(value, MESSAGES) if isinstance(value, dict) else value
    return isinstance(held, list) and bool(held) and all(map(_has_role, held))


def _has_role(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("role"), str)


def _named(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield conversations that stand under their ids, each with its id."""
    for name, held in value.items():
        session = held if isinstance(held, dict) else {"messages": held}
        yield session if session_id(session) else {**session, "id": name}


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
