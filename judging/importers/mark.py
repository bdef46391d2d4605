"""The mark by which our own files are known again: each record names its kind and version."""

import re
from typing import Any

from judging.importers.importer import UnreadableError

FIELD = "format"
SESSION, TURN, LABEL, VERDICT = KINDS = ("session", "turn", "label", "verdict")
VERSION = 1
# Before the JSON of a text that a cell could not hold as it is.
IN_JSON = "json:"
MARK = re.compile(r"judging/([a-z]{1,20})@(\d{1,6})")


def mark(kind: str) -> str:
    """
    Return what stands in the field `format` of an exported record.

    >>> mark(SESSION)
    'judging/session@1'
    """
    return f"judging/{kind}@{VERSION}"


def kind_of(value: Any) -> str:
    """Return the kind of an exported record, of whatever version; empty for any other value."""
    found = _marked(value)
    return found[1] if found and found[1] in KINDS else ""


def check_version(value: Any) -> None:
    """
    Pass if this release reads records of that version.

    Raises:
        UnreadableError: If a newer one wrote it.
    """
    found = _marked(value)
    if found and int(found[2]) > VERSION:
        raise UnreadableError(
            f"A newer release wrote this: {found[0]} is above version {VERSION}. Update Judging."
        )


def _marked(value: Any) -> re.Match[str] | None:
    stated = value.get(FIELD) if isinstance(value, dict) else None
    return MARK.fullmatch(stated) if isinstance(stated, str) else None
