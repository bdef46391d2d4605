"""What the labels and verdicts on one criterion add up to."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from judging.ratings import Outcome, Problem

DECIDED = (Outcome.PASS, Outcome.FAIL)
# The order of the four counts everywhere; the reference's outcome first.
CELLS = {
    "tp": (Outcome.FAIL, Outcome.FAIL),
    "fn": (Outcome.FAIL, Outcome.PASS),
    "fp": (Outcome.PASS, Outcome.FAIL),
    "tn": (Outcome.PASS, Outcome.PASS),
}
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Pattern:
    """So many groups (tasks, templates, or single sessions) have just these four counts."""

    tp: int
    fn: int
    fp: int
    tn: int
    groups: int


@dataclass(frozen=True, slots=True)
class Counts:
    """
    Labels counted against verdicts; everything that agreement needs, and no unit by name.

    Attributes:
        patterns: The decided units' counts by group, equal groups together, in order.

        statuses: How many units have each pair of outcomes, the reference's first.

        sessions: How many sessions have a decided pair.

        asked: How many units the judge was asked for, labelled or not, by outcome and problem.

        labelled: How many units the reference has, judged or not; None counts the ties.
    """

    patterns: tuple[Pattern, ...]
    statuses: Mapping[tuple[Outcome, Outcome], int]
    sessions: int
    asked: Mapping[tuple[Outcome, Problem | None], int]
    labelled: Mapping[Outcome | None, int]

    @property
    def units(self) -> int:
        """How many units the judge was asked for, labelled or not."""
        return sum(self.asked.values())

    @property
    def judged(self) -> dict[Outcome, int]:
        """How many units the judge was asked for, labelled or not, by outcome."""
        found: Counter[Outcome] = Counter()
        for (outcome, _), n in self.asked.items():
            found[outcome] += n
        return dict(found)

    @property
    def problems(self) -> dict[Problem, int]:
        """How many of them are not scored, by problem."""
        return {problem: n for (_, problem), n in self.asked.items() if problem is not None}

    def revised(self, before: "Counts", after: "Counts") -> "Counts":
        """Return these counts once some groups, which came to `before`, come to `after`."""
        return replace(
            self,
            patterns=_listed(_moved(*(_by_cells(some.patterns) for some in (self, before, after)))),
            statuses=_moved(self.statuses, before.statuses, after.statuses),
            sessions=self.sessions - before.sessions + after.sessions,
            labelled=_moved(self.labelled, before.labelled, after.labelled),
        )

    def as_json(self) -> dict[str, Any]:
        """Return what `of_json` makes these counts of."""
        return {
            "patterns": [[p.tp, p.fn, p.fp, p.tn, p.groups] for p in self.patterns],
            "statuses": [[*pair, n] for pair, n in self.statuses.items()],
            "sessions": self.sessions,
            "asked": [[*pair, n] for pair, n in self.asked.items()],
            "labelled": [[outcome, n] for outcome, n in self.labelled.items()],
        }

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "Counts":
        """Return the counts that were kept."""
        return cls(
            patterns=tuple(Pattern(*row) for row in kept["patterns"]),
            statuses={(Outcome(h), Outcome(j)): n for h, j, n in kept["statuses"]},
            sessions=kept["sessions"],
            asked={(Outcome(o), Problem(p) if p else None): n for o, p, n in kept["asked"]},
            labelled={Outcome(o) if o else None: n for o, n in kept["labelled"]},
        )


def _by_cells(some: Iterable[Pattern]) -> dict[tuple[int, int, int, int], int]:
    return {(one.tp, one.fn, one.fp, one.tn): one.groups for one in some}


def _moved(
    whole: Mapping[Key, int], before: Mapping[Key, int], after: Mapping[Key, int]
) -> dict[Key, int]:
    found = Counter(whole)
    found.subtract(before)
    found.update(after)
    return {key: n for key, n in found.items() if n}


def patterns(rows: Iterable[tuple[str, Outcome, Outcome, int]]) -> tuple[Pattern, ...]:
    """
    Put groups with equal counts together.

    Args:
        rows: Group, the reference's outcome, the judge's, and on how many units; the rows of
            one group follow one another.
    """
    found: Counter[tuple[int, int, int, int]] = Counter()
    cells, current = [0, 0, 0, 0], None
    for group, human, judged, n in rows:
        if group != current:
            found[cells[0], cells[1], cells[2], cells[3]] += 1
            cells, current = [0, 0, 0, 0], group
        if human in DECIDED and judged in DECIDED:
            cells[2 * (human is Outcome.PASS) + (judged is Outcome.PASS)] += n
    found[cells[0], cells[1], cells[2], cells[3]] += 1
    del found[0, 0, 0, 0]
    return _listed(found)


def _listed(by_cells: Mapping[tuple[int, int, int, int], int]) -> tuple[Pattern, ...]:
    return tuple(Pattern(*four, n) for four, n in sorted(by_cells.items()))
