"""The labels that count, and the settlements, of some sessions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, select

from judging.ratings import Citation, Label
from storage.tables import (
    AdjudicationRow,
    LabelRow,
    ReviewerRow,
    RubricRow,
    RubricVersionRow,
    SessionRow,
    table,
)

LABEL, ADJUDICATION, REVIEWER = table(LabelRow), table(AdjudicationRow), table(ReviewerRow)
SESSION, RUBRIC, VERSION = table(SessionRow), table(RubricRow), table(RubricVersionRow)
UNIT = ("session_id", "criterion", "meaning", "turn")


@dataclass(frozen=True, slots=True)
class KeptLabel:
    """
    A label that counts, or a settlement, with the number of its criterion's meaning.

    Attributes:
        id: The label's number; None for a settlement.

        reviewer: The number of who gave it.
    """

    id: int | None
    session: int
    reviewer: int
    meaning: int
    label: Label


def counting(connection: Connection, sessions: Sequence[int]) -> Iterator[KeptLabel]:
    """Yield the label of each reviewer on each unit that counts: `judging.gold`, one by one."""
    # By session alone, which has one project: SQLite would go through all of a project's labels.
    versions = VERSION.join(RUBRIC, VERSION.c.rubric_id == RUBRIC.c.id)
    shown = select(VERSION.c.id, VERSION.c.number, RUBRIC.c.name).select_from(versions).subquery()
    query = (
        select(
            LABEL,
            *_named(),
            shown.c.name.label("rubric_name"),
            shown.c.number.label("rubric_number"),
        )
        .join(REVIEWER, LABEL.c.reviewer_id == REVIEWER.c.id)
        .join(SESSION, LABEL.c.session_id == SESSION.c.id)
        .outerjoin(shown, LABEL.c.rubric_version_id == shown.c.id)
        .where(LABEL.c.session_id.in_(sessions))
        .order_by(*(LABEL.c[name] for name in (*UNIT, "reviewer_id", "seq")))
    )
    rows = connection.execute(query).mappings()
    for _, history in groupby(rows, key=itemgetter(*UNIT, "reviewer_id")):
        if counts := that_counts(history):
            yield KeptLabel(
                counts["id"],
                counts["session_id"],
                counts["reviewer_id"],
                counts["meaning"],
                _label(counts),
            )


def that_counts(history: Iterable[RowMapping]) -> RowMapping | None:
    """
    Return which of one reviewer's labels on one unit counts: `judging.gold`, on rows.

    Args:
        history: All of them with their `outcome` and whether `blind`, the earliest first.

    Returns:
        The latest one given blind, else the latest; None where it was taken back.
    """
    counts: RowMapping | None = None
    for row in history:
        if row["outcome"] is None:
            counts = None
        elif row["blind"] is True or counts is None or counts["blind"] is not True:
            counts = row
    return counts


def settlements(connection: Connection, sessions: Sequence[int]) -> Iterator[KeptLabel]:
    """Yield the newest settlement of each unit and kind of maker, unless it was taken back."""
    query = (
        select(ADJUDICATION, *_named())
        .join(REVIEWER, ADJUDICATION.c.reviewer_id == REVIEWER.c.id)
        .join(SESSION, ADJUDICATION.c.session_id == SESSION.c.id)
        .where(ADJUDICATION.c.session_id.in_(sessions))
        .order_by(*(ADJUDICATION.c[name] for name in (*UNIT, "made_by", "seq")))
    )
    rows = connection.execute(query).mappings()
    for _, history in groupby(rows, key=itemgetter(*UNIT, "made_by")):
        *_, newest = history
        if newest["outcome"] is not None:
            label = Label(**_same(newest), rationale=newest["reason"], adjudicated=True)
            session, reviewer = newest["session_id"], newest["reviewer_id"]
            yield KeptLabel(None, session, reviewer, newest["meaning"], label)


def _named() -> tuple[ColumnElement[Any], ...]:
    return REVIEWER.c.name, REVIEWER.c.is_slot, SESSION.c.external_id


def _label(row: RowMapping) -> Label:
    name, number = row["rubric_name"], row["rubric_number"]
    return Label(
        **_same(row),
        rationale=row["rationale"],
        citations=tuple(Citation(**citation) for citation in row["citations"]),
        raw_value=row["raw_value"],
        rubric=None if name is None else f"{name}@{number}",
        blind=row["blind"],
        stratum=row["stratum"],
        inclusion_prob=row["inclusion_prob"],
        seconds_spent=row["seconds_spent"],
    )


def _same(row: RowMapping) -> Mapping[str, Any]:
    """Return what a label and a settlement have in common."""
    return {
        "session": row["external_id"],
        "criterion": row["criterion"],
        "turn": row["turn"],
        "outcome": row["outcome"],
        "made_by": row["made_by"],
        "created_at": row["created_at"],
        "reviewer": None if row["is_slot"] else row["name"],
        "slot": int(row["name"].removeprefix("slot ")) if row["is_slot"] else 0,
    }


def order(kept: KeptLabel) -> tuple[Any, ...]:
    """Return what labels are sorted by: nothing that depends on when they were given."""
    label = kept.label
    return (
        kept.session,
        label.criterion,
        kept.meaning,
        label.turn,
        label.adjudicated,
        label.slot,
        label.reviewer or "",
        label.made_by,
    )
