"""Sessions that somebody disputes as a whole: a judge and a label, or reviewers among them."""

from sqlalchemy import Connection, Select, select

from judging.gold import Basis
from judging.ratings import DECIDED
from storage.drafts import is_published
from storage.references import same_unit
from storage.seal import is_open
from storage.tables import CriterionRow, GoldRow, VerdictRow, table

CRITERION, GOLD, VERDICT = table(CriterionRow), table(GoldRow), table(VerdictRow)


def sessions(connection: Connection, project: int) -> set[int]:
    """
    Return the sessions on which a standing verdict and the settled label differ, or reviewers do.

    A judge differs by a pass or a fail alone; what it says of the sealed test is left out.
    """
    return set(connection.scalars(_from_judges(project).union(_among_reviewers(project))))


def _from_judges(project: int) -> Select[tuple[int]]:
    asked = (CRITERION.c.rubric_version_id == VERDICT.c.rubric_version_id) & (
        CRITERION.c.key == VERDICT.c.criterion
    )
    labelled = (
        same_unit(VERDICT, GOLD)
        & (GOLD.c.criterion == CRITERION.c.key)
        & (GOLD.c.meaning == CRITERION.c.meaning)
    )
    return (
        select(VERDICT.c.session_id)
        .select_from(VERDICT.join(CRITERION, asked).join(GOLD, labelled))
        .where(
            GOLD.c.project_id == project,
            VERDICT.c.turn == 0,
            VERDICT.c.stands,
            VERDICT.c.outcome.in_(DECIDED),
            GOLD.c.outcome.in_(DECIDED),
            VERDICT.c.outcome != GOLD.c.outcome,
            is_published(VERDICT.c.rubric_version_id),
            is_open(VERDICT),
        )
    )


def _among_reviewers(project: int) -> Select[tuple[int]]:
    """Select the sessions on which labels that count differ, and nobody has settled which."""
    return select(GOLD.c.session_id).where(
        GOLD.c.project_id == project,
        GOLD.c.turn == 0,
        GOLD.c.basis.in_([Basis.TIE, Basis.MAJORITY]),
    )
