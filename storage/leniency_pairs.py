"""What two sides said of the same units, labelled or not."""

from collections import Counter, defaultdict

from sqlalchemy import func, select

from judging.ratings import DECIDED, Outcome
from storage.counting import given
from storage.references import Compared, same_unit
from storage.store import Project
from storage.tables import SessionRow, VerdictRow, table

SESSION, VERDICT = table(SessionRow), table(VerdictRow)
FAIL, PASS = Outcome.FAIL, Outcome.PASS
FOUR = {(FAIL, FAIL): 0, (FAIL, PASS): 1, (PASS, FAIL): 2, (PASS, PASS): 3}
Four = tuple[int, int, int, int]


def of(project: Project, first: Compared, second: Compared) -> list[tuple[Four, int]]:
    """
    Return the distinct counts of a group, and how many groups have them.

    The counts are of units that both sides pass or fail, in the order fail-fail, fail-pass,
    pass-fail, pass-pass. Of the sealed test none counts, and whose labels the two are held
    against does not matter.
    """
    unit = (VERDICT.c.session_id, VERDICT.c.turn, VERDICT.c.outcome)
    decided = VERDICT.c.outcome.in_(DECIDED)
    one, other = (select(*unit).where(*given(s), decided).subquery() for s in (first, second))
    said = (SESSION.c.group, one.c.outcome, other.c.outcome)
    joined = one.join(other, same_unit(one, other)).join(SESSION, SESSION.c.id == one.c.session_id)
    mine = SESSION.c.project_id == project.number
    query = select(*said, func.count()).select_from(joined).where(mine).group_by(*said)
    groups: dict[str, list[int]] = defaultdict(lambda: [0] * len(FOUR))
    engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        for group, before, after, n in connection.execute(query):
            groups[group][FOUR[before, after]] += n
    alike = Counter((a, b, c, d) for a, b, c, d in groups.values())
    return list(alike.items())
