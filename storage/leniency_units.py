"""How much more two judges pass than each other, on agents of one family and on others."""

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import case, func, select

from judging.ratings import DECIDED, Outcome
from storage.counting import given
from storage.references import Compared, same_unit
from storage.store import Project
from storage.tables import SessionRow, VerdictRow, table

SESSION, VERDICT = table(SessionRow), table(VerdictRow)
Half = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GroupLeniency:
    """
    One group of sessions. Units whose agent is of no known family are in neither half.

    Attributes:
        own: Of agents of the family that was asked about: how many more units the first judge
            passes than the second, and on how many units both decided.

        others: The same of agents of other families.
    """

    own: Half
    others: Half


def of(project: Project, first: Compared, second: Compared, family: str) -> list[GroupLeniency]:
    """
    Return the groups in which both judges decided on something, labelled or not.

    Both sides have to ask one criterion; whose labels they are held against does not matter.
    """
    unit = (VERDICT.c.session_id, VERDICT.c.turn, VERDICT.c.outcome)
    one, other = (select(*unit).where(*given(side)).subquery() for side in (first, second))
    passes = [case((side.c.outcome == Outcome.PASS, 1), else_=0) for side in (one, other)]
    is_own = SESSION.c.agent_family == family
    query = (
        select(SESSION.c.group, is_own, func.sum(passes[0] - passes[1]), func.count())
        .select_from(
            one.join(other, same_unit(one, other)).join(SESSION, SESSION.c.id == one.c.session_id)
        )
        .where(
            SESSION.c.project_id == project.number,
            SESSION.c.agent_family.is_not(None),
            one.c.outcome.in_(DECIDED),
            other.c.outcome.in_(DECIDED),
        )
        .group_by(SESSION.c.group, is_own)
    )
    halves: dict[str, dict[bool, Half]] = defaultdict(dict)
    engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        for group, own, difference, n in connection.execute(query):
            halves[group][bool(own)] = (int(difference), n)
    return [
        GroupLeniency(half.get(True, (0, 0)), half.get(False, (0, 0))) for half in halves.values()
    ]
