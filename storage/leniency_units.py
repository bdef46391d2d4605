"""How much more two judges pass than each other, on agents of one family and on others."""

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Subquery, and_, case, func, select

from judging.ratings import DECIDED, Outcome
from storage.counting import given
from storage.references import Compared, same_unit
from storage.store import Project
from storage.tables import SessionRow, VerdictRow, table

SESSION, VERDICT = table(SessionRow), table(VerdictRow)


@dataclass(frozen=True, slots=True)
class Half:
    """
    Units of one kind of agents on which two judges decided.

    Attributes:
        first: Those that the first judge alone passes.

        second: Those that the second judge alone passes.

        alike: Those of which both say the same.
    """

    first: int = 0
    second: int = 0
    alike: int = 0

    @property
    def n(self) -> int:
        """How many units."""
        return self.first + self.second + self.alike


@dataclass(frozen=True, slots=True)
class GroupLeniency:
    """
    One group of sessions. Units whose agent is of no known family are in neither half.

    Attributes:
        own: Of agents of the family that was asked about.

        others: Of agents of other families.
    """

    own: Half
    others: Half


def of(
    project: Project, first: Compared, second: Compared, family: str, left_out: str = ""
) -> list[GroupLeniency]:
    """
    Return the groups in which both judges decided on something, labelled or not.

    Both sides have to ask one criterion; whose labels they are held against does not matter.

    Args:
        project: The project.

        first: The first judge's verdicts.

        second: The second judge's.

        family: The family whose agents make up one half.

        left_out: A family whose agents are in neither half; empty for none.
    """
    unit = (VERDICT.c.session_id, VERDICT.c.turn, VERDICT.c.outcome)
    one, other = (select(*unit).where(*given(side)).subquery() for side in (first, second))
    is_own = SESSION.c.agent_family == family
    query = (
        select(SESSION.c.group, is_own, *_counts(one, other))
        .select_from(
            one.join(other, same_unit(one, other)).join(SESSION, SESSION.c.id == one.c.session_id)
        )
        .where(
            SESSION.c.project_id == project.number,
            SESSION.c.agent_family.not_in([left_out]),
            one.c.outcome.in_(DECIDED),
            other.c.outcome.in_(DECIDED),
        )
        .group_by(SESSION.c.group, is_own)
    )
    halves: dict[str, dict[bool, Half]] = defaultdict(dict)
    engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        for group, own, *counts in connection.execute(query):
            halves[group][bool(own)] = Half(*map(int, counts))
    return [
        GroupLeniency(half.get(True, Half()), half.get(False, Half())) for half in halves.values()
    ]


def _counts(one: Subquery, other: Subquery) -> list[ColumnElement[int]]:
    """Count the units that the first alone passes, that the second does, and the rest."""
    passes = [side.c.outcome == Outcome.PASS for side in (one, other)]
    kinds = (and_(passes[0], ~passes[1]), and_(passes[1], ~passes[0]), passes[0] == passes[1])
    return [func.sum(case((kind, 1), else_=0)) for kind in kinds]
