"""Runs that would do the same work, and pay for it twice."""

from sqlalchemy import Connection, exists, func, select

from judging.errors import StoreError
from storage import run_states
from storage.modes import Mode
from storage.tables import BatchRow, JudgeRow, RunRow, table

RUN, JUDGE, BATCH = table(RunRow), table(JudgeRow), table(BatchRow)


def refuse(connection: Connection, run: int) -> None:
    """
    Let a run begin that nobody else does.

    Raises:
        StoreError: If the same work is being done, or what it sent is at the service: both would
            pay for it.
    """
    mine = select(RUN.c.judge_id, RUN.c.rubric_version_id).where(RUN.c.id == run).subquery()
    # On a server two that begin at once do not see each other: they take turns at the judge.
    turn = select(JUDGE.c.id).join(mine, JUDGE.c.id == mine.c.judge_id)
    connection.execute(turn.with_for_update(of=JUDGE, key_share=True))
    query = select(func.min(RUN.c.id)).where(
        RUN.c.id != run,
        RUN.c.mode != Mode.IMPORT,
        RUN.c.judge_id == mine.c.judge_id,
        RUN.c.rubric_version_id == mine.c.rubric_version_id,
    )
    is_sent = exists().where(BATCH.c.run_id == RUN.c.id, BATCH.c.ended_at.is_(None))
    waiting = connection.scalar(query.where(RUN.c.status.not_in(run_states.ACTIVE), is_sent))
    if waiting is not None:
        raise StoreError(
            f"Run {waiting} has the same judge answer the same rubric, and its batch is at the "
            "service.",
            fix=f"Have it read what comes: judging runs --resume {waiting}. Or give it up: "
            f"judging runs --cancel {waiting}.",
        )
    other = connection.scalar(query.where(RUN.c.status.in_(run_states.ACTIVE)))
    if other is not None:
        raise StoreError(
            f"Run {other} has the same judge answer the same rubric, and is not over.",
            fix=f"Wait for it, or stop it: judging runs --cancel {other}.",
        )
