"""Revised texts of criteria that somebody proposes, and what became of them."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Index, text
from sqlmodel import Field

from storage.tables.columns import (
    Row,
    json_value,
    now,
    numbered,
    one_of,
    optional_reference,
    packed_value,
    reference,
)
from storage.tables.judge import CallStatus

IS_OPEN = text("state = 'open'")


class ProposalState(StrEnum):
    """Whether a person has decided on a proposal."""

    OPEN = "open"
    PUBLISHED = "published"
    DISMISSED = "dismissed"


class ProposalCallRow(Row, table=True):
    """
    One request to have a criterion revised, written before it is sent.

    `cache_key` is the SHA-256 of the request: an equal one that was answered is never paid again.
    """

    __tablename__ = "proposal_call"
    __table_args__ = (Index(None, "project_id", "cache_key"),)
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT")
    rubric_version_id: int = reference("rubric_version", ondelete="RESTRICT")
    criterion: str
    judge: str
    cache_key: str
    status: CallStatus = one_of(CallStatus)
    request: dict[str, Any] | None = packed_value()
    reply: str | None = packed_value()
    usage: dict[str, Any] | None = json_value(default=None, nullable=True)
    cost_microdollars: int | None = None
    http_status: int | None = None
    provider_id: str | None = None
    error: str | None = None
    started_at: datetime = Field(default_factory=now)
    finished_at: datetime | None = None


class ProposalRow(Row, table=True):
    """
    A criterion's text as somebody would have it. Of each criterion of a rubric one can be open.

    `author` is the judge's name where a model wrote it, else a person's. `text` holds the parts
    as they would read; `changes` and `refused` itemise what the author changed, and what was not
    taken of it. `evidence` counts the disagreements by what they rest on. `edits` counts how often
    the text was changed by hand since.
    """

    __tablename__ = "proposal"
    __table_args__ = (
        Index(
            "uq_proposal_open",
            "rubric_id",
            "criterion",
            unique=True,
            sqlite_where=IS_OPEN,
            postgresql_where=IS_OPEN,
        ),
    )
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT", index=True)
    rubric_id: int = reference("rubric", ondelete="RESTRICT")
    rubric_version_id: int = reference("rubric_version", ondelete="RESTRICT")
    criterion: str
    judge_id: int = reference("judge", ondelete="RESTRICT")
    reference: str
    blind_only: bool = False
    author: str
    is_by_model: bool
    call_id: int | None = optional_reference("proposal_call")
    reason: str = ""
    text: dict[str, Any] = json_value(default_factory=dict)
    changes: list[dict[str, Any]] = json_value(default_factory=list)
    refused: list[dict[str, Any]] = json_value(default_factory=list)
    evidence: dict[str, Any] = json_value(default_factory=dict)
    edits: int = 0
    edited_by: str = ""
    state: ProposalState = one_of(ProposalState, default=ProposalState.OPEN)
    decided_by: str = ""
    decided_why: str = ""
    decided_at: datetime | None = None
    published_as: int | None = None
    created_at: datetime = Field(default_factory=now)


class ProposalTrialRow(Row, table=True):
    """
    A proposal put to the judge on some units. Append-only.

    `rubric_version_id` is the draft that holds the text as it was; `units` are those drawn, with
    what people and the judge had said: session, turn, human, before.
    """

    __tablename__ = "proposal_trial"
    __table_args__ = (Index(None, "proposal_id"),)
    id: int | None = numbered()
    proposal_id: int = reference("proposal", ondelete="RESTRICT")
    rubric_version_id: int = reference("rubric_version", ondelete="RESTRICT")
    judge_id: int = reference("judge", ondelete="RESTRICT")
    run_id: int | None = optional_reference("run")
    units: list[list[Any]] = json_value(default_factory=list)
    created_at: datetime = Field(default_factory=now)
