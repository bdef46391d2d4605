"""What is left of a run when its work is over."""

from collections.abc import Collection

from sqlalchemy import Connection, func, select, update

from judging.rubrics import Level
from storage import completeness, selection
from storage.completeness import Answer, in_parts
from storage.run_totals import is_deferred, is_open, unit
from storage.tables import CallRow, RunRow, SessionRow, VerdictRow, table

RUN, SESSION = table(RunRow), table(SessionRow)
CALL, VERDICT = table(CallRow), table(VerdictRow)


def left(connection: Connection, run: int, counted: int) -> int:
    """
    Return how many units of a run nobody has judged.

    Sessions that another run has judged in the meantime become units judged before, and those
    that are no longer there no units: they would be left however often the run is resumed.

    Args:
        connection: In a transaction that writes.

        run: Its number.

        counted: How many units it has settled, one way or the other.
    """
    row = connection.execute(select(RUN).where(RUN.c.id == run)).one()
    sessions = selection.numbers(row.selection.get("sessions", []))
    missing = int(row.units - row.cached - counted)
    if missing <= 0 or not sessions:
        return max(missing, 0)
    level = selection.level(row.selection)
    answer = Answer(run, row.rubric_version_id, row.judge_id, row.samples, level)
    settled = completeness.settled(connection, answer, sessions)
    own = _own(connection, run)
    if _is_any_there(connection, set(sessions) - settled - own):
        return missing
    cached = row.cached + _units(connection, answer, row.level, settled - own)
    changed = update(RUN).where(RUN.c.id == run)
    connection.execute(changed.values(cached=cached, units=cached + counted))
    return 0


def _own(connection: Connection, run: int) -> set[int]:
    """Return the sessions that are counted for the run itself."""
    unsettled = select(CALL.c.session_id).where(is_open(run))
    judged = select(VERDICT.c.session_id).where(
        VERDICT.c.run_id == run, VERDICT.c.session_id.not_in(unsettled)
    )
    deferred = select(CALL.c.session_id).where(is_deferred(run))
    return {*connection.scalars(judged), *connection.scalars(deferred)}


def _is_any_there(connection: Connection, sessions: Collection[int]) -> bool:
    """Tell whether any of `sessions` is still there."""
    query = select(SESSION.c.id).limit(1)
    return any(
        connection.scalar(query.where(SESSION.c.id.in_(some)))
        for some in in_parts(sorted(sessions))
    )


def _units(connection: Connection, answer: Answer, level: Level, sessions: Collection[int]) -> int:
    """Count the units of `sessions` with verdicts of other runs."""
    query = (
        select(*unit(VERDICT, level))
        .distinct()
        .where(
            VERDICT.c.rubric_version_id == answer.rubric_version,
            VERDICT.c.judge_id == answer.judge,
            VERDICT.c.stands,
        )
    )
    parts = (query.where(VERDICT.c.session_id.in_(some)) for some in in_parts(sorted(sessions)))
    return sum(
        connection.scalar(select(func.count()).select_from(part.subquery())) or 0 for part in parts
    )
