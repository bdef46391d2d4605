"""Disagreements in words."""

from collections import Counter
from collections.abc import Sequence

from calibration.revision.disagreeing import Direction, Disagreement
from judging.rubrics import Criterion, Kind
from judging.wording import counted
from pages.parts import agreement_table
from storage import View

CELLS = {Direction.MISSED_FAILURE: "fn", Direction.FALSE_ALARM: "fp"}
VIEWS = {
    View.JUDGE_WRONG: "Judge is wrong",
    View.LABEL_SLIPPED: "Label slipped",
    View.RULE_UNCLEAR: "Rule is unclear",
}


def direction(way: Direction, criterion: Criterion) -> str:
    """Return how the judge differs on a criterion: what Agreement calls that cell of its table."""
    return agreement_table.cells(criterion)[CELLS[way]]


def summary(found: Sequence[Disagreement]) -> str:
    """Return how many there are, of which kinds, and how many were looked at, in Markdown."""
    kinds = Counter((one.criterion.kind, one.direction) for one in found)
    looked = sum(bool(one.views) for one in found)
    parts = [_kind(n, *which) for which, n in sorted(kinds.items(), key=_order)]
    said = f"**{counted(len(found), 'disagreement')}**: {', '.join(parts)}"
    return f"{said}; {looked:,} looked at." if found else "**No disagreement.**"


def _kind(n: int, kind: Kind, way: Direction) -> str:
    if kind is Kind.CONDITION:
        seen = "seen by the judge alone" if way is Direction.MISSED_FAILURE else "unseen"
        return f"{counted(n, 'condition')} {seen}"
    return counted(n, "missed failure" if way is Direction.MISSED_FAILURE else "false alarm")


def _order(entry: tuple[tuple[Kind, Direction], int]) -> tuple[bool, int]:
    kind, way = entry[0]
    return kind is Kind.CONDITION, list(Direction).index(way)
