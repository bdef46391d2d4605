"""Which verdicts are sealed: those on sessions of the test, until they have been looked at."""

from sqlalchemy import ColumnElement, FromClause, or_, select, true

from judging.splitting import Part
from storage.tables import JudgeRow, LookRow, Split, SplitRow, table

JUDGE, LOOK, SPLIT = table(JudgeRow), table(LookRow), table(SplitRow)


def is_test(session: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a session is one of the test."""
    of_test = (SPLIT.c.session_id == session, SPLIT.c.split == Split.TEST)
    return select(SPLIT.c.session_id).where(*of_test).exists()


def is_in(part: Part, session: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a session is of a part; one in no split is of `develop`."""
    if part is Part.ALL:
        return true()
    return is_test(session) if part is Part.TEST else ~is_test(session)


def is_open(verdict: FromClause) -> ColumnElement[bool]:
    """Return the condition that a verdict may be seen: not of the test, or it was looked at."""
    looked = (
        select(LOOK.c.id)
        .join(JUDGE, JUDGE.c.fingerprint == LOOK.c.fingerprint)
        .where(
            JUDGE.c.id == verdict.c.judge_id,
            LOOK.c.rubric_version_id == verdict.c.rubric_version_id,
            LOOK.c.criterion == verdict.c.criterion,
        )
    )
    return or_(~is_test(verdict.c.session_id), looked.exists())
