"""Labels, what was settled of them, and what reviewers had seen."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from judging.ratings import Maker, Outcome
from storage.tables.columns import (
    NUMBER,
    Row,
    json_value,
    now,
    numbered,
    one_of,
    optional_reference,
    reference,
    turn_key,
)

UNIT = ("project_id", "criterion", "meaning", "session_id", "turn")


class LabelRow(Row, table=True):
    """One answer of a reviewer. Append-only: a change of mind is a row with the next seq."""

    __tablename__ = "label"
    __table_args__ = (
        UniqueConstraint(*UNIT, "reviewer_id", "seq"),
        UniqueConstraint("project_id", "event_id"),
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
    seq: int = 1
    outcome: Outcome | None = one_of(Outcome, default=None, nullable=True)
    made_by: Maker = one_of(Maker, default=Maker.PERSON)
    rubric_version_id: int | None = optional_reference("rubric_version")
    rationale: str = ""
    citations: list[dict[str, Any]] = json_value(default_factory=list)
    raw_value: str | None = None
    blind: bool | None = None
    stratum: str | None = None
    inclusion_prob: float | None = None
    seconds_spent: float | None = None
    event_id: str | None = None
    import_id: int | None = optional_reference("import")
    created_at: datetime = Field(default_factory=now)
    recorded_at: datetime = Field(default_factory=now)


class AdjudicationRow(Row, table=True):
    """
    The settlement of one unit, with its reason. Append-only; the newest counts.

    It is blind if whoever settled had been shown no verdict on the session.
    """

    __tablename__ = "adjudication"
    __table_args__ = (UniqueConstraint(*UNIT, "made_by", "seq"), Index(None, "session_id"))
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT")
    session_id: int = reference("session", ondelete="RESTRICT")
    criterion: str
    meaning: int = 1
    turn: int = turn_key()
    made_by: Maker = one_of(Maker, default=Maker.PERSON)
    seq: int = 1
    outcome: Outcome | None = one_of(Outcome, default=None, nullable=True)
    reviewer_id: int = reference("reviewer", ondelete="RESTRICT")
    reason: str = ""
    blind: bool | None = None
    created_at: datetime = Field(default_factory=now)


class GoldRow(Row, table=True):
    """What labels amount to, unit by unit and maker by maker. Derived, and rewritten with them."""

    __tablename__ = "gold"
    __table_args__ = (Index(None, "session_id"), {"sqlite_with_rowid": False})
    project_id: int = Field(
        foreign_key="project.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    made_by: Maker = one_of(Maker, primary_key=True)
    criterion: str = Field(primary_key=True)
    meaning: int = Field(primary_key=True)
    session_id: int = Field(
        foreign_key="session.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    turn: int = Field(primary_key=True, sa_column_kwargs={"server_default": "0"})
    outcome: Outcome | None = one_of(Outcome, default=None, nullable=True)
    basis: str
    labels: int = 1
    updated_at: datetime = Field(default_factory=now)


class View(StrEnum):
    """What a reviewer makes of a disagreement, looked at a second time."""

    JUDGE_WRONG = "judge_wrong"
    LABEL_SLIPPED = "label_slipped"
    RULE_UNCLEAR = "rule_unclear"


class SecondLookRow(Row, table=True):
    """What a reviewer made of a disagreement. Append-only; the newest of each reviewer counts."""

    __tablename__ = "second_look"
    __table_args__ = (Index(None, *UNIT), Index(None, "session_id"))
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT")
    session_id: int = reference("session", ondelete="RESTRICT")
    criterion: str
    meaning: int = 1
    turn: int = turn_key()
    reviewer_id: int = reference("reviewer", ondelete="RESTRICT")
    verdict_id: int | None = Field(default=None, sa_type=NUMBER, nullable=True)
    view: View | None = one_of(View, default=None, nullable=True)
    why: str = ""
    created_at: datetime = Field(default_factory=now)


class ExposureRow(Row, table=True):
    """A verdict or a peer's label that a reviewer was shown. Append-only."""

    __tablename__ = "exposure"
    __table_args__ = (Index(None, "reviewer_id", "session_id"),)
    id: int | None = numbered()
    project_id: int = reference("project", ondelete="RESTRICT")
    reviewer_id: int = reference("reviewer", ondelete="RESTRICT")
    session_id: int = reference("session", ondelete="RESTRICT")
    verdict_id: int | None = Field(default=None, sa_type=NUMBER, nullable=True)
    label_id: int | None = Field(default=None, sa_type=NUMBER, nullable=True)
    at: datetime = Field(default_factory=now)
