"""Drafts of rubrics: versions that are being tried, and whose verdicts count nowhere else."""

from sqlalchemy import ColumnElement, select

from storage.tables import RubricRow, RubricVersionRow, table

RUBRIC, VERSION = table(RubricRow), table(RubricVersionRow)


def is_published(version: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that the rubric version of this number is no draft."""
    drafts = (
        select(VERSION.c.id)
        .join(RUBRIC, RUBRIC.c.id == VERSION.c.rubric_id)
        .where(RUBRIC.c.is_draft)
    )
    return version.not_in(drafts)
