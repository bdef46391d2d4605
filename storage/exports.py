"""Labels and verdicts on their way out: session after session, so that memory stays flat."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, exists, insert, or_, select

from judging.bundle import CountedLabel
from storage import kept_labels
from storage.agreement import Agreement
from storage.engine import writing
from storage.kept_labels import KeptLabel, counting, settlements
from storage.kept_verdicts import KeptVerdict, standing
from storage.references import Compared
from storage.store import Project
from storage.tables import (
    AdjudicationRow,
    ExposureRow,
    LabelRow,
    SessionRow,
    VerdictRow,
    table,
)
from storage.tables.columns import now

LABEL, ADJUDICATION, VERDICT = table(LabelRow), table(AdjudicationRow), table(VerdictRow)
SESSION, EXPOSURE = table(SessionRow), table(ExposureRow)
BATCH = 200
Pair = tuple[int, int]


class Exports:
    """What there is to take out of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def labels(self) -> Iterator[KeptLabel]:
        """
        Yield of each reviewer the label on each unit that counts, and each unit's settlement.

        The latest one given blind counts, else the latest, as for the gold; what was taken back
        does not. Sessions come in order of import, labels of one in an order that does not
        depend on when they were given.
        """
        with_any = or_(
            exists().where(LABEL.c.session_id == SESSION.c.id),
            exists().where(ADJUDICATION.c.session_id == SESSION.c.id),
        )
        for sessions in self._sessions(with_any):
            with self._engine.connect() as connection:
                found = [
                    *counting(connection, sessions),
                    *settlements(connection, sessions),
                ]
            yield from sorted(found, key=kept_labels.order)

    def verdicts(self, pairs: Sequence[Pair]) -> Iterator[KeptVerdict]:
        """
        Yield the verdicts that stand of these (rubric version, judge) pairs.

        Sessions come in order of import, in each the pairs as they are given, then turns.
        """
        places = {pair: place for place, pair in enumerate(pairs)}

        def order(kept: KeptVerdict) -> tuple[int, int, int, str]:
            place = places[kept.rubric_version, kept.judge]
            return kept.session, place, kept.verdict.turn, kept.verdict.criterion

        judged = exists().where(VERDICT.c.session_id == SESSION.c.id, VERDICT.c.stands)
        for sessions in self._sessions(judged):
            with self._engine.connect() as connection:
                found = list(standing(connection, sessions))
            wanted = [kept for kept in found if (kept.rubric_version, kept.judge) in places]
            yield from sorted(wanted, key=order)

    def counted(self, compared: Compared) -> list[CountedLabel]:
        """Return the settled label of each unit that has a verdict too."""
        paired = Agreement(self._engine, self._project).paired(compared).subquery()
        named = paired.join(SESSION, SESSION.c.id == paired.c.session_id)
        query = select(SESSION.c.external_id, paired.c.turn, paired.c.human).select_from(named)
        with self._engine.connect() as connection:
            return [
                CountedLabel(session, compared.criterion, compared.meaning, turn, str(outcome))
                for session, turn, outcome in connection.execute(query)
            ]

    def expose(
        self,
        reviewer: int,
        *,
        labels: Iterable[tuple[int, int]] = (),
        verdicts: Iterable[tuple[int, int]] = (),
    ) -> None:
        """
        Write down that `reviewer` was handed these, each once.

        Args:
            reviewer: Who.

            labels: Session and number of each label by another.

            verdicts: Session and number of each verdict.
        """
        same = {"project_id": self._project, "reviewer_id": reviewer, "at": now()}
        rows: list[dict[str, Any]] = [
            {**same, "session_id": session, "label_id": label, "verdict_id": verdict}
            for session, label, verdict in (
                *((session, label, None) for session, label in labels),
                *((session, None, verdict) for session, verdict in verdicts),
            )
        ]
        with writing(self._engine) as connection:
            seen = _seen(connection, reviewer, sorted({row["session_id"] for row in rows}))
            new = [row for row in rows if (row["label_id"], row["verdict_id"]) not in seen]
            if new:
                connection.execute(insert(EXPOSURE), new)

    def _sessions(self, wanted: ColumnElement[bool]) -> Iterator[list[int]]:
        visible = (SESSION.c.project_id == self._project, SESSION.c.pending == 0, wanted)
        last = 0
        while True:
            page = select(SESSION.c.id).where(*visible, SESSION.c.id > last)
            with self._engine.connect() as connection:
                found = list(connection.scalars(page.order_by(SESSION.c.id).limit(BATCH)))
            if not found:
                return
            yield found
            last = found[-1]


def of(project: Project) -> Exports:
    """Return what there is to take out of `project`."""
    return Exports(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _seen(
    connection: Connection, reviewer: int, sessions: Sequence[int]
) -> set[tuple[int | None, int | None]]:
    query = select(EXPOSURE.c.label_id, EXPOSURE.c.verdict_id).where(
        EXPOSURE.c.reviewer_id == reviewer, EXPOSURE.c.session_id.in_(sessions)
    )
    return {(label, verdict) for label, verdict in connection.execute(query)}
