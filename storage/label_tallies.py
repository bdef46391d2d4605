"""Labels added up: how long they took, and how many there are of each answer."""

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import func, select

from judging.ratings import Maker, Outcome
from storage.store import Project
from storage.tables import GoldRow, LabelRow, table

LABEL, GOLD = table(LabelRow), table(GoldRow)


def seconds(project: Project, criterion: str, meaning: int) -> Mapping[int, list[float]]:
    """Return by reviewer how many seconds each unit took, all changes of mind included."""
    unit = (LABEL.c.reviewer_id, LABEL.c.session_id, LABEL.c.turn)
    # What a change took is added to what its label had taken before.
    query = (
        select(LABEL.c.reviewer_id, func.max(LABEL.c.seconds_spent))
        .where(
            LABEL.c.project_id == project.number,
            LABEL.c.criterion == criterion,
            LABEL.c.meaning == meaning,
            LABEL.c.made_by == Maker.PERSON,
            LABEL.c.seconds_spent > 0,
        )
        .group_by(*unit)
    )
    found: dict[int, list[float]] = defaultdict(list)
    with project._engine.connect() as connection:  # noqa: SLF001  (a part of it like the others)
        for reviewer, spent in connection.execute(query):
            found[reviewer].append(spent)
    return found


def settled(project: Project) -> Mapping[tuple[str, int], Mapping[Outcome | None, int]]:
    """Return by criterion and meaning how often people's labels amount to each; None is a tie."""
    what = (GOLD.c.criterion, GOLD.c.meaning, GOLD.c.outcome)
    query = (
        select(*what, func.count())
        .where(GOLD.c.project_id == project.number, GOLD.c.made_by == Maker.PERSON)
        .group_by(*what)
    )
    found: dict[tuple[str, int], dict[Outcome | None, int]] = defaultdict(dict)
    with project._engine.connect() as connection:  # noqa: SLF001  (a part of it like the others)
        for criterion, meaning, outcome, n in connection.execute(query):
            found[criterion, meaning][outcome] = n
    return found
