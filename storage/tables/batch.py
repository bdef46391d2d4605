"""Calls that were sent together, in a batch of the service's."""

from datetime import datetime

from sqlmodel import Field

from storage.tables.columns import NUMBER, Row, now, numbered, reference


class BatchRow(Row, table=True):
    """
    A batch of a run's calls, written before it is sent: after a crash it is found again.

    `service_id` is its name at the service, none until the service has told it. `epoch` is that
    of the run when it was sent. `ended_at` is when its results were kept, or given up.
    """

    __tablename__ = "judge_batch"
    id: int | None = numbered()
    run_id: int = reference("run", index=True)
    epoch: int = 0
    service_id: str | None = Field(default=None, index=True)
    requests: int = 0
    sent_at: datetime = Field(default_factory=now)
    ended_at: datetime | None = None


class BatchCallRow(Row, table=True):
    """Which batch a call was sent in; one that was sent alone has no row."""

    __tablename__ = "judge_batch_call"
    call_id: int = Field(
        primary_key=True, foreign_key="judge_call.id", ondelete="CASCADE", sa_type=NUMBER
    )
    batch_id: int = reference("judge_batch", index=True)
