"""The sessions that a judge is to be tried on before a gate: the longest, and the hardest."""

from collections.abc import Sequence

from sqlalchemy import select, tuple_

from judging.gold import Basis
from judging.ratings import Maker, Outcome
from judging.sessions import Origin
from storage.store import Project
from storage.tables import GoldRow, SessionRow, table

GOLD, SESSION = table(GoldRow), table(SessionRow)
# On these a person has looked twice, or could not tell.
DIFFERED = (Basis.TIE, Basis.MAJORITY, Basis.ADJUDICATED)


def longest(project: Project, limit: int) -> dict[int, int]:
    """Return the recorded sessions with the most turns, by number, and how many each has."""
    query = (
        select(SESSION.c.id, SESSION.c.n_turns)
        .where(
            SESSION.c.project_id == project.number,
            SESSION.c.pending == 0,
            SESSION.c.origin == Origin.RECORDED,
        )
        .order_by(SESSION.c.n_turns.desc(), SESSION.c.id)
        .limit(limit)
    )
    engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        return {session: turns for session, turns in connection.execute(query)}  # noqa: C416


def edge_cases(project: Project, criteria: Sequence[tuple[str, int]]) -> set[int]:
    """
    Return the sessions that people found hard on some criteria, whatever a judge says.

    Args:
        project: Whose sessions.

        criteria: The key of each, and the number of its meaning.

    Returns:
        Those on which reviewers differed, which were settled afterwards or not, and those from
        which they could not tell.
    """
    asked = tuple_(GOLD.c.criterion, GOLD.c.meaning).in_(list(criteria))
    is_hard = GOLD.c.basis.in_(DIFFERED) | (GOLD.c.outcome == Outcome.CANNOT_TELL)
    query = select(GOLD.c.session_id).where(
        GOLD.c.project_id == project.number, GOLD.c.made_by == Maker.PERSON, asked, is_hard
    )
    engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        return set(connection.scalars(query))
