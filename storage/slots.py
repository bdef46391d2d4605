"""The anonymous rating slots of units that are taken, and with which files their answers came."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine, RowMapping, select

from judging.ratings import Outcome
from storage.store import Project
from storage.tables import ImportRow, LabelRow, ReviewerRow, table

LABEL, REVIEWER, IMPORT = table(LabelRow), table(ReviewerRow), table(ImportRow)
BATCH = 500
# Session, criterion, meaning and turn.
Unit = tuple[int, str, int, int]


@dataclass(frozen=True, slots=True)
class Taken:
    """
    The newest answer in one slot of one unit.

    Attributes:
        slot: Which, from 1.

        files: Those that it was imported from; none where it came in another way.

        outcome: None where the answer was taken back: the slot is not free for all that.
    """

    slot: int
    files: tuple[str, ...]
    outcome: Outcome | None
    rationale: str


def taken(project: Project, sessions: Iterable[int]) -> Mapping[Unit, Sequence[Taken]]:
    """Return the slots of each unit of `sessions` in which somebody has answered."""
    found: dict[Unit, dict[int, Taken]] = defaultdict(dict)
    # The rows of one slot come in order, and the newest stays.
    for row in _rows(project._engine, sorted(set(sessions))):  # noqa: SLF001  (a part of it like the others)
        slot, files = int(row["name"].removeprefix("slot ")), tuple(row["files"] or ())
        unit = (row["session_id"], row["criterion"], row["meaning"], row["turn"])
        found[unit][slot] = Taken(slot, files, row["outcome"], row["rationale"])
    return {unit: list(slots.values()) for unit, slots in found.items()}


def _rows(engine: Engine, sessions: Sequence[int]) -> Iterable[RowMapping]:
    query = (
        select(
            *(LABEL.c[name] for name in ("session_id", "criterion", "meaning", "turn")),
            *(LABEL.c.outcome, LABEL.c.rationale, REVIEWER.c.name, IMPORT.c.files),
        )
        .join(REVIEWER, LABEL.c.reviewer_id == REVIEWER.c.id)
        .outerjoin(IMPORT, LABEL.c.import_id == IMPORT.c.id)
        .where(REVIEWER.c.is_slot)
        .order_by(LABEL.c.seq)
    )
    with engine.connect() as connection:
        for start in range(0, len(sessions), BATCH):
            some = LABEL.c.session_id.in_(sessions[start : start + BATCH])
            yield from connection.execute(query.where(some)).mappings()
