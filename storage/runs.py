"""Runs from their beginning to their end."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, update

from judging.rubrics import Level
from storage import rivals, run_lines, run_states, selection, workers
from storage.engine import writing
from storage.modes import Mode
from storage.queue import Queue
from storage.run_lines import RunLine
from storage.run_states import Moves
from storage.tables import RunRow, RunStatus, table

RUN = table(RunRow)


@dataclass(frozen=True, slots=True)
class NewRun:
    """
    A run to be.

    Attributes:
        units: How many sessions (or turns) it covers.

        cached: How many of them were judged before, by the same judge under the same version.

        sessions: The numbers of those that are to be judged.

        concurrency: How many requests may be on their way at once, in each process.

        mode: How its judge is asked: see `storage.modes`.

        max_cost: What it may cost at most, in micro-dollars; None where it may cost what it does.

        samples: How often it asks the same of each unit.

        only: The one level whose criteria it asks for; None where it asks for all.
    """

    judge: int
    rubric_version: int
    level: Level
    units: int
    cached: int = 0
    sessions: Sequence[int] = ()
    mode: Mode = Mode.LIVE
    concurrency: int = 32
    max_cost: int | None = None
    samples: int = 1
    only: Level | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """What a run is to do: which judge, under which version, over which sessions, how often."""

    run: int
    judge: int
    rubric_version: int
    sessions: tuple[int, ...]
    concurrency: int
    status: RunStatus
    max_cost: int | None
    epoch: int
    samples: int
    mode: Mode
    only: Level | None


class Runs:
    """The runs of one project."""

    def __init__(self, engine: Engine, project: int, queue: Queue) -> None:
        self._engine, self._project, self._queue = engine, project, queue

    def start(self, new: NewRun, *, held_by: str | None = None) -> int:
        """
        Record a run that begins now in this process, and return its number.

        Raises:
            StoreError: If the same judge is at work under the same rubric version.
        """
        with writing(self._engine) as connection:
            return self._insert(connection, new, RunStatus.RUNNING, held_by=held_by)

    def enqueue(self, new: NewRun) -> int:
        """
        Record a run for the workers to take up, and return its number.

        Raises:
            StoreError: If the same judge is at work under the same rubric version.
        """
        self._queue.open()
        with writing(self._engine) as connection:
            number = self._insert(connection, new, RunStatus.QUEUED)
            self._queue.put(connection, number, epoch=0, mode=new.mode)
        return number

    def resume(self, run: int, *, max_cost: int | None = None) -> None:
        """
        Hand a run that is paused, failed or cancelled to the workers again, for what is left.

        Args:
            run: Its number.

            max_cost: Its ceiling from now on, in micro-dollars; None leaves it as it is.

        Raises:
            StoreError: If it is in another state, or its judge is at work in another run.
        """
        self._queue.open()
        moves = dict.fromkeys(run_states.RESUMABLE, RunStatus.QUEUED)
        with writing(self._engine) as connection:
            run_states.moved(connection, self._project, run, moves, word="resumed")
            rivals.refuse(connection, run)
            values: dict[str, Any] = {
                "held_by": None,
                "reason": "",
                "totals": None,
                "finished_at": None,
                **({} if max_cost is None else {"max_cost_microdollars": max_cost}),
            }
            self._hand_over(connection, run, values)

    def cancel_in_batches(self, run: int) -> None:
        """
        Have the workers cancel what a run, which is not running, has sent in batches.

        Raises:
            StoreError: If it is running, or over.
        """
        self._queue.open()
        with writing(self._engine) as connection:
            run_states.moved(connection, self._project, run, run_states.UNRULED, word="cancelled")
            values = {"held_by": None, "reason": "", "totals": None, "finished_at": None}
            self._hand_over(connection, run, values)

    def steer(self, run: int, moves: Moves, *, word: str) -> RunStatus:
        """
        Change a run's status as `moves` says for the status it has, and return the new one.

        Raises:
            StoreError: If `moves` says nothing for its status; `word` is what cannot be done.
        """
        with writing(self._engine) as connection:
            return run_states.moved(connection, self._project, run, moves, word=word)

    def begin(self, run: int, *, epoch: int) -> bool:
        """Tell whether the work of this epoch may begin or go on; a queued run then is running."""
        with writing(self._engine) as connection:
            return run_states.begun(connection, run, epoch)

    def hold(self, run: int, reason: str, *, epoch: int) -> None:
        """Pause a run by itself once what is on its way is kept, unless it is told to stop."""
        with writing(self._engine) as connection:
            run_states.held(connection, run, epoch, reason)

    def fail(self, run: int, reason: str, *, epoch: int | None = None) -> None:
        """End a run that cannot go on; one that has ended, or is in another epoch, stays so."""
        with writing(self._engine) as connection:
            run_states.failed(connection, run, epoch, reason)

    def finish(self, run: int, *, epoch: int | None = None, reason: str = "") -> None:
        """
        End a run whose work is over: as it was told to, or done; failed where some is left.

        `reason` is why it is paused, where it comes to that.
        """
        with writing(self._engine) as connection:
            run_states.finished(connection, run, epoch, reason)

    def release(self, alive: Collection[str]) -> None:
        """Let go of the runs that commands held which are no more: what is left can be resumed."""
        held = select(RUN.c.id).where(
            RUN.c.project_id == self._project,
            RUN.c.held_by.is_not(None),
            RUN.c.held_by.not_in(alive),
            RUN.c.status.in_(run_states.AT_WORK),
        )
        with self._engine.connect() as connection:
            is_any = connection.scalar(held.limit(1)) is not None
        if not is_any:
            return
        values = {"status": RunStatus.PAUSED, "reason": "Its process ended before it was done."}
        with writing(self._engine) as connection:
            # A command that began after `alive` was asked for gave its sign before its run.
            dead = held.where(RUN.c.held_by.not_in(workers.alive(connection)))
            connection.execute(update(RUN).where(RUN.c.id.in_(dead)).values(values))

    def status(self, run: int) -> RunStatus:
        """
        Return where a run stands.

        Raises:
            StoreError: If the project has no run of that number.
        """
        query = select(RUN.c.status).where(RUN.c.id == run, RUN.c.project_id == self._project)
        with self._engine.connect() as connection:
            status = connection.scalar(query)
        if status is None:
            raise run_states.missing(run)
        return RunStatus(status)

    def work(self, run: int) -> Work:
        """
        Return what a run is to do.

        Raises:
            StoreError: If the project has no run of that number.
        """
        query = select(RUN).where(RUN.c.id == run, RUN.c.project_id == self._project)
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise run_states.missing(run)
        return Work(
            run=row.id,
            judge=row.judge_id,
            rubric_version=row.rubric_version_id,
            sessions=tuple(selection.numbers(row.selection.get("sessions", []))),
            concurrency=row.concurrency,
            status=row.status,
            max_cost=row.max_cost_microdollars,
            epoch=row.epoch,
            samples=row.samples,
            mode=Mode(row.mode),
            only=selection.level(row.selection),
        )

    def listed(self, *, limit: int = 100) -> list[RunLine]:
        """Return the newest runs, newest first."""
        with self._engine.connect() as connection:
            return run_lines.newest(connection, self._project, limit=limit)

    def get(self, run: int) -> RunLine:
        """
        Return one run with its counts.

        Raises:
            StoreError: If the project has no run of that number.
        """
        with self._engine.connect() as connection:
            line = run_lines.one(connection, self._project, run)
        if line is None:
            raise run_states.missing(run)
        return line

    def _hand_over(self, connection: Connection, run: int, values: Mapping[str, Any]) -> None:
        """Change a run, and have the workers take it up in another epoch."""
        changed = update(RUN).where(RUN.c.id == run).values({**values, "epoch": RUN.c.epoch + 1})
        row = connection.execute(changed.returning(RUN.c.epoch, RUN.c.mode)).one()
        self._queue.put(connection, run, epoch=row.epoch, mode=Mode(row.mode))

    def _insert(
        self, connection: Connection, new: NewRun, status: RunStatus, held_by: str | None = None
    ) -> int:
        only = {"level": new.only} if new.only else {}
        row = RunRow(
            project_id=self._project,
            judge_id=new.judge,
            rubric_version_id=new.rubric_version,
            level=new.level,
            units=new.units,
            cached=new.cached,
            mode=new.mode,
            concurrency=new.concurrency,
            max_cost_microdollars=new.max_cost,
            samples=new.samples,
            selection={"sessions": selection.ranges(new.sessions), **only},
            status=status,
            held_by=held_by,
        )
        values = row.model_dump(exclude={"id"})
        number = connection.scalar(insert(RUN).returning(RUN.c.id), values)
        assert isinstance(number, int)
        if new.mode is not Mode.IMPORT:
            rivals.refuse(connection, number)
        return number
