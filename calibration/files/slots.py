"""Which anonymous slot each nameless answer of a file goes into."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import PurePath

from judging.importers import RatingRow
from storage.slots import Taken, Unit


class Slots:
    """
    Gives the nameless answers of one file their slots: what others answered is never replaced.

    An answer that came with the same file before is the file's own, and is revised in its place.
    """

    def __init__(self, file: str, taken: Mapping[Unit, Sequence[Taken]]) -> None:
        self._file, self._taken = file, taken
        self._given: dict[tuple[Unit, bool], set[int]] = defaultdict(set)
        self._beside: set[Unit] = set()
        self._revised = 0

    def give(self, unit: Unit, row: RatingRow) -> int:
        """Return the slot of the next nameless answer on `unit`, each slot once."""
        before = {one.slot: one for one in self._taken.get(unit, ()) if not row.adjudicated}
        others = {slot for slot, one in before.items() if not is_same_file(self._file, one.files)}
        if row.slot in others and _is_equal(before[row.slot], row):
            # A slot that the file names is of a project's export, and comes home.
            others.remove(row.slot)
        given = self._given[unit, row.adjudicated]
        named = [row.slot] if row.slot else []
        slot = next(n for n in chain(named, count(1)) if n not in given | others)
        self._note(unit, row, before, slot)
        given.add(slot)
        return slot

    @property
    def notes(self) -> list[str]:
        """What a person should know who believes that the file's answers are the first."""
        notes = []
        if beside := len(self._beside):
            had = "unit had" if beside == 1 else "units had"
            notes.append(f"{beside:,} {had} anonymous answers before; these are kept beside them.")
        if self._revised:
            answers = "answer" if self._revised == 1 else "answers"
            notes.append(
                f"{self._file} replaces {self._revised:,} anonymous {answers} that came with a "
                "file of this name before. Another rater's file needs another name."
            )
        return notes

    def _note(self, unit: Unit, row: RatingRow, before: Mapping[int, Taken], slot: int) -> None:
        if slot not in before:
            self._beside |= {unit} if before.keys() - self._given[unit, False] else set()
        elif before[slot].outcome is not row.outcome:
            self._revised += 1


def is_same_file(file: str, others: Sequence[str]) -> bool:
    """Tell whether one of `others` is `file`, which may be named by a longer or shorter path."""
    parts = PurePath(file).parts
    return any(
        parts[-length:] == theirs[-length:]
        for theirs in (PurePath(other).parts for other in others)
        if (length := min(len(parts), len(theirs)))
    )


def _is_equal(one: Taken, row: RatingRow) -> bool:
    return (one.outcome, one.rationale) == (row.outcome, row.note)
