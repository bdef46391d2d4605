"""Imports, sessions, their turns and their split."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from judging.sessions import EndReason, GoalSource, Origin, Role
from storage.tables.columns import NUMBER, Row, json_value, now, numbered, one_of, reference


class Split(StrEnum):
    """What a session is for: looking and revising, or the sealed test."""

    DEVELOP = "develop"
    TEST = "test"


class ImportRow(Row, table=True):
    """One import. Its sessions stay hidden until it is complete."""

    __tablename__ = "import"
    id: int | None = numbered()
    project_id: int = reference("project", index=True)
    kind: str = "sessions"
    files: list[str] = json_value(default_factory=list)
    imported: int = 0
    warnings: list[str] = json_value(default_factory=list)
    started_at: datetime = Field(default_factory=now)
    touched_at: datetime = Field(default_factory=now)
    completed_at: datetime | None = None


class SessionRow(Row, table=True):
    """One conversation. `pending` is its import while that is unfinished, then 0: visible."""

    __tablename__ = "session"
    __table_args__ = (
        UniqueConstraint("project_id", "external_id", "pending"),
        Index(None, "project_id", "pending", "id"),
        Index(None, "project_id", "group"),
    )
    id: int | None = numbered()
    project_id: int = reference("project")
    import_id: int = reference("import", index=True)
    pending: int = Field(default=0, sa_type=NUMBER)
    external_id: str
    content_hash: str
    group: str
    source_format: str = ""
    source_file: str = ""
    title: str | None = None
    goal: str | None = None
    goal_source: GoalSource | None = one_of(GoalSource, default=None, nullable=True)
    system_prompt: str | None = None
    agent_model: str | None = None
    agent_family: str | None = None
    origin: Origin = one_of(Origin, default=Origin.RECORDED)
    started_at: datetime | None = None
    ended_at: datetime | None = None
    end_reason: EndReason = one_of(EndReason, default=EndReason.UNKNOWN)
    n_turns: int
    n_exchanges: int
    details: dict[str, Any] = json_value(default_factory=dict)
    warnings: list[str] = json_value(default_factory=list)


class TurnRow(Row, table=True):
    """One turn. Clustered by session, so that a transcript is one stretch of the file."""

    __tablename__ = "turn"
    # `role IN (…)` would build a table of its own for each row, and double an import's time.
    __table_args__ = (
        CheckConstraint(" OR ".join(f"role = '{role}'" for role in Role), name="role"),
        {"sqlite_with_rowid": False},
    )
    session_id: int = Field(
        foreign_key="session.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    number: int = Field(primary_key=True)
    role: Role = one_of(Role, is_checked=False)
    content: str
    reasoning: str | None = None
    tool_calls: list[dict[str, Any]] | None = json_value(default=None, nullable=True)
    tool_call_id: str | None = None
    tool_name: str | None = None
    is_error: bool = False
    speaker: str = ""
    model: str | None = None
    timestamp: datetime | None = None
    external_turn: str | None = None


class SplitRow(Row, table=True):
    """Which split a session is in. Given once and never moved."""

    __tablename__ = "split_assignment"
    __table_args__ = (Index(None, "session_id", "split"),)
    project_id: int = Field(
        foreign_key="project.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    session_id: int = Field(
        foreign_key="session.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    split: Split = one_of(Split)
    seed: str = ""
    assigned_at: datetime = Field(default_factory=now)
