"""Which sessions have been shown to a judge as examples in a rubric."""

from sqlalchemy import ColumnElement, Engine, insert, select

from judging.errors import StoreError
from judging.ratings import Maker, Outcome
from judging.rubrics import Criterion
from judging.splitting import Part
from storage.counts import DECIDED
from storage.engine import writing
from storage.seal import is_in
from storage.store import Project
from storage.tables import ExampleRow, GoldRow, SessionRow, Split, SplitRow, table

EXAMPLE, GOLD = table(ExampleRow), table(GoldRow)
SESSION, SPLIT = table(SessionRow), table(SplitRow)


class Examples:
    """The examples of one project. They are only ever added to."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def sessions(self) -> frozenset[int]:
        """Return the numbers of all sessions that an example was ever taken from."""
        query = select(EXAMPLE.c.session_id).where(EXAMPLE.c.project_id == self._project)
        with self._engine.connect() as connection:
            return frozenset(connection.scalars(query))

    def settled(self, session: int, criterion: Criterion) -> Outcome | None:
        """Return what people settled on a session; None without labels, and where they differ."""
        on_it = (GOLD.c.session_id == session, *self._by_people(criterion))
        query = select(GOLD.c.outcome).where(*on_it)
        with self._engine.connect() as connection:
            outcome: Outcome | None = connection.scalar(query)
        return outcome

    def offered(self, criterion: Criterion) -> dict[str, Outcome]:
        """Return the sessions on which people settled on pass or fail, but for sealed ones."""
        query = (
            select(SESSION.c.external_id, GOLD.c.outcome)
            .join(GOLD, GOLD.c.session_id == SESSION.c.id)
            .where(*self._by_people(criterion))
            .where(GOLD.c.outcome.in_(DECIDED), is_in(Part.DEVELOP, SESSION.c.id))
            .order_by(SESSION.c.external_id)
        )
        with self._engine.connect() as connection:
            return {row.external_id: row.outcome for row in connection.execute(query)}

    def mark(self, session: int, criterion: str, author: str) -> None:
        """
        Write down for good that a session is an example.

        Raises:
            StoreError: If it is one of the sealed test.
        """
        row = ExampleRow(
            project_id=self._project, session_id=session, criterion=criterion, author=author
        ).model_dump(exclude={"id"})
        sealed = select(SPLIT.c.split).where(
            SPLIT.c.project_id == self._project, SPLIT.c.session_id == session
        )
        with writing(self._engine) as connection:
            if connection.scalar(sealed) is Split.TEST:
                raise StoreError(
                    "The session is one of the sealed test.",
                    fix="Take the example from another session: a judge may not see these.",
                )
            connection.execute(insert(EXAMPLE), row)

    def _by_people(self, criterion: Criterion) -> tuple[ColumnElement[bool], ...]:
        """Return the conditions that gold is of people, and of sessions as a whole."""
        return (
            GOLD.c.project_id == self._project,
            GOLD.c.made_by == Maker.PERSON,
            GOLD.c.criterion == criterion.key,
            GOLD.c.meaning == criterion.meaning,
            GOLD.c.turn == 0,
        )


def of(project: Project) -> Examples:
    """Return the examples of `project`."""
    return Examples(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)
