"""Sessions as they are kept: whole, or one line each."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    RowMapping,
    Select,
    exists,
    func,
    or_,
    select,
)

from judging.errors import StoreError
from judging.ratings import Outcome
from judging.sessions import TRACES, Role, Session, ToolCall, Turn
from storage.seal import is_open
from storage.tables import LabelRow, SessionRow, TurnRow, VerdictRow, table

SESSION, TURN, LABEL, VERDICT = (table(r) for r in (SessionRow, TurnRow, LabelRow, VerdictRow))
BATCH = 25
TURN_COLUMNS = [TURN.c[name] for name in Turn.__dataclass_fields__]
CALLS = list(Turn.__dataclass_fields__).index("tool_calls")


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session in a list: what tells it from others, without its turns."""

    id: int
    external_id: str
    title: str | None
    goal: str | None
    group: str
    source_format: str
    agent_model: str | None
    agent_family: str | None
    origin: str
    n_turns: int
    n_exchanges: int
    started_at: datetime | None


@dataclass(frozen=True, slots=True)
class Answered:
    """A session-level outcome that a judge gave under a rubric version."""

    rubric_version: int
    judge: int
    criterion: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class SessionFilter:
    """Which sessions to list; an empty field leaves its side open."""

    text: str = ""
    formats: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    min_turns: int | None = None
    max_turns: int | None = None
    ids: tuple[int, ...] | None = None
    is_labelled: bool | None = None
    answered: tuple[Answered, ...] = ()


class Sessions:
    """The visible sessions of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    @property
    def _visible(self) -> tuple[Any, ...]:
        return SESSION.c.project_id == self._project, SESSION.c.pending == 0

    def count(self, wanted: SessionFilter | None = None) -> int:
        """Return how many there are, or how many a filter leaves."""
        query = select(func.count()).select_from(SESSION).where(*self._visible)
        with self._engine.connect() as connection:
            return connection.scalar(_filtered(query, wanted or SessionFilter())) or 0

    def count_family(self, family: str) -> int:
        """Return how many sessions are of an agent of `family`."""
        query = select(func.count()).select_from(SESSION)
        mine = query.where(*self._visible, SESSION.c.agent_family == family)
        with self._engine.connect() as connection:
            return connection.scalar(mine) or 0

    def listed(
        self, wanted: SessionFilter, *, offset: int = 0, limit: int = 500
    ) -> list[SessionLine]:
        """Return one page of the sessions that a filter leaves, in order of import."""
        columns = [SESSION.c[name] for name in SessionLine.__dataclass_fields__]
        query = _filtered(select(*columns).where(*self._visible), wanted)
        page = query.order_by(SESSION.c.id).offset(offset).limit(limit)
        with self._engine.connect() as connection:
            return [SessionLine(*row) for row in connection.execute(page)]

    def values_of(self, column: str) -> list[str]:
        """Return the values that `source_format` or `agent_model` takes, in alphabetical order."""
        found = select(SESSION.c[column]).where(*self._visible).distinct()
        with self._engine.connect() as connection:
            return sorted(value for value in connection.scalars(found) if value)

    def listed_ids(self) -> list[str]:
        """Return every external id, in order of import."""
        query = select(SESSION.c.external_id).where(*self._visible).order_by(SESSION.c.id)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def longest(self) -> int:
        """Return how many turns the longest session has; 0 without sessions."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.max(SESSION.c.n_turns)).where(*self._visible)) or 0

    def neighbours(self, external_id: str) -> tuple[str | None, str | None]:
        """Return the ids of the sessions imported just before and after one, or None."""
        same = (*self._visible, SESSION.c.external_id == external_id)
        number = select(SESSION.c.id).where(*same).scalar_subquery()
        name = select(SESSION.c.external_id).where(*self._visible).limit(1)
        earlier = name.where(SESSION.c.id < number).order_by(SESSION.c.id.desc())
        later = name.where(SESSION.c.id > number).order_by(SESSION.c.id)
        with self._engine.connect() as connection:
            return connection.scalar(earlier), connection.scalar(later)

    def get(self, external_id: str) -> Session:
        """
        Return one session with all its turns.

        Raises:
            StoreError: If there is none of that id.
        """
        query = select(SESSION).where(*self._visible, SESSION.c.external_id == external_id)
        with self._engine.connect() as connection:
            row = connection.execute(query).mappings().first()
            if row is None:
                raise StoreError(
                    f"There is no session {external_id!r} in this project.",
                    fix="Choose one from the list of sessions.",
                )
            return _session(row, _turns(connection, [row["id"]]).get(row["id"], ()))

    def numbers(self, external_ids: Sequence[str]) -> dict[str, SessionLine]:
        """Return the lines of those of `external_ids` that are stored, by external id."""
        found: dict[str, SessionLine] = {}
        columns = [SESSION.c[name] for name in SessionLine.__dataclass_fields__]
        with self._engine.connect() as connection:
            for start in range(0, len(external_ids), 500):
                some = SESSION.c.external_id.in_(external_ids[start : start + 500])
                for row in connection.execute(select(*columns).where(*self._visible, some)):
                    found[row.external_id] = SessionLine(*row)
        return found

    def of_traces(self, ids: Collection[str]) -> dict[str, list[tuple[str, int]]]:
        """
        Return the sessions that were made of a trace, by its id or its root step's.

        Args:
            ids: Those that are wanted.

        Returns:
            Of each that is known, the external ids of the sessions with how many traces each has.
        """
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        query = select(SESSION.c.external_id, SESSION.c.details[TRACES]).where(*self._visible)
        with self._engine.connect() as connection:
            for name, traces in connection.execute(query.order_by(SESSION.c.id)):
                if isinstance(traces, dict):
                    for known in {*traces, *traces.values()}.intersection(ids):
                        found[known].append((name, len(traces)))
        return dict(found)

    def external_turns(self, session: int) -> dict[str, int]:
        """Return a session's turn numbers by the source's own; empty where it gave none."""
        query = select(TURN.c.external_turn, TURN.c.number).where(
            TURN.c.session_id == session, TURN.c.external_turn.is_not(None)
        )
        with self._engine.connect() as connection:
            return {external: number for external, number in connection.execute(query)}  # noqa: C416

    def count_turns(self, sessions: Sequence[int], role: Role) -> int:
        """Return how many turns of `role` these sessions have in all."""
        total = 0
        with self._engine.connect() as connection:
            for start in range(0, len(sessions), 500):
                some = TURN.c.session_id.in_(sessions[start : start + 500])
                query = select(func.count()).where(some, TURN.c.role == role)
                total += connection.scalar(query) or 0
        return total

    def ids(self, wanted: SessionFilter | None = None) -> list[int]:
        """Return the numbers of the sessions that a filter leaves, in order of import."""
        query = _filtered(select(SESSION.c.id).where(*self._visible), wanted or SessionFilter())
        with self._engine.connect() as connection:
            return list(connection.scalars(query.order_by(SESSION.c.id)))

    def stamps(self, ids: Sequence[int]) -> dict[int, str]:
        """Return, for those of `ids` there are, what is another once a session is imported anew."""
        query = select(SESSION.c.id, SESSION.c.import_id, SESSION.c.content_hash)
        with self._engine.connect() as connection:
            rows = connection.execute(query.where(*self._visible, SESSION.c.id.in_(ids)))
            return {number: f"{load} {content}" for number, load, content in rows}

    def whole(self, ids: Sequence[int]) -> Iterator[Session]:
        """Yield these sessions with their turns, in the order of `ids`, a batch in memory."""
        for start in range(0, len(ids), BATCH):
            some = ids[start : start + BATCH]
            query = select(SESSION).where(*self._visible, SESSION.c.id.in_(some))
            with self._engine.connect() as connection:
                rows = {row["id"]: row for row in connection.execute(query).mappings()}
                turns = _turns(connection, list(rows))
            yield from (_session(rows[i], turns.get(i, ())) for i in some if i in rows)


