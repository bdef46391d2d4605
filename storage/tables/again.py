"""Answers given a second time, and what became of unclear rules."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from judging.ratings import Outcome
from storage.tables.columns import Row, now, numbered, one_of, reference, turn_key
from storage.tables.label import UNIT


class Stratum(StrEnum):
    """Why a reviewer was asked again: the judge differs from the first label, or agrees."""

    DIFFERS = "differs"
    AGREES = "agrees"


class RepeatRow(Row, table=True):
    """
    A reviewer's second answer to a unit, given without sight of the first or of the judge's.

    Append-only, and one a unit: a third answer would be given in the knowledge of the second.
    """

    __tablename__ = "repeat_label"
    __table_args__ = (
        UniqueConstraint(*UNIT, "reviewer_id"),
        CheckConstraint("inclusion_prob > 0 AND inclusion_prob <= 1", name="probability"),
        CheckConstraint("outcome <> 'not_scored'", name="answered"),
        Index(None, "session_id"),
    )
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT")
    session_id: int = reference("session", ondelete="RESTRICT")
    criterion: str
    meaning: int = 1
    turn: int = turn_key()
    reviewer_id: int = reference("reviewer", ondelete="RESTRICT", index=True)
    label_id: int = reference("label", ondelete="RESTRICT")
    outcome: Outcome = one_of(Outcome)
    rationale: str = ""
    stratum: Stratum = one_of(Stratum)
    inclusion_prob: float
    had_seen: bool
    created_at: datetime = Field(default_factory=now)


class RuleHandledRow(Row, table=True):
    """That an unclear rule, as one second look names it, was dealt with. Append-only."""

    __tablename__ = "rule_handled"
    __table_args__ = (UniqueConstraint("second_look_id"),)
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT", index=True)
    second_look_id: int = reference("second_look", ondelete="RESTRICT")
    rubric_version_id: int = reference("rubric_version", ondelete="RESTRICT")
    reviewer_id: int = reference("reviewer", ondelete="RESTRICT")
    created_at: datetime = Field(default_factory=now)
