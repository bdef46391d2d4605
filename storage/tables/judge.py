"""Judges, their runs, the calls that were made and the verdicts that came of them."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field

from judging.ratings import Outcome, Problem
from judging.rubrics import Level
from storage.tables.columns import (
    Row,
    json_value,
    now,
    numbered,
    one_of,
    optional_reference,
    packed_value,
    reference,
    turn_key,
)

STANDS = text("stands")


class RunStatus(StrEnum):
    """Where a run stands."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSING = "pausing"
    PAUSED = "paused"
    CANCELLING = "cancelling"
    CANCELLED = "cancelled"
    FAILED = "failed"
    DONE = "done"


class CallStatus(StrEnum):
    """What became of one question to a model."""

    STARTED = "started"
    OK = "ok"
    INVALID = "invalid"
    ERROR = "error"


class JudgeRow(Row, table=True):
    """A judge: never changed, since another setting makes it another judge."""

    __tablename__ = "judge"
    __table_args__ = (UniqueConstraint("project_id", "fingerprint"),)
    id: int | None = numbered()
    project_id: int = reference("project")
    fingerprint: str
    name: str
    provider: str
    model: str = ""
    family: str = ""
    settings: dict[str, Any] = json_value(default_factory=dict)
    template: str = ""
    created_at: datetime = Field(default_factory=now)


class RunRow(Row, table=True):
    """
    One judge with one rubric version over many sessions, or an import of its verdicts.

    `selection` holds the sessions to judge, as ranges of numbers. `epoch` counts how often it was
    resumed. `held_by` is the command that runs it itself; none where that is the workers' work.
    `samples` is how often it asks the same of each unit. `totals` are its counts, kept when it
    ended. `max_cost_microdollars` is its ceiling; none where it may cost what it does.
    """

    __tablename__ = "run"
    id: int | None = numbered()
    project_id: int = reference("project", index=True)
    judge_id: int = reference("judge", ondelete="RESTRICT", index=True)
    rubric_version_id: int = reference("rubric_version", ondelete="RESTRICT", index=True)
    level: Level = one_of(Level)
    mode: str = "live"
    status: RunStatus = one_of(RunStatus, default=RunStatus.QUEUED)
    reason: str = ""
    selection: dict[str, Any] = json_value(default_factory=dict)
    units: int = 0
    cached: int = 0
    samples: int = 1
    concurrency: int = Field(default=32, sa_column_kwargs={"server_default": "32"})
    epoch: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    held_by: str | None = None
    max_cost_microdollars: int | None = None
    totals: dict[str, Any] | None = json_value(default=None, nullable=True)
    created_by: str = ""
    created_at: datetime = Field(default_factory=now)
    finished_at: datetime | None = None


class CallRow(Row, table=True):
    """
    One request to a judge's service, written before it is sent: what a crash may have cost.

    `criterion` names the criteria asked, empty where it is all of them. `cache_key` is the
    SHA-256 of the request: an equal one that was answered is never paid again. `problem` is what
    the question ended in, on the attempt that ended it. Where no tokens were counted, and the run
    has a ceiling, `cost_microdollars` is the most that it may have cost.
    """

    __tablename__ = "judge_call"
    __table_args__ = (
        UniqueConstraint("run_id", "session_id", "turn", "criterion", "sample", "attempt"),
        Index(None, "run_id", "status"),
        Index(
            "ix_judge_call_cache_key_ok",
            "cache_key",
            sqlite_where=text("status = 'ok'"),
            postgresql_where=text("status = 'ok'"),
        ),
        Index(
            "ix_judge_call_problem",
            "run_id",
            "problem",
            sqlite_where=text("problem IS NOT NULL"),
            postgresql_where=text("problem IS NOT NULL"),
        ),
    )
    id: int | None = numbered()
    run_id: int = reference("run")
    session_id: int = reference("session")
    turn: int = turn_key()
    criterion: str = ""
    sample: int = 1
    attempt: int = 1
    cache_key: str
    status: CallStatus = one_of(CallStatus, default=CallStatus.STARTED)
    provider_id: str | None = None
    input_tokens: int | None = None
    cache_write_tokens: int | None = None
    cache_read_tokens: int | None = None
    output_tokens: int | None = None
    cost_microdollars: int | None = None
    latency_ms: int | None = None
    request: dict[str, Any] | None = packed_value()
    reply: str | None = packed_value()
    http_status: int | None = None
    error: str | None = None
    problem: Problem | None = one_of(Problem, default=None, nullable=True)
    started_at: datetime = Field(default_factory=now)
    finished_at: datetime | None = None


class VerdictRow(Row, table=True):
    """
    One answer of a judge.

    Of all answers of one judge to one unit under one rubric version, `stands` marks the one
    that counts: sample 1, the newest scored one, else the newest problem. `other_calls` are the
    calls beside `call_id`, where a verdict was made of several answers.
    """

    __tablename__ = "verdict"
    __table_args__ = (
        UniqueConstraint("run_id", "criterion", "session_id", "turn", "sample"),
        Index(
            "uq_verdict_standing",
            "rubric_version_id",
            "judge_id",
            "criterion",
            "session_id",
            "turn",
            unique=True,
            sqlite_where=STANDS,
            postgresql_where=STANDS,
        ),
        Index(None, "session_id"),
    )
    id: int | None = numbered()
    run_id: int = reference("run")
    rubric_version_id: int = reference("rubric_version", ondelete="RESTRICT")
    judge_id: int = reference("judge", ondelete="RESTRICT")
    session_id: int = reference("session")
    criterion: str
    turn: int = turn_key()
    sample: int = 1
    outcome: Outcome = one_of(Outcome)
    problem: Problem | None = one_of(Problem, default=None, nullable=True)
    stands: bool = False
    rationale: str = ""
    raw_value: str | None = None
    citations: list[dict[str, Any]] = json_value(default_factory=list)
    findings: list[dict[str, Any]] = json_value(default_factory=list)
    call_id: int | None = optional_reference("judge_call")
    other_calls: list[int] | None = json_value(default=None, nullable=True)
    created_at: datetime = Field(default_factory=now)