def _filtered(query: Select[Any], wanted: SessionFilter) -> Select[Any]:
    if wanted.text:
        places = (SESSION.c.external_id, SESSION.c.title, SESSION.c.goal)
        query = query.where(
            or_(*(place.icontains(wanted.text, autoescape=True) for place in places))
        )
    if wanted.formats:
        query = query.where(SESSION.c.source_format.in_(wanted.formats))
    if wanted.models:
        query = query.where(SESSION.c.agent_model.in_(wanted.models))
    if wanted.min_turns is not None:
        query = query.where(SESSION.c.n_turns >= wanted.min_turns)
    if wanted.max_turns is not None:
        query = query.where(SESSION.c.n_turns <= wanted.max_turns)
    if wanted.ids is not None:
        query = query.where(SESSION.c.id.in_(wanted.ids))
    if wanted.is_labelled is not None:
        labelled = exists().where(LABEL.c.session_id == SESSION.c.id)
        query = query.where(labelled if wanted.is_labelled else ~labelled)
    return query.where(*map(_has, wanted.answered))


def _has(answered: Answered) -> ColumnElement[bool]:
    return exists().where(
        VERDICT.c.session_id == SESSION.c.id,
        VERDICT.c.rubric_version_id == answered.rubric_version,
        VERDICT.c.judge_id == answered.judge,
        VERDICT.c.criterion == answered.criterion,
        VERDICT.c.turn == 0,
        VERDICT.c.outcome == answered.outcome,
        VERDICT.c.stands,
        is_open(VERDICT),
    )


def _turns(connection: Connection, sessions: Sequence[int]) -> Mapping[int, tuple[Turn, ...]]:
    query = select(TURN.c.session_id, *TURN_COLUMNS).where(TURN.c.session_id.in_(sessions))
    rows = connection.execute(query.order_by(TURN.c.session_id, TURN.c.number))
    return {
        session: tuple(_turn(fields) for _, *fields in turns)
        for session, turns in groupby(rows, key=itemgetter(0))
    }


def _turn(fields: list[Any]) -> Turn:
    """Return a turn from its columns, in the order of its fields."""
    calls = fields[CALLS]
    fields[CALLS] = tuple(map(_call, calls)) if calls else ()
    return Turn(*fields)


def _call(call: Mapping[str, Any]) -> ToolCall:
    return ToolCall(call["id"], call["name"], call["arguments"])


def _session(row: RowMapping, turns: tuple[Turn, ...]) -> Session:
    same = Session.__dataclass_fields__.keys() - {"turns", "metadata", "warnings"}
    fields = {name: row[name] for name in same}
    return Session(turns=turns, metadata=row["details"], warnings=tuple(row["warnings"]), **fields)
