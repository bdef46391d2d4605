"""Labels as they are kept: history is only ever added to, and gold follows in the same breath."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, RowMapping, func, insert, select
from sqlalchemy.exc import IntegrityError

from judging.ratings import Citation, Label, Maker
from storage import citations, golds
from storage.engine import writing
from storage.reviewers import number_of
from storage.tables import (
    AdjudicationRow,
    GoldRow,
    LabelRow,
    ReviewerRow,
    SessionRow,
    table,
)
from storage.tables.columns import now

LABEL, ADJUDICATION, GOLD = table(LabelRow), table(AdjudicationRow), table(GoldRow)
REVIEWER, SESSION = table(ReviewerRow), table(SessionRow)
BATCH = 500
TRIES = 10
Key = tuple[str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class NewLabel:
    """A label that is to be kept, with the numbers of what it is about."""

    session: int
    meaning: int
    label: Label
    rubric_version: int | None = None


@dataclass(frozen=True, slots=True)
class StoredLabel:
    """A label with its number in the database."""

    id: int
    meaning: int
    label: Label
    created_at: datetime


class Labels:
    """The labels of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def add(self, labels: Sequence[NewLabel], *, import_id: int | None = None) -> int:
        """
        Keep `labels`, all or none, and rewrite the gold of their units.

        Returns:
            How many were new: one equal to its reviewer's newest on the unit is left out,
            so that the same file twice changes nothing.
        """
        for _ in range(TRIES - 1):
            # Another writer took the same seq, or the same unit's gold, on a server that lets
            # two write at once: what it wrote is there now, so count again.
            with suppress(IntegrityError):
                return self._add_all(labels, import_id)
        return self._add_all(labels, import_id)

    def of_session(self, session: int) -> list[StoredLabel]:
        """Return every reviewer's newest label on a session, retracted ones left out."""
        with self._engine.connect() as connection:
            newest = _newest(connection, self._project, [session])
        return [_stored(row) for row in newest.values() if row["outcome"] is not None]

    def count(self) -> int:
        """Return how many labels were ever given, changes of mind included."""
        mine = select(func.count()).where(LABEL.c.project_id == self._project)
        with self._engine.connect() as connection:
            return connection.scalar(mine) or 0

    def revision(self) -> tuple[int, int]:
        """Return the newest label's and adjudication's numbers: caches are keyed by them."""
        newest = [
            select(func.max(t.c.id)).where(t.c.project_id == self._project)
            for t in (LABEL, ADJUDICATION)
        ]
        with self._engine.connect() as connection:
            return connection.scalar(newest[0]) or 0, connection.scalar(newest[1]) or 0

    def labelled(self, reviewer: int | None = None) -> set[int]:
        """Return the sessions that have a label, or one by `reviewer`."""
        query = select(LABEL.c.session_id).where(LABEL.c.project_id == self._project)
        if reviewer is not None:
            query = query.where(LABEL.c.reviewer_id == reviewer)
        with self._engine.connect() as connection:
            return set(connection.scalars(query.distinct()))

    def given(self) -> dict[int, int]:
        """Return on how many units each reviewer has given a label, also one taken back since."""
        units = (LABEL.c.project_id == self._project, LABEL.c.seq == 1)
        query = select(LABEL.c.reviewer_id, func.count()).where(*units)
        with self._engine.connect() as connection:
            return {who: n for who, n in connection.execute(query.group_by(LABEL.c.reviewer_id))}  # noqa: C416

    def makers(self) -> list[Maker]:
        """Return the kinds of maker that have gold."""
        theirs = select(GOLD.c.session_id).where(GOLD.c.project_id == self._project).limit(1)
        with self._engine.connect() as connection:
            return [m for m in Maker if connection.scalar(theirs.where(GOLD.c.made_by == m))]

    def _add_all(self, labels: Sequence[NewLabel], import_id: int | None) -> int:
        with writing(self._engine) as connection:
            return sum(
                self._add(connection, labels[start : start + BATCH], import_id)
                for start in range(0, len(labels), BATCH)
            )

    def _add(
        self, connection: Connection, labels: Sequence[NewLabel], import_id: int | None
    ) -> int:
        sessions = sorted({new.session for new in labels})
        newest = _newest(connection, self._project, sessions)
        reviewers: dict[tuple[str | None, int], int] = {}
        added = 0
        for new in labels:
            who = (new.label.reviewer, new.label.slot)
            if who not in reviewers:
                reviewers[who] = number_of(connection, self._project, *who)
            if new.label.adjudicated:
                added += _settle(connection, self._project, new, reviewers[who])
                continue
            key = _key(new, reviewers[who])
            row = _row(self._project, new, reviewers[who], import_id)
            before = newest.get(key)
            if before is not None and _is_equal(before, row):
                continue
            row["seq"] = before["seq"] + 1 if before is not None else 1
            connection.execute(insert(LABEL), row)
            newest[key] = row
            added += 1
        if added:
            golds.rewrite(connection, self._project, sessions)
        return added


