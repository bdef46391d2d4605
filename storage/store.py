"""The door to the database: a store, and in it projects."""

from functools import cached_property
from typing import Self

from sqlalchemy import Engine, select
from sqlalchemy.exc import OperationalError

from judging.errors import StoreError
from storage import installation, migrate, once
from storage.agreement import Agreement
from storage.audits import Audits
from storage.batches import Batches
from storage.call_records import CallRecords
from storage.checkpoint import checkpoint
from storage.desk import Desk
from storage.engine import file_of, opened, writing
from storage.exposures import Exposures
from storage.identities import Identity
from storage.imports import Imports
from storage.judges import Judges
from storage.labels import Labels
from storage.ledger import Ledger
from storage.pairs import Pairs
from storage.project_settings import ProjectSettings
from storage.queue import Queue
from storage.retention import Retention
from storage.reveal_draws import RevealDraws
from storage.reviewers import Reviewers
from storage.rubrics import Rubrics
from storage.runs import Runs
from storage.second_looks import SecondLooks
from storage.sessions import Sessions
from storage.tables import ProjectRow, RunRow, table
from storage.verdicts import Verdicts
from storage.workers import Workers

PROJECT, RUN = table(ProjectRow), table(RunRow)


class Store:
    """Everything kept between visits."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = opened(url)
        self.queue = Queue(url)
        self.workers = Workers(self._engine)

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
        self.queue.close()
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
        return Project(self, self._engine, number, name)

    def project_or_new(self, name: str) -> "Project":
        """Return the project `name`, created if there is none, also when two create it at once."""
        if name not in self.projects():
            row = ProjectRow(name=name).model_dump(exclude={"id", "name"})
            with writing(self._engine) as connection:
                once.number_of(connection, PROJECT, {"name": name}, row)
        return self.project(name)

    def project_of_run(self, run: int) -> "Project":
        """
        Return the project that a run is in.

        Raises:
            StoreError: If there is no such run.
        """
        query = select(PROJECT.c.name).join(RUN, RUN.c.project_id == PROJECT.c.id)
        with self._engine.connect() as connection:
            name = connection.scalar(query.where(RUN.c.id == run))
        if name is None:
            raise StoreError(f"There is no run {run}.", fix="List them: judging runs.")
        return self.project(name)

    @property
    def retention(self) -> Retention:
        """The texts of old calls."""
        return Retention(self._engine)

    def look_after(self) -> None:
        """Do what has to be done from time to time: free runs of the dead, empty SQLite's log."""
        alive = self.workers.alive()
        for name in self.projects():
            self.project(name).runs.release(alive)
        file = file_of(self.url)
        if file:
            checkpoint(file, beyond=8_000_000)
        else:
            self.queue.reap(self.workers.alive)

    def secret(self) -> bytes:
        """Return what the fences around transcripts are keyed with: the same in all processes."""
        return installation.secret(self._engine)

    def readiness(self) -> dict[str, bool]:
        """Tell whether the schema is this release's."""
        try:
            with self._engine.connect() as connection:
                return {"schema": migrate.is_current(connection)}
        except OperationalError:
            return {"schema": False}


class Project:
    """
    One project, and what is in it.

    Attributes:
        visitor: For whom it was opened, where a page did; None for a command, whose user has
            the database in hand. What they may do and see, `calibration.visitors.access` says.
    """

    def __init__(
        self, store: Store, engine: Engine, number: int, name: str, visitor: Identity | None = None
    ) -> None:
        self.store, self.number, self.name = store, number, name
        self.visitor = visitor
        self._engine = engine

    def opened_for(self, visitor: Identity) -> "Project":
        """Return it as it is opened for somebody who visits a page."""
        return Project(self.store, self._engine, self.number, self.name, visitor)

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
        return Runs(self._engine, self.number, self.store.queue)

    @cached_property
    def desk(self) -> Desk:
        """Where its reviewers label."""
        return Desk(self._engine, self.number)

    @cached_property
    def ledger(self) -> Ledger:
        """The calls of its runs."""
        return Ledger(self._engine, self.number)

    @cached_property
    def batches(self) -> Batches:
        """The batches of its runs' calls."""
        return Batches(self._engine)

    @cached_property
    def calls(self) -> CallRecords:
        """The calls of its runs, to be looked at."""
        return CallRecords(self._engine, self.number)

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
    def settings(self) -> ProjectSettings:
        """What its leads have settled."""
        return ProjectSettings(self._engine, self.number)

    @cached_property
    def exposures(self) -> Exposures:
        """What its reviewers have seen."""
        return Exposures(self._engine, self.number)

    @cached_property
    def reveal_draws(self) -> RevealDraws:
        """When its reviewers are shown what judges say, where that was drawn."""
        return RevealDraws(self._engine, self.number)

    @cached_property
    def agreement(self) -> Agreement:
        """Its labels counted against verdicts."""
        return Agreement(self._engine, self.number)

    @cached_property
    def pairs(self) -> Pairs:
        """Two judges, or rubric versions, on the same units."""
        return Pairs(self._engine, self.agreement)

    @cached_property
    def second_looks(self) -> SecondLooks:
        """What its reviewers make of disagreements."""
        return SecondLooks(self._engine, self.number)

    @cached_property
    def audits(self) -> Audits:
        """What audits of its judges came to."""
        return Audits(self._engine, self.number)
