"""Counts that are kept, so that nobody counts the same labels and verdicts twice."""

from typing import Any

from sqlmodel import Field

from storage.tables.columns import NUMBER, Row, json_value


class KeptCountRow(Row, table=True):
    """
    What one criterion of one judge and rubric version came to.

    `held_against` says whose labels, and which run's verdicts. `revision` is the state of the
    database that was counted: under another one the counts are void.
    """

    __tablename__ = "kept_count"
    rubric_version_id: int = Field(
        foreign_key="rubric_version.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    judge_id: int = Field(
        foreign_key="judge.id", ondelete="CASCADE", primary_key=True, sa_type=NUMBER
    )
    criterion: str = Field(primary_key=True)
    held_against: str = Field(primary_key=True)
    revision: str
    counts: dict[str, Any] = json_value(default_factory=dict)
