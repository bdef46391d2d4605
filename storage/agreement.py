"""Labels counted against verdicts, once for all who ask."""

from typing import Any

from sqlalchemy import Connection, Engine, Select, select

from judging.ratings import Outcome
from storage import counting, kept_counts, revision
from storage.counts import DECIDED, Counts
from storage.engine import at_one_moment
from storage.kept_counts import Kept
from storage.references import Compared, Extent
from storage.revision import Revision

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
            kept = kept_counts.read(connection, compared, compared.held_against)
            if kept and kept.revision == now:
                return Counts.of_json(kept.counts)
            found = self._renewed(connection, compared, kept, now) if kept else None
            if found is None:
                found = counting.counted(connection, self._project, compared)
        if found.units >= kept_counts.WORTH_KEEPING:
            counted = Kept(now, found.as_json())
            kept_counts.write(self._engine, compared, compared.held_against, counted)
        return found

    def units(self, compared: Compared, human: Outcome, judged: Outcome) -> list[tuple[int, int]]:
        """Return the (session, turn) of each unit in one cell, in order of import."""
        paired = self.paired(compared).subquery()
        cell = (paired.c.human == human, paired.c.judged == judged)
        unit = (paired.c.session_id, paired.c.turn)
        with self._engine.connect() as connection:
            rows = connection.execute(select(*unit).where(*cell).order_by(*unit))
            return [(session, turn) for session, turn in rows]

    def decided(self, compared: Compared) -> list[tuple[int, int, bool]]:
        """
        Return what both sides pass or fail, in order of import.

        Each as its session, its turn, and whether the judge differs from the reference.
        """
        paired = self.paired(compared).subquery()
        both = (paired.c.human.in_(DECIDED), paired.c.judged.in_(DECIDED))
        differs = (paired.c.human != paired.c.judged).label("differs")
        unit = (paired.c.session_id, paired.c.turn)
        with self._engine.connect() as connection:
            rows = connection.execute(select(*unit, differs).where(*both).order_by(*unit))
            return [(session, turn, bool(differs)) for session, turn, differs in rows]

    def paired(self, compared: Compared) -> Select[Any]:
        """Select each unit that both sides have an outcome for, with its group."""
        return counting.paired(self._project, compared)

    def _renewed(
        self, connection: Connection, compared: Compared, kept: Kept, now: Revision
    ) -> Counts | None:
        """Count new labels into what is kept; None where more than labels is new, or too much."""
        seen = kept.revision
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
        return Counts.of_json(kept.counts).revised(before, after)
