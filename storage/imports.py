"""Bringing sessions in: batch by batch, unseen until all of them are there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from operator import attrgetter
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from judging.errors import StoreError
from judging.sessions import Session, Turn
from storage.bulk import insert_columns
from storage.engine import writing
from storage.tables import ImportRow, LabelRow, SessionRow, TurnRow, table
from storage.tables.columns import now

IMPORT, SESSION, TURN, LABEL = (table(r) for r in (ImportRow, SessionRow, TurnRow, LabelRow))
ABANDONED_AFTER = timedelta(minutes=10)
# Fields that stand in their tables under their own names.
SAME = (
    "external_id",
    "content_hash",
    "group",
    "source_format",
    "source_file",
    "title",
    "goal",
    "goal_source",
    "system_prompt",
    "agent_model",
    "agent_family",
    "origin",
    "started_at",
    "ended_at",
    "end_reason",
    "n_exchanges",
)
SAME_OF_TURN = (
    "number",
    "role",
    "content",
    "reasoning",
    "tool_call_id",
    "tool_name",
    "is_error",
    "speaker",
    "model",
    "timestamp",
    "external_turn",
)


@dataclass(frozen=True, slots=True)
class Existing:
    """A stored session that has an id an import brings again; `is_pending` if that import's own."""

    id: int
    content_hash: str
    has_labels: bool
    is_pending: bool = False


class Imports:
    """The imports of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def begin(self, files: Iterable[str] = (), *, kind: str = "sessions") -> "Import":
        """Open an import. What earlier ones left unfinished and untouched is swept away."""
        row = ImportRow(project_id=self._project, files=list(files), kind=kind)
        with writing(self._engine) as connection:
            _sweep(connection, self._project)
            values = row.model_dump(exclude={"id"})
            number = connection.scalar(insert(IMPORT).returning(IMPORT.c.id), values)
        return Import(self._engine, self._project, number)

    def existing(self, external_ids: Sequence[str], number: int) -> dict[str, Existing]:
        """Return what has these ids and is visible, or is of import `number`, by id."""
        labelled = exists().where(LABEL.c.session_id == SESSION.c.id)
        pending = (SESSION.c.pending != 0).label("is_pending")
        columns = (SESSION.c.id, SESSION.c.content_hash, labelled, pending)
        wanted = select(SESSION.c.external_id, *columns).where(
            SESSION.c.project_id == self._project,
            SESSION.c.pending.in_((0, number)),
            SESSION.c.external_id.in_(external_ids),
        )
        with self._engine.connect() as connection:
            return {row[0]: Existing(*row[1:]) for row in connection.execute(wanted)}


class Import:
    """An open import. Left without `complete`, it takes back all that it added."""

    def __init__(self, engine: Engine, project: int, number: int) -> None:
        self._engine, self._project, self.number = engine, project, number
        self._replaced: list[int] = []
        self._is_complete = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if not self._is_complete:
            with writing(self._engine) as connection:
                _discard(connection, [self.number])

    def add(self, sessions: Sequence[Session], *, replaced: Sequence[int] = ()) -> None:
        """
        Write one batch, unseen as yet, in one transaction.

        Args:
            sessions: At most a few hundred, so that other writers need not wait.

            replaced: Stored sessions, by number, that go when the import completes.
        """
        self._replaced += replaced
        if not sessions:
            return
        with writing(self._engine, durable=False) as connection:
            insert_columns(connection, SESSION, _columns(sessions, self._project, self.number))
            numbers = self._numbers(connection, sessions)
            insert_columns(connection, TURN, _turn_columns(sessions, numbers))
            touched = update(IMPORT).where(IMPORT.c.id == self.number)
            connection.execute(touched.values(touched_at=now()))

    def complete(self, warnings: Sequence[str] = ()) -> int:
        """
        Show everything at once, and return how many sessions that is.

        Raises:
            StoreError: If another import has meanwhile stored a session of the same id.
        """
        mine = SESSION.c.pending == self.number
        try:
            with writing(self._engine) as connection:
                connection.execute(delete(SESSION).where(SESSION.c.id.in_(self._replaced)))
                shown = connection.execute(update(SESSION).where(mine).values(pending=0)).rowcount
                done = update(IMPORT).where(IMPORT.c.id == self.number)
                values = {"completed_at": now(), "imported": shown, "warnings": list(warnings)}
                connection.execute(done.values(values))
        except IntegrityError as problem:
            raise StoreError(
                "Another import has just stored a session of the same id, or labelled one that "
                "this import replaces.",
                fix="Import the file again.",
            ) from problem
        self._is_complete = True
        return shown

    def _numbers(self, connection: Connection, sessions: Sequence[Session]) -> Mapping[str, int]:
        names = [session.external_id for session in sessions]
        mine = (SESSION.c.pending == self.number, SESSION.c.external_id.in_(names))
        rows = connection.execute(select(SESSION.c.external_id, SESSION.c.id).where(*mine))
        return {name: number for name, number in rows}  # noqa: C416


def _sweep(connection: Connection, project: int) -> None:
    stale = select(IMPORT.c.id).where(
        IMPORT.c.project_id == project,
        IMPORT.c.completed_at.is_(None),
        IMPORT.c.touched_at < now() - ABANDONED_AFTER,
    )
    _discard(connection, connection.scalars(stale).all())


def _discard(connection: Connection, numbers: Sequence[int]) -> None:
    if numbers:
        connection.execute(delete(SESSION).where(SESSION.c.pending.in_(numbers)))
        connection.execute(delete(IMPORT).where(IMPORT.c.id.in_(numbers)))


def _columns(sessions: Sequence[Session], project: int, number: int) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: list(map(attrgetter(name), sessions)) for name in SAME}
    return columns | {
        "project_id": [project] * len(sessions),
        "import_id": [number] * len(sessions),
        "pending": [number] * len(sessions),
        "n_turns": [len(session.turns) for session in sessions],
        "details": [dict(session.metadata) for session in sessions],
        "warnings": [list(session.warnings) for session in sessions],
    }


def _turn_columns(sessions: Sequence[Session], numbers: Mapping[str, int]) -> dict[str, list[Any]]:
    turns = [turn for session in sessions for turn in session.turns]
    columns: dict[str, list[Any]] = {
        name: list(map(attrgetter(name), turns)) for name in SAME_OF_TURN
    }
    columns["session_id"] = [numbers[s.external_id] for s in sessions for _ in s.turns]
    columns["tool_calls"] = [_calls(turn) for turn in turns]
    return columns


def _calls(turn: Turn) -> list[dict[str, Any]] | None:
    calls = [{"id": c.id, "name": c.name, "arguments": c.arguments} for c in turn.tool_calls]
    return calls or None
