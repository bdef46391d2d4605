"""Rubrics, their versions and criteria."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from judging.rubrics import Kind, Level, Sees
from storage.tables.columns import Row, json_value, now, numbered, one_of, reference


class RubricRow(Row, table=True):
    """A rubric's name; one of drafts holds texts that are being tried, and is listed nowhere."""

    __tablename__ = "rubric"
    __table_args__ = (UniqueConstraint("project_id", "name"),)
    id: int | None = numbered()
    project_id: int = reference("project")
    name: str
    is_draft: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})


class RubricVersionRow(Row, table=True):
    """A rubric as it stood at one time. Never changed: an edit is the next number."""

    __tablename__ = "rubric_version"
    __table_args__ = (UniqueConstraint("rubric_id", "number"),)
    id: int | None = numbered()
    rubric_id: int = reference("rubric")
    number: int
    content_hash: str
    instructions: str = ""
    summary_instructions: str = ""
    author: str = ""
    note: str = ""
    parent: int | None = None
    created_at: datetime = Field(default_factory=now)


class CriterionRow(Row, table=True):
    """One criterion of one version; its key is its identity across versions."""

    __tablename__ = "criterion"
    __table_args__ = (UniqueConstraint("rubric_version_id", "key"),)
    id: int | None = numbered()
    rubric_version_id: int = reference("rubric_version")
    position: int
    key: str = Field(index=True)
    meaning: int = 1
    name: str
    kind: Kind = one_of(Kind)
    level: Level = one_of(Level)
    sees: Sees = one_of(Sees)
    applies_when: str | None = None
    question: str
    pass_when: str = ""
    fail_when: str = ""
    examples: list[str] = json_value(default_factory=list)


class ExampleRow(Row, table=True):
    """
    A session that an example in a rubric was taken from. Append-only: shown once, shown for ever.

    Attributes:
        author: Whoever took it, by name.
    """

    __tablename__ = "rubric_example"
    __table_args__ = (Index(None, "project_id"), Index(None, "session_id"))
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT")
    session_id: int = reference("session", ondelete="RESTRICT")
    criterion: str
    author: str = ""
    created_at: datetime = Field(default_factory=now)
