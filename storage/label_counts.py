"""How many units people have labelled, by what they were asked."""

from sqlalchemy import func, select

from judging.ratings import Maker
from storage.store import Project
from storage.tables import GoldRow, table

GOLD = table(GoldRow)


def by_meaning(project: Project) -> dict[tuple[str, int], int]:
    """Return how many units have a label by a person, by criterion and number of its meaning."""
    asked = (GOLD.c.criterion, GOLD.c.meaning)
    query = (
        select(*asked, func.count())
        .where(GOLD.c.project_id == project.number, GOLD.c.made_by == Maker.PERSON)
        .group_by(*asked)
    )
    engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        return {(key, meaning): n for key, meaning, n in connection.execute(query)}
