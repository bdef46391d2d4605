"""Units on which reviewers differ, and how somebody settled them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Engine, Select, exists, func, insert, select
from sqlalchemy.exc import IntegrityError

from judging.errors import StoreError
from judging.gold import Basis
from judging.ratings import Maker, Outcome
from storage import golds, kept_labels
from storage.engine import writing
from storage.kept_labels import KeptLabel
from storage.store import Project
from storage.tables import AdjudicationRow, ExposureRow, GoldRow, ReviewerRow, table
from storage.tables.columns import now

ADJUDICATION, GOLD = table(AdjudicationRow), table(GoldRow)
REVIEWER, EXPOSURE = table(ReviewerRow), table(ExposureRow)
BATCH = 500
Unit = tuple[int, str, int, int]


@dataclass(frozen=True, slots=True)
class Settlement:
    """
    How a unit was settled.

    Attributes:
        seq: The how-manyeth settlement of the unit it is; 0 where there is none.

        outcome: None takes the one before it back.

        reviewer: Who settled it, by name; a rating slot has none.

        blind: Whether they had been shown no verdict on the session; None where unknown.
    """

    seq: int
    outcome: Outcome | None
    reviewer: str | None
    reason: str
    blind: bool | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Conflict:
    """
    A unit to which people gave answers that count and differ.

    Attributes:
        basis: What its gold rests on; a tie is unsettled.

        labels: Each reviewer's that counts.

        settlements: All of them, the oldest first.
    """

    session: int
    criterion: str
    meaning: int
    turn: int
    basis: Basis
    labels: tuple[KeptLabel, ...]
    settlements: tuple[Settlement, ...]

    @property
    def newest(self) -> Settlement | None:
        """The settlement that counts, or None."""
        last = self.settlements[-1] if self.settlements else None
        return last if last and last.outcome is not None else None

    @property
    def seq(self) -> int:
        """The number of the last settlement; 0 without one."""
        return self.settlements[-1].seq if self.settlements else 0


@dataclass(frozen=True, slots=True)
class NewSettlement:
    """A settlement that is to be kept; `after` is the number of the last one that its giver saw."""

    session: int
    criterion: str
    meaning: int
    turn: int
    reviewer: int
    outcome: Outcome | None
    reason: str
    after: int


class Adjudications:
    """The conflicts of one project's reviewers. Settlements are only ever added to."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def conflicts(self) -> list[Conflict]:
        """Return all units on which people differ, by criterion, session and turn."""
        with self._engine.connect() as connection:
            bases = self._bases(connection)
            sessions = sorted({session for session, *_ in bases})
            found = [
                conflict
                for start in range(0, len(sessions), BATCH)
                for conflict in self._of(connection, sessions[start : start + BATCH], bases)
            ]
        return sorted(found, key=lambda one: (one.criterion, one.meaning, one.session, one.turn))

    def settle(self, new: NewSettlement) -> None:
        """
        Keep a settlement, and rewrite the gold of its session.

        Raises:
            StoreError: If somebody settled the unit after its giver had looked.
        """
        try:
            with writing(self._engine) as connection:
                self._settle(connection, new)
        except IntegrityError as error:
            # On a server that lets two write at once the other one took the number.
            raise _meanwhile() from error

    def has_seen(self, reviewer: int, session: int) -> bool:
        """Return whether a reviewer was ever shown a verdict on a session."""
        with self._engine.connect() as connection:
            return bool(connection.scalar(_seen(reviewer, session)))

    def _settle(self, connection: Connection, new: NewSettlement) -> None:
        unit: dict[str, Any] = {
            "project_id": self._project,
            "session_id": new.session,
            "criterion": new.criterion,
            "meaning": new.meaning,
            "turn": new.turn,
            "made_by": Maker.PERSON,
        }
        same = (ADJUDICATION.c[name] == value for name, value in unit.items())
        last = connection.scalar(select(func.max(ADJUDICATION.c.seq)).where(*same)) or 0
        if last != new.after:
            raise _meanwhile()
        row = {
            "seq": last + 1,
            "outcome": new.outcome,
            "reviewer_id": new.reviewer,
            "reason": new.reason,
            "blind": not connection.scalar(_seen(new.reviewer, new.session)),
            "created_at": now(),
        }
        connection.execute(insert(ADJUDICATION), unit | row)
        golds.rewrite(connection, self._project, [new.session])

    def _bases(self, connection: Connection) -> dict[Unit, Basis]:
        """Return the units with several answers that are not, or were not found, the same."""
        query = select(GOLD).where(
            GOLD.c.project_id == self._project,
            GOLD.c.made_by == Maker.PERSON,
            GOLD.c.labels > 1,
            GOLD.c.basis != Basis.UNANIMOUS,
        )
        rows = connection.execute(query).mappings()
        return {
            (r["session_id"], r["criterion"], r["meaning"], r["turn"]): Basis(r["basis"])
            for r in rows
        }

    def _of(
        self, connection: Connection, sessions: Sequence[int], bases: Mapping[Unit, Basis]
    ) -> Iterator[Conflict]:
        settled = _settlements(connection, sessions)
        counting = kept_labels.counting(connection, sessions)
        people = (kept for kept in counting if kept.label.made_by is Maker.PERSON)
        for unit, some in groupby(people, key=_unit):
            labels = tuple(some)
            if unit in bases and len({kept.label.outcome for kept in labels}) > 1:
                yield Conflict(*unit, bases[unit], labels, tuple(settled.get(unit, ())))


def of(project: Project) -> Adjudications:
    """Return the conflicts of the reviewers of `project`."""
    return Adjudications(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _seen(reviewer: int, session: int) -> Select[tuple[bool]]:
    return select(
        exists().where(
            EXPOSURE.c.reviewer_id == reviewer,
            EXPOSURE.c.session_id == session,
            EXPOSURE.c.verdict_id.is_not(None),
        )
    )


def _unit(kept: KeptLabel) -> Unit:
    return kept.session, kept.label.criterion, kept.meaning, kept.label.turn


def _settlements(
    connection: Connection, sessions: Sequence[int]
) -> Mapping[Unit, list[Settlement]]:
    query = (
        select(ADJUDICATION, REVIEWER.c.name, REVIEWER.c.is_slot)
        .join(REVIEWER, REVIEWER.c.id == ADJUDICATION.c.reviewer_id)
        .where(ADJUDICATION.c.session_id.in_(sessions), ADJUDICATION.c.made_by == Maker.PERSON)
        .order_by(ADJUDICATION.c.seq)
    )
    found: dict[Unit, list[Settlement]] = {}
    for row in connection.execute(query).mappings():
        unit = (row["session_id"], row["criterion"], row["meaning"], row["turn"])
        whose = None if row["is_slot"] else row["name"]
        fields = (row[name] for name in ("reason", "blind", "created_at"))
        found.setdefault(unit, []).append(Settlement(row["seq"], row["outcome"], whose, *fields))
    return found


def _meanwhile() -> StoreError:
    return StoreError(
        "Somebody settled this meanwhile.",
        fix="Read what they decided, and decide anew if you see it otherwise.",
    )
