"""The labels that results rest on, as one hash."""

import hashlib
import json
from collections.abc import Iterable
from typing import NamedTuple


class CountedLabel(NamedTuple):
    """The settled label of one unit, as it counted; turn 0 is the session as a whole."""

    session: str
    criterion: str
    meaning: int
    turn: int
    outcome: str


def label_set(labels: Iterable[CountedLabel]) -> str:
    """
    Return the SHA-256, in hexadecimal, of `labels` in whatever order they come.

    Of each unit the settled label counts, not how often or by whom it was given: a second
    reviewer who says the same leaves the hash as it is.

    >>> label_set([])[:8]
    'e3b0c442'
    """
    digest = hashlib.sha256()
    for label in sorted(labels):
        line = json.dumps(label, ensure_ascii=True, separators=(",", ":"))
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()
