"""Reviewers, by name or by slot."""

from dataclasses import dataclass

from sqlalchemy import Connection, Engine, select

from storage import once
from storage.engine import writing
from storage.tables import ReviewerRow, table

REVIEWER = table(ReviewerRow)


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Somebody who labels; a slot is the n-th anonymous rating of a unit, whoever gave it."""

    id: int
    name: str
    is_slot: bool
    role: str


class Reviewers:
    """The reviewers of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def listed(self) -> list[Reviewer]:
        """Return all of them, named ones first, in alphabetical order."""
        columns = [REVIEWER.c[name] for name in Reviewer.__dataclass_fields__]
        query = select(*columns).where(REVIEWER.c.project_id == self._project)
        with self._engine.connect() as connection:
            ordered = query.order_by(REVIEWER.c.is_slot, REVIEWER.c.name)
            return [Reviewer(*row) for row in connection.execute(ordered)]

    def named(self, name: str) -> Reviewer:
        """Return the reviewer `name`, created if there is none."""
        found = self._found(name)
        if found is None:
            with writing(self._engine) as connection:
                number_of(connection, self._project, name)
            found = self._found(name)
        assert found is not None
        return found

    def _found(self, name: str) -> Reviewer | None:
        return next((r for r in self.listed() if r.name == name and not r.is_slot), None)


def number_of(connection: Connection, project: int, name: str | None, slot: int = 0) -> int:
    """Return a reviewer's number inside a transaction that writes; a nameless one is a slot."""
    row = ReviewerRow(
        project_id=project,
        name=f"slot {slot}" if name is None else name,
        is_slot=name is None,
    ).model_dump(exclude={"id"})
    key = {column: row.pop(column) for column in ("project_id", "name", "is_slot")}
    return once.number_of(connection, REVIEWER, key, row)
