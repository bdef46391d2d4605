"""Sessions that somebody disputes as a whole: a judge and a label, or reviewers among them."""

from sqlalchemy import Connection, Select, select

from judging.ratings import DECIDED, Outcome
from storage.references import same_unit
from storage.seal import is_open
from storage.tables import CriterionRow, GoldRow, LabelRow, VerdictRow, table

CRITERION, GOLD = table(CriterionRow), table(GoldRow)
LABEL, VERDICT = table(LabelRow), table(VerdictRow)


def sessions(connection: Connection, project: int) -> set[int]:
    """
    Return the sessions on which a standing verdict and the settled label differ, or reviewers do.

    Only passes and fails differ; what a judge says of the sealed test is left out.
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
            is_open(VERDICT),
        )
    )


def _among_reviewers(project: int) -> Select[tuple[int]]:
    one, other = LABEL.alias(), LABEL.alias()
    unit = ("project_id", "session_id", "criterion", "meaning", "turn", "made_by")
    same = (one.c[name] == other.c[name] for name in unit)
    return (
        select(one.c.session_id)
        .where(*same, one.c.project_id == project, one.c.turn == 0)
        .where(one.c.outcome == Outcome.PASS, other.c.outcome == Outcome.FAIL)
        .where(one.c.reviewer_id != other.c.reviewer_id)
    )
