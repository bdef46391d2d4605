"""Labels counted against verdicts, once for all who ask."""

from contextlib import suppress
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Select, delete, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from judging.ratings import Outcome
from storage import counting, revision
from storage.counts import Counts
from storage.engine import at_one_moment, writing
from storage.references import Compared, Extent
from storage.revision import Revision
from storage.tables import KeptCountRow, table

KEPT = table(KeptCountRow)
# Counting fewer units takes no longer than a page takes to be drawn.
WORTH_KEEPING = 5_000
# More sessions with new labels are not counted apart from the others.
FEW = 2_000


class Agreement:
    """What one project's labels and verdicts add up to."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def revision(self) -> str:
        """Return what changes with everything that is counted: caches are keyed by it."""
        with self._engine.connect() as connection:
            return str(revision.current(connection))

    def counts(self, compared: Compared) -> Counts:
        """
        Return what labels and verdicts add up to.

        Large counts are kept; labels given since then are counted into them.
        """
        with at_one_moment(self._engine) as connection:
            now = revision.current(connection)
            kept = _kept(connection, compared)
            if kept and kept[0] == now:
                return kept[1]
            found = self._renewed(connection, compared, kept, now)
            if found is None:
                found = counting.counted(connection, self._project, compared)
        if found.units >= WORTH_KEEPING:
            self._keep(compared, now, found)
        return found

    def units(self, compared: Compared, human: Outcome, judged: Outcome) -> list[tuple[int, int]]:
        """Return the (session, turn) of each unit in one cell, in order of import."""
        paired = self.paired(compared).subquery()
        cell = (paired.c.human == human, paired.c.judged == judged)
        unit = (paired.c.session_id, paired.c.turn)
        with self._engine.connect() as connection:
            rows = connection.execute(select(*unit).where(*cell).order_by(*unit))
            return [(session, turn) for session, turn in rows]

    def paired(self, compared: Compared) -> Select[Any]:
        """Select each unit that both sides have an outcome for, with its group."""
        return counting.paired(self._project, compared)

    def _renewed(
        self,
        connection: Connection,
        compared: Compared,
        kept: tuple[Revision, Counts] | None,
        now: Revision,
    ) -> Counts | None:
        """Count new labels into what is kept; None where nothing is, or too much is new."""
        if kept is None:
            return None
        seen, counts = kept
        sessions = revision.touched(connection, compared, seen, now, most=FEW)
        if sessions is None:
            return None
        before, after = (
            counting.counted(connection, self._project, compared, extent)
            for extent in (
                Extent(sessions, seen.label, seen.settlement),
                Extent(sessions, now.label, now.settlement),
            )
        )
        return counts.revised(before, after)

    def _keep(self, compared: Compared, seen: Revision, counts: Counts) -> None:
        row = {
            "rubric_version_id": compared.rubric_version,
            "judge_id": compared.judge,
            "criterion": compared.criterion,
            "held_against": compared.held_against,
            "revision": str(seen),
            "counts": counts.as_json(),
        }
        # Whoever counts at the same time keeps the same, and a database that cannot be written to
        # is counted again.
        with (
            suppress(IntegrityError, OperationalError),
            writing(self._engine, durable=False) as connection,
        ):
            connection.execute(delete(KEPT).where(*_of(compared)))
            connection.execute(insert(KEPT), row)


def _kept(connection: Connection, compared: Compared) -> tuple[Revision, Counts] | None:
    query = select(KEPT.c.revision, KEPT.c.counts).where(*_of(compared))
    row = connection.execute(query).first()
    return (Revision.of_text(row.revision), Counts.of_json(row.counts)) if row else None


def _of(compared: Compared) -> tuple[ColumnElement[bool], ...]:
    return (
        KEPT.c.rubric_version_id == compared.rubric_version,
        KEPT.c.judge_id == compared.judge,
        KEPT.c.criterion == compared.criterion,
        KEPT.c.held_against == compared.held_against,
    )
