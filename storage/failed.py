"""Sessions that somebody failed as a whole: worth a look turn by turn."""

from sqlalchemy import Connection, Select, select

from judging.ratings import Outcome
from judging.rubrics import Kind
from storage.drafts import is_published
from storage.seal import is_open
from storage.tables import (
    CriterionRow,
    GoldRow,
    RubricRow,
    RubricVersionRow,
    SessionRow,
    VerdictRow,
    table,
)

CRITERION, GOLD, RUBRIC = table(CriterionRow), table(GoldRow), table(RubricRow)
SESSION, VERDICT, VERSION = table(SessionRow), table(VerdictRow), table(RubricVersionRow)


def sessions(connection: Connection, project: int) -> set[int]:
    """Return those that a label or a standing verdict fails; an absent condition is no failure."""
    return set(connection.scalars(_by_judges(project).union(_by_labels(project))))


def _by_judges(project: int) -> Select[tuple[int]]:
    asked = (CRITERION.c.rubric_version_id == VERDICT.c.rubric_version_id) & (
        CRITERION.c.key == VERDICT.c.criterion
    )
    joined = VERDICT.join(CRITERION, asked).join(SESSION, SESSION.c.id == VERDICT.c.session_id)
    return (
        select(VERDICT.c.session_id)
        .select_from(joined)
        .where(
            SESSION.c.project_id == project,
            VERDICT.c.stands,
            VERDICT.c.turn == 0,
            VERDICT.c.outcome == Outcome.FAIL,
            CRITERION.c.kind == Kind.QUALITY,
            is_published(VERDICT.c.rubric_version_id),
            is_open(VERDICT),
        )
    )


def _by_labels(project: int) -> Select[tuple[int]]:
    versions = CRITERION.join(VERSION, VERSION.c.id == CRITERION.c.rubric_version_id).join(
        RUBRIC, RUBRIC.c.id == VERSION.c.rubric_id
    )
    is_quality = (
        select(CRITERION.c.id)
        .select_from(versions)
        .where(
            RUBRIC.c.project_id == project,
            CRITERION.c.key == GOLD.c.criterion,
            CRITERION.c.meaning == GOLD.c.meaning,
            CRITERION.c.kind == Kind.QUALITY,
        )
        .exists()
    )
    return select(GOLD.c.session_id).where(
        GOLD.c.project_id == project, GOLD.c.turn == 0, GOLD.c.outcome == Outcome.FAIL, is_quality
    )