def _key(new: NewLabel, reviewer: int) -> Key:
    return (new.label.criterion, new.meaning, new.session, new.label.turn, reviewer)


def _newest(
    connection: Connection, project: int, sessions: Sequence[int]
) -> dict[Key, RowMapping | dict[str, Any]]:
    query = (
        select(LABEL, REVIEWER.c.name, REVIEWER.c.is_slot, SESSION.c.external_id)
        .join(REVIEWER, LABEL.c.reviewer_id == REVIEWER.c.id)
        .join(SESSION, LABEL.c.session_id == SESSION.c.id)
        .where(LABEL.c.project_id == project, LABEL.c.session_id.in_(sessions))
        .order_by(LABEL.c.seq)
    )
    rows = connection.execute(query).mappings()
    return {
        (r["criterion"], r["meaning"], r["session_id"], r["turn"], r["reviewer_id"]): r
        for r in rows
    }


def _is_equal(before: RowMapping | dict[str, Any], row: Mapping[str, Any]) -> bool:
    compared = ("outcome", "made_by", "rationale", "citations", "raw_value", "blind", "stratum")
    return all(before[name] == row[name] for name in (*compared, "inclusion_prob"))


def _row(project: int, new: NewLabel, reviewer: int, import_id: int | None) -> dict[str, Any]:
    label = new.label
    same = ("criterion", "turn", "outcome", "made_by", "rationale", "raw_value", "blind")
    values = {name: getattr(label, name) for name in (*same, "stratum", "inclusion_prob")}
    return values | {
        "project_id": project,
        "session_id": new.session,
        "meaning": new.meaning,
        "reviewer_id": reviewer,
        "rubric_version_id": new.rubric_version,
        "citations": citations.as_json(label.citations),
        "seconds_spent": label.seconds_spent,
        "event_id": None,
        "import_id": import_id,
        "created_at": label.created_at or now(),
        "recorded_at": now(),
    }


def _settle(connection: Connection, project: int, new: NewLabel, reviewer: int) -> int:
    unit: dict[str, Any] = {
        "project_id": project,
        "session_id": new.session,
        "criterion": new.label.criterion,
        "meaning": new.meaning,
        "turn": new.label.turn,
        "made_by": new.label.made_by,
    }
    earlier = select(ADJUDICATION.c.seq, ADJUDICATION.c.outcome, ADJUDICATION.c.reason).where(
        *(ADJUDICATION.c[name] == value for name, value in unit.items())
    )
    last = connection.execute(earlier.order_by(ADJUDICATION.c.seq.desc())).first()
    if last and (last.outcome, last.reason) == (new.label.outcome, new.label.rationale):
        return 0
    row = AdjudicationRow(
        seq=last.seq + 1 if last else 1,
        outcome=new.label.outcome,
        reviewer_id=reviewer,
        reason=new.label.rationale,
        created_at=new.label.created_at or now(),
        **unit,
    )
    connection.execute(insert(ADJUDICATION), row.model_dump(exclude={"id"}))
    return 1


def _stored(row: RowMapping | dict[str, Any]) -> StoredLabel:
    label = Label(
        session=row["external_id"],
        criterion=row["criterion"],
        outcome=row["outcome"],
        reviewer=None if row["is_slot"] else row["name"],
        turn=row["turn"],
        slot=int(row["name"].removeprefix("slot ")) if row["is_slot"] else 0,
        made_by=row["made_by"],
        rationale=row["rationale"],
        citations=tuple(Citation(**c) for c in row["citations"]),
        raw_value=row["raw_value"],
        blind=row["blind"],
        stratum=row["stratum"],
        inclusion_prob=row["inclusion_prob"],
        seconds_spent=row["seconds_spent"],
        created_at=row["created_at"],
    )
    return StoredLabel(row["id"], row["meaning"], label, row["created_at"])
