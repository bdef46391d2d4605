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


class Change(StrEnum):
    """What became of a criterion."""

    ADDED = "added"
    REMOVED = "removed"
    REWORDED = "reworded"
    NEW_MEANING = "new_meaning"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Rewording:
    """
    One part of a criterion that reads otherwise in the later version.

    Attributes:
        pieces: Its words in order, some at a time, with what became of them.
    """

    field: str
    pieces: tuple[tuple[Edit, str], ...]


@dataclass(frozen=True, slots=True)
class CriterionChange:
    """
    One criterion of two versions.

    Attributes:
        criterion: As the later version has it; as the earlier one has it, where that is removed.

        rewordings: The parts that read otherwise; empty unless both versions have it.
    """

    criterion: Criterion
    change: Change
    rewordings: tuple[Rewording, ...] = ()


def itemised(first: RubricVersion, second: RubricVersion) -> list[CriterionChange]:
    """Return what became of every criterion: those of the later version, then what was removed."""
    before = {criterion.key: criterion for criterion in first.criteria}
    found = [_changed(before.get(criterion.key), criterion) for criterion in second.criteria]
    removed = (criterion for key, criterion in before.items() if key not in second.keys)
    return [*found, *(CriterionChange(criterion, Change.REMOVED) for criterion in removed)]


def _changed(before: Criterion | None, after: Criterion) -> CriterionChange:
    if before is None:
        return CriterionChange(after, Change.ADDED)
    rewordings = tuple(reworded(before, after))
    change = Change.REWORDED if rewordings else Change.UNCHANGED
    if before.meaning != after.meaning:
        change = Change.NEW_MEANING
    return CriterionChange(after, change, rewordings)


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
