"""Projects, the people in them, and what was done."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from storage.tables.columns import Row, json_value, now, numbered, optional_reference, reference


class ReviewerRole(StrEnum):
    """What a reviewer may do."""

    LEAD = "lead"
    REVIEWER = "reviewer"
    VIEWER = "viewer"


class IdentityKind(StrEnum):
    """
    How it is known who somebody is.

    A TYPED name is checked by nobody. A trusted proxy names people in a HEADER; OIDC is a sign-in
    with a provider.
    """

    TYPED = "typed"
    HEADER = "header"
    OIDC = "oidc"


class ProjectRow(Row, table=True):
    """One body of sessions, labels and rubrics that belong together."""

    __tablename__ = "project"
    id: int | None = numbered()
    name: str = Field(unique=True)
    settings: dict[str, Any] = json_value(default_factory=dict)
    created_at: datetime = Field(default_factory=now)


class ReviewerRow(Row, table=True):
    """
    Somebody with a part in a project, or the n-th anonymous rating of a unit (a slot).

    `subject` is who they are to whoever vouches for them: of two with one subject, one typed it
    and the other signed in. `name` is theirs alone in the project, and stands in files.
    """

    __tablename__ = "reviewer"
    __table_args__ = (
        UniqueConstraint("project_id", "name", "is_slot"),
        UniqueConstraint("project_id", "identity", "subject", "is_slot"),
    )
    id: int | None = numbered()
    project_id: int = reference("project")
    name: str
    is_slot: bool = False
    role: str = ReviewerRole.REVIEWER
    identity: str = IdentityKind.TYPED
    subject: str = ""
    seen_at: datetime | None = None
    created_at: datetime = Field(default_factory=now)


class AuditRow(Row, table=True):
    """Something that was done, by whom. Append-only."""

    __tablename__ = "audit_event"
    __table_args__ = (Index(None, "project_id", "id"),)
    id: int | None = numbered()
    project_id: int | None = optional_reference("project")
    actor: str = ""
    kind: str
    subject: str = ""
    payload: dict[str, Any] = json_value(default_factory=dict)
    at: datetime = Field(default_factory=now)


class WorkerRow(Row, table=True):
    """The newest sign of life of one worker."""

    __tablename__ = "worker"
    id: str = Field(primary_key=True)
    host: str = ""
    process: int = 0
    started_at: datetime = Field(default_factory=now)
    beat_at: datetime = Field(default_factory=now)


class InstallationRow(Row, table=True):
    """What belongs to the database as a whole; one row. The secret is that of the judges' fence."""

    __tablename__ = "installation"
    id: int | None = numbered()
    secret: str
    queue_schema: str = ""
    created_at: datetime = Field(default_factory=now)
