"""The states of a run, and the ways from one to another."""

from collections.abc import Mapping

from sqlalchemy import Connection, select, update

from judging.errors import StoreError
from storage import remainder, run_totals
from storage.run_totals import Totals
from storage.tables import RunRow, RunStatus, table
from storage.tables.columns import now

RUN = table(RunRow)
ENDED = frozenset({RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED})
AT_WORK = frozenset({RunStatus.RUNNING, RunStatus.PAUSING, RunStatus.CANCELLING})
ACTIVE = AT_WORK | {RunStatus.QUEUED}
RESUMABLE = frozenset({RunStatus.PAUSED, RunStatus.FAILED, RunStatus.CANCELLED})
# How a run ends whose work is over: as it was told to, else with all of it done.
AFTER = {
    RunStatus.RUNNING: RunStatus.DONE,
    RunStatus.PAUSING: RunStatus.PAUSED,
    RunStatus.CANCELLING: RunStatus.CANCELLED,
}
Moves = Mapping[RunStatus, RunStatus]
# Nobody is at work at these: what they have sent in batches has to be cancelled by somebody.
UNRULED: Moves = dict.fromkeys(
    (RunStatus.QUEUED, RunStatus.PAUSING, RunStatus.PAUSED, RunStatus.FAILED),
    RunStatus.CANCELLING,
)


def moved(connection: Connection, project: int, run: int, moves: Moves, *, word: str) -> RunStatus:
    """
    Change a run's status as `moves` says for the status it has, and return the new one.

    Raises:
        StoreError: If `moves` says nothing for its status; `word` is what cannot be done.
    """
    query = select(RUN.c.status).where(RUN.c.id == run, RUN.c.project_id == project)
    before = connection.scalar(query.with_for_update())
    if before is None:
        raise missing(run)
    if before not in moves:
        raise StoreError(
            f"Run {run} is {before}, and cannot be {word}.",
            fix=f"Look at it: judging runs {run}.",
        )
    status = moves[RunStatus(before)]
    put(connection, run, status)
    return status


def begun(connection: Connection, run: int, epoch: int) -> bool:
    """Tell whether the work of this epoch may begin or go on; a queued run then is running."""
    this = (RUN.c.id == run, RUN.c.epoch == epoch)
    queued = update(RUN).where(*this, RUN.c.status == RunStatus.QUEUED)
    connection.execute(queued.values(status=RunStatus.RUNNING))
    return connection.scalar(select(RUN.c.status).where(*this)) is RunStatus.RUNNING


def failed(connection: Connection, run: int, epoch: int | None, reason: str) -> None:
    """End a run that cannot go on; one that has ended, or is in another epoch, stays as it is."""
    row = _at(connection, run, epoch)
    if row is not None and row in ACTIVE:
        put(connection, run, RunStatus.FAILED, reason)


def held(connection: Connection, run: int, epoch: int, reason: str) -> None:
    """Have a run that is running pause after what is on its way, for a reason of its own."""
    if _at(connection, run, epoch) is RunStatus.RUNNING:
        put(connection, run, RunStatus.PAUSING, reason)


def finished(connection: Connection, run: int, epoch: int | None, reason: str = "") -> None:
    """
    End a run whose work is over: as it was told to, or done, or failed where some is left.

    One that failed or was cancelled before the last of its answers came is counted again.
    `reason` is why it is paused, where it comes to that.
    """
    status = _at(connection, run, epoch)
    if status in {RunStatus.FAILED, RunStatus.CANCELLED}:
        _keep_totals(connection, run, run_totals.count(connection, run))
    if status not in AFTER:
        return
    after = AFTER[status]
    reason = reason if after is RunStatus.PAUSED else ""
    totals = run_totals.count(connection, run) if after in ENDED else None
    if after is RunStatus.DONE and totals:
        left = remainder.left(connection, run, totals.units)
        if left:
            after = RunStatus.FAILED
            reason = f"The work stopped with {left:,} units left: resume the run."
    put(connection, run, after, reason, totals)


def put(
    connection: Connection,
    run: int,
    status: RunStatus,
    reason: str = "",
    totals: Totals | None = None,
) -> None:
    """Set a run's status; with the last one, what it came to, since counting takes seconds."""
    changed = update(RUN).where(RUN.c.id == run)
    connection.execute(changed.values(status=status, reason=reason))
    if status in ENDED:
        connection.execute(changed.values(finished_at=now()))
        _keep_totals(connection, run, totals or run_totals.count(connection, run))


def _keep_totals(connection: Connection, run: int, totals: Totals) -> None:
    connection.execute(update(RUN).where(RUN.c.id == run).values(totals=totals.as_json()))


def missing(run: int) -> StoreError:
    """Return the error that says that there is no such run."""
    return StoreError(f"There is no run {run}.", fix="List them: judging runs.")


def _at(connection: Connection, run: int, epoch: int | None) -> RunStatus | None:
    query = select(RUN.c.status).where(RUN.c.id == run)
    if epoch is not None:
        query = query.where(RUN.c.epoch == epoch)
    return connection.scalar(query.with_for_update())
