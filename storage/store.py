"""The door to the database: a store, and in it projects."""

from functools import cached_property
from typing import Self

from sqlalchemy import Engine, select
from sqlalchemy.exc import OperationalError

from judging.errors import StoreError
from storage import migrate, once
from storage.agreement import Agreement
from storage.engine import opened, writing
from storage.exposures import Exposures
from storage.imports import Imports
from storage.judges import Judges
from storage.labels import Labels
from storage.reviewers import Reviewers
from storage.rubrics import Rubrics
from storage.runs import Runs
from storage.sessions import Sessions
from storage.tables import ProjectRow, table
from storage.verdicts import Verdicts

PROJECT = table(ProjectRow)


class Store:
    """Everything kept between visits."""

    def __init__(self, url: str) -> None:
        self._engine = opened(url)

    @classmethod
    def upgraded(cls, url: str) -> Self:
        """
        Open the database at `url` once it has the schema of this release.

        Raises:
            StoreError: If it cannot be opened or is newer than this release.
        """
        migrate.upgrade(url)
        return cls(url)

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()

    def projects(self) -> list[str]:
        """Return the names of all projects, in alphabetical order."""
        with self._engine.connect() as connection:
            return list(connection.scalars(select(PROJECT.c.name).order_by(PROJECT.c.name)))

    def project(self, name: str) -> "Project":
        """
        Return the project `name`.

        Raises:
            StoreError: If there is none of that name.
        """
        with self._engine.connect() as connection:
            number = connection.scalar(select(PROJECT.c.id).where(PROJECT.c.name == name))
        if number is None:
            raise StoreError(
                f"There is no project {name!r}.",
                fix="Import sessions into it, which creates it, or name one that exists.",
            )
        return Project(self._engine, number, name)

    def project_or_new(self, name: str) -> "Project":
        """Return the project `name`, created if there is none, also when two create it at once."""
        if name not in self.projects():
            row = ProjectRow(name=name).model_dump(exclude={"id", "name"})
            with writing(self._engine) as connection:
                once.number_of(connection, PROJECT, {"name": name}, row)
        return self.project(name)

    def readiness(self) -> dict[str, bool]:
        """Tell whether the schema is this release's."""
        try:
            with self._engine.connect() as connection:
                return {"schema": migrate.is_current(connection)}
        except OperationalError:
            return {"schema": False}


class Project:
    """One project, and what is in it."""

    def __init__(self, engine: Engine, number: int, name: str) -> None:
        self._engine, self.number, self.name = engine, number, name

    @cached_property
    def imports(self) -> Imports:
        """Its imports."""
        return Imports(self._engine, self.number)

    @cached_property
    def sessions(self) -> Sessions:
        """Its sessions."""
        return Sessions(self._engine, self.number)

    @cached_property
    def rubrics(self) -> Rubrics:
        """Its rubrics."""
        return Rubrics(self._engine, self.number)

    @cached_property
    def judges(self) -> Judges:
        """Its judges."""
        return Judges(self._engine, self.number)

    @cached_property
    def runs(self) -> Runs:
        """Its runs."""
        return Runs(self._engine, self.number)

    @cached_property
    def verdicts(self) -> Verdicts:
        """Its verdicts."""
        return Verdicts(self._engine, self.number)

    @cached_property
    def labels(self) -> Labels:
        """Its labels, and what they amount to."""
        return Labels(self._engine, self.number)

    @cached_property
    def reviewers(self) -> Reviewers:
        """Its reviewers."""
        return Reviewers(self._engine, self.number)

    @cached_property
    def exposures(self) -> Exposures:
        """What its reviewers have seen."""
        return Exposures(self._engine, self.number)

    @cached_property
    def agreement(self) -> Agreement:
        """Its labels counted against verdicts."""
        return Agreement(self._engine, self.number)
