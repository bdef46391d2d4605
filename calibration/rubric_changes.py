"""What changed from one version of a rubric to another."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from enum import StrEnum

from judging.rubrics import Criterion, RubricVersion, written

FIELDS = (
    "name",
    "question",
    "pass_when",
    "fail_when",
    "kind",
    "level",
    "sees",
    "applies_when",
    "examples",
    "meaning",
)


class Edit(StrEnum):
    """What became of some words."""

    KEPT = "kept"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Rewording:
    """
    One part of a criterion that reads otherwise in the later version.

    Attributes:
        pieces: Its words in order, some at a time, with what became of them.
    """

    field: str
    pieces: tuple[tuple[Edit, str], ...]


def changed_lines(first: RubricVersion, second: RubricVersion) -> list[str]:
    """Return a unified diff of the two as files; empty if nothing that they hold differs."""
    before, after = (written(version).splitlines() for version in (first, second))
    return list(unified_diff(before, after, first.label, second.label, lineterm=""))


def reworded(before: Criterion, after: Criterion) -> list[Rewording]:
    """Return the parts of a criterion that differ, word by word; empty if it reads the same."""
    return [
        Rewording(field, tuple(_pieces(*texts)))
        for field in FIELDS
        if (texts := (_text(before, field), _text(after, field)))[0] != texts[1]
    ]


def _text(criterion: Criterion, field: str) -> str:
    value = getattr(criterion, field)
    return "; ".join(value) if isinstance(value, tuple) else str(value or "")


def _pieces(before: str, after: str) -> Iterator[tuple[Edit, str]]:
    old, new = before.split(), after.split()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            yield Edit.KEPT, " ".join(old[i:j])
            continue
        if j > i:
            yield Edit.REMOVED, " ".join(old[i:j])
        if m > k:
            yield Edit.ADDED, " ".join(new[k:m])
