"""The verdicts that stand on some sessions, whoever gave them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, select

from judging.ratings import Verdict
from storage.tables import SessionRow, Split, SplitRow, VerdictRow, table
from storage.verdicts import verdict_of

VERDICT, SESSION, SPLIT = table(VerdictRow), table(SessionRow), table(SplitRow)


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """A verdict that stands, and what it is of; sealed if its session is one of the test."""

    id: int
    session: int
    rubric_version: int
    judge: int
    verdict: Verdict
    is_sealed: bool


def standing(connection: Connection, sessions: Sequence[int]) -> Iterator[KeptVerdict]:
    """Yield the verdicts that stand on these sessions, in no order."""
    of_session = and_(
        SPLIT.c.project_id == SESSION.c.project_id, SPLIT.c.session_id == SESSION.c.id
    )
    # By session alone: by rubric version and judge, SQLite would go through all that they gave.
    query = (
        select(VERDICT, SESSION.c.external_id, SPLIT.c.split)
        .join(SESSION, VERDICT.c.session_id == SESSION.c.id)
        .outerjoin(SPLIT, of_session)
        .where(VERDICT.c.session_id.in_(sessions), VERDICT.c.stands)
    )
    for row in connection.execute(query).mappings():
        yield KeptVerdict(
            id=row["id"],
            session=row["session_id"],
            rubric_version=row["rubric_version_id"],
            judge=row["judge_id"],
            verdict=verdict_of(row),
            is_sealed=row["split"] is Split.TEST,
        )
