"""Gold, derived from labels and adjudications whenever either is added to."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from judging.gold import GoldVote, gold
from storage.tables import AdjudicationRow, GoldRow, LabelRow, ReviewerRow, table
from storage.tables.columns import now

LABEL, ADJUDICATION, GOLD = table(LabelRow), table(AdjudicationRow), table(GoldRow)
REVIEWER = table(ReviewerRow)
UNIT = ("made_by", "criterion", "meaning", "session_id", "turn")


def rewrite(connection: Connection, project: int, sessions: Sequence[int]) -> None:
    """Derive the gold of every unit of these sessions anew, inside the caller's transaction."""
    votes = _votes(connection, project, sessions)
    settled = {unit: gold(some) for unit, some in votes.items()}
    theirs = (GOLD.c.project_id == project, GOLD.c.session_id.in_(sessions))
    connection.execute(delete(GOLD).where(*theirs))
    rows = [
        dict(zip(UNIT, unit, strict=True))
        | {"project_id": project, "outcome": found.outcome, "basis": found.basis.value}
        | {"labels": found.votes, "updated_at": now()}
        for unit, found in settled.items()
        if found is not None
    ]
    if rows:
        connection.execute(insert(GOLD), rows)


def rebuild(connection: Connection, project: int) -> None:
    """Derive all gold of a project anew, a batch of sessions at a time."""
    labelled = select(LABEL.c.session_id).where(LABEL.c.project_id == project)
    settled = select(ADJUDICATION.c.session_id).where(ADJUDICATION.c.project_id == project)
    sessions = sorted(connection.scalars(labelled.union(settled)))
    for start in range(0, len(sessions), 500):
        rewrite(connection, project, sessions[start : start + 500])


def _votes(
    connection: Connection, project: int, sessions: Sequence[int]
) -> Mapping[tuple[Any, ...], list[GoldVote]]:
    votes: dict[tuple[Any, ...], list[GoldVote]] = defaultdict(list)
    named = select(LABEL, REVIEWER.c.name).join(REVIEWER, LABEL.c.reviewer_id == REVIEWER.c.id)
    given = named.where(LABEL.c.project_id == project, LABEL.c.session_id.in_(sessions))
    # By id, not by seq: reviewers' answers are compared in the order in which they came in.
    for row in connection.execute(given.order_by(LABEL.c.id)).mappings():
        unit = tuple(row[name] for name in UNIT)
        votes[unit].append(GoldVote(row["outcome"], row["name"], blind=row["blind"]))
    settled = select(ADJUDICATION).where(
        ADJUDICATION.c.project_id == project, ADJUDICATION.c.session_id.in_(sessions)
    )
    for row in connection.execute(settled.order_by(ADJUDICATION.c.seq)).mappings():
        unit = tuple(row[name] for name in UNIT)
        # Settlements replace one another whoever made them, so they count as one rater.
        votes[unit].append(GoldVote(row["outcome"], "settlement", adjudicated=True))
    return votes
