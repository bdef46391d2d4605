"""What a project's leads have settled for everybody in it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine, select, update

from storage import done
from storage.engine import writing
from storage.tables import ProjectRow, table

PROJECT = table(ProjectRow)


class ProjectSettings:
    """The settings of one project, by name."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def read(self) -> Mapping[str, Any]:
        """Return all that is set."""
        with self._engine.connect() as connection:
            found = connection.scalar(select(PROJECT.c.settings).where(self._is_mine))
        return dict(found or {})

    def set(self, name: str, value: Any, *, by: str) -> None:
        """Set one of them to a JSON value, and write down who did."""
        mine = select(PROJECT.c.settings).where(self._is_mine).with_for_update()
        with writing(self._engine) as connection:
            before = dict(connection.scalar(mine) or {})
            after = {**before, name: value}
            connection.execute(update(PROJECT).where(self._is_mine).values(settings=after))
            change = {"from": before.get(name), "to": value}
            done.write(connection, self._project, "setting", name, change, by=by)

    @property
    def _is_mine(self) -> Any:
        return PROJECT.c.id == self._project
