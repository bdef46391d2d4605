"""Whether the labels of a reference were drawn with different chances."""

from sqlalchemy import Engine, func, select

from storage.references import Compared, given_by
from storage.store import Project
from storage.tables import LabelRow, table

LABEL = table(LabelRow)


def differ(project: Project, compared: Compared) -> bool:
    """Tell whether a criterion's labels have more than one known probability of being drawn."""
    query = select(func.count(func.distinct(LABEL.c.inclusion_prob))).where(
        LABEL.c.project_id == project.number,
        LABEL.c.criterion == compared.criterion,
        LABEL.c.meaning == compared.meaning,
    )
    engine: Engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        return bool(connection.scalar(given_by(compared.reference, query)) > 1)
