"""Who labels what next, the looks at the sealed test, and what audits came to."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from storage.tables.columns import (
    NUMBER,
    Row,
    json_value,
    now,
    numbered,
    one_of,
    optional_reference,
    reference,
)


class QueueRow(Row, table=True):
    """
    Sessions chosen by one design, to be labelled by so many reviewers each.

    With no number of reviewers nothing is reserved: the sessions come first for everybody. Of
    the others, the share `overlap` of the sessions has a slot for each of them, the rest one.
    """

    __tablename__ = "label_queue"
    __table_args__ = (UniqueConstraint("project_id", "name"),)
    id: int | None = numbered()
    project_id: int = reference("project")
    rubric_version_id: int | None = optional_reference("rubric_version")
    name: str
    design: str = "random"
    reviewers: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    overlap: float = 1
    lease_minutes: int = Field(default=30, sa_column_kwargs={"server_default": "30"})
    ordering: str = Field(default="drawn", sa_column_kwargs={"server_default": "drawn"})
    settings: dict[str, Any] = json_value(default_factory=dict)
    created_at: datetime = Field(default_factory=now)
    closed_at: datetime | None = None


class TaskRow(Row, table=True):
    """
    One reviewer's slot at one session of a queue.

    Nobody has it while it has no reviewer, or one whose lease has run out; done, it stays with
    its reviewer. Put off, it comes again when that reviewer has nothing else.
    """

    __tablename__ = "label_task"
    __table_args__ = (
        UniqueConstraint("queue_id", "session_id", "slot"),
        UniqueConstraint("queue_id", "session_id", "reviewer_id"),
        Index(None, "queue_id", "done_at", "priority", "id"),
        Index(None, "queue_id", "reviewer_id"),
    )
    id: int | None = numbered()
    queue_id: int = reference("label_queue")
    session_id: int = reference("session")
    slot: int = 1
    stratum: str | None = None
    inclusion_prob: float | None = None
    priority: float = 0
    reviewer_id: int | None = Field(
        default=None, foreign_key="reviewer.id", ondelete="SET NULL", sa_type=NUMBER, nullable=True
    )
    reserved_at: datetime | None = None
    leased_until: datetime | None = None
    put_off_at: datetime | None = None
    done_at: datetime | None = None


class SkipRow(Row, table=True):
    """A reviewer does not want a session of a queue; others may have it."""

    __tablename__ = "label_skip"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012  (as SQLAlchemy has it)
    queue_id: int = Field(
        foreign_key="label_queue.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    session_id: int = Field(
        foreign_key="session.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    reviewer_id: int = Field(
        foreign_key="reviewer.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    at: datetime = Field(default_factory=now)


class Reveal(StrEnum):
    """When a reviewer is shown what a judge says of a session."""

    BLIND = "blind"
    AFTER_SAVING = "reveal"
    OPEN = "open"


class RevealRow(Row, table=True):
    """Which was drawn for a reviewer and a session, and how likely that was. Append-only."""

    __tablename__ = "reveal_draw"
    __table_args__ = (UniqueConstraint("reviewer_id", "session_id", "reveal"),)
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT")
    reviewer_id: int = reference("reviewer", ondelete="RESTRICT")
    session_id: int = reference("session", ondelete="RESTRICT", index=True)
    reveal: Reveal = one_of(Reveal)
    share: float
    drawn_at: datetime = Field(default_factory=now)


class LookRow(Row, table=True):
    """One opening of the sealed test for one criterion, with the answer it gave. Append-only."""

    __tablename__ = "look"
    __table_args__ = (
        UniqueConstraint(
            "project_id",
            "criterion",
            "test_set_hash",
            "rubric_version_id",
            "fingerprint",
            "label_set_hash",
        ),
    )
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT")
    criterion: str
    test_set_hash: str
    rubric_version_id: int = reference("rubric_version", ondelete="RESTRICT")
    fingerprint: str
    label_set_hash: str
    number: int
    answer: dict[str, Any] = json_value(default_factory=dict)
    opened_by: str = ""
    opened_at: datetime = Field(default_factory=now)


class AuditKind(StrEnum):
    """What an audit does to sessions to see whether a judge's verdicts change."""

    RED_TEAM = "redteam"
    FIT = "fit"
    HINDSIGHT = "hindsight"


class AuditResultRow(Row, table=True):
    """
    What an audit of one judge came to: counts and cases, no text of any session. Append-only.

    `reference` is whose labels said what fails; empty where no label was asked.
    """

    __tablename__ = "audit_result"
    __table_args__ = (Index(None, "project_id", "kind"),)
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT")
    kind: AuditKind = one_of(AuditKind)
    rubric_version_id: int = reference("rubric_version", ondelete="RESTRICT")
    fingerprint: str
    reference: str = ""
    result: dict[str, Any] = json_value(default_factory=dict)
    made_at: datetime = Field(default_factory=now)
