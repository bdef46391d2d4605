"""One reviewer's labels as they are given, one by one, and the sessions that wait for more."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from sqlalchemy import Connection, Engine, Select, exists, func, insert, select
from sqlalchemy.exc import IntegrityError

from judging.ratings import Citation, Maker, Outcome
from judging.sessions import Role
from storage import citations, drawn, golds
from storage.engine import writing
from storage.tables import ExposureRow, LabelRow, SessionRow, TurnRow, table
from storage.tables.columns import now
from storage.tally import tally

LABEL, EXPOSURE = table(LabelRow), table(ExposureRow)
SESSION, TURN = table(SessionRow), table(TurnRow)
TRIES = 10
Unit = tuple[str, int]


@dataclass(frozen=True, slots=True)
class GivenLabel:
    """
    A label as a reviewer gives it.

    Attributes:
        event: Its own id: given again, it changes nothing.

        outcome: None takes back what the reviewer had said of the unit; with a rationale or
            citations, it is a label in the making.

        seconds: How long the reviewer had looked at the session for it.
    """

    event: str
    reviewer: int
    session: int
    criterion: str
    meaning: int
    rubric_version: int
    outcome: Outcome | None
    turn: int = 0
    rationale: str = ""
    citations: tuple[Citation, ...] = ()
    seconds: float | None = None

    @property
    def is_nothing(self) -> bool:
        """Whether it says nothing at all: it takes the label before it back."""
        return self.outcome is None and not self.rationale and not self.citations


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What makes a session complete: an answer to each criterion, at each turn where it asks of one.

    Attributes:
        session: The (criterion, meaning) pairs asked of a session as a whole.

        turn: Those asked of each assistant turn.
    """

    session: tuple[Unit, ...] = ()
    turn: tuple[Unit, ...] = ()


class Desk:
    """The place where the reviewers of one project label."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def give(self, given: GivenLabel) -> bool:
        """
        Keep a label, and rewrite the gold of its session; False if this event was kept before.

        It is blind if its reviewer had been shown no verdict and no label of another on the
        session: the exposures say so, at the moment of writing.
        """
        for _ in range(TRIES - 1):
            # Another tab of the same reviewer took the same seq: count again.
            with suppress(IntegrityError):
                return self._give(given)
        return self._give(given)

    def labels(
        self, reviewer: int, sessions: Sequence[int]
    ) -> dict[tuple[int, str, int, int], GivenLabel]:
        """
        Return a reviewer's standing labels, by session, criterion, meaning and turn.

        Those in the making are among them, with no outcome; those taken back are not.
        """
        # By session alone: of one reviewer's labels there may be a hundred thousand.
        query = select(LABEL).where(LABEL.c.session_id.in_(sessions)).order_by(LABEL.c.seq)
        with self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        newest = {
            (r["session_id"], r["criterion"], r["meaning"], r["turn"]): _given(r)
            for r in rows
            if r["reviewer_id"] == reviewer
        }
        return {unit: label for unit, label in newest.items() if not label.is_nothing}

    def complete(self, reviewer: int, wanted: Wanted) -> set[int]:
        """Return the sessions to which a reviewer has given every label that is wanted."""
        mine = tally(self._engine, self._project, reviewer, wanted.session, wanted.turn)
        return mine.complete()

    def count(self, wanted: Wanted) -> int:
        """Return how many sessions can be labelled: with turn-level criteria, those with turns."""
        query = select(func.count()).select_from(SESSION).where(*_labellable(self._project, wanted))
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0

    def waiting(self, reviewer: int, wanted: Wanted, *, after: int, most: int) -> list[int]:
        """
        Return the next sessions that lack a label, from the one behind `after` on.

        Those that were drawn come first, in the order of their draw. At the end it begins anew,
        so that what was passed over comes again; `after` is left out.
        """
        done = self.complete(reviewer, wanted) | {after}
        labellable = _labellable(self._project, wanted)
        mine = select(SESSION.c.id).where(*labellable)
        parts = (SESSION.c.id > after, SESSION.c.id < after)
        with self._engine.connect() as connection:
            first = drawn.in_order(connection, self._project, labellable)
            at = first.index(after) + 1 if after in first else 0
            others = (n for part in parts for n in _paged(connection, mine.where(part)))
            found = (n for n in chain(first[at:], first[:at], others) if n not in done)
            return list(islice(dict.fromkeys(islice(found, most + len(first))), most))

    def _give(self, given: GivenLabel) -> bool:
        with writing(self._engine) as connection:
            mine = (LABEL.c.project_id == self._project, LABEL.c.event_id == given.event)
            if connection.scalar(select(LABEL.c.id).where(*mine)) is not None:
                return False
            row = _row(self._project, given)
            row |= {"seq": _next_seq(connection, row), "blind": _is_blind(connection, given)}
            row |= drawn.chance(connection, self._project, given.session)
            connection.execute(insert(LABEL), row)
            golds.rewrite(connection, self._project, [given.session])
        return True


def _row(project: int, given: GivenLabel) -> dict[str, Any]:
    return {
        "project_id": project,
        "session_id": given.session,
        "criterion": given.criterion,
        "meaning": given.meaning,
        "turn": given.turn,
        "reviewer_id": given.reviewer,
        "outcome": given.outcome,
        "made_by": Maker.PERSON,
        "rubric_version_id": given.rubric_version,
        "rationale": given.rationale,
        "citations": citations.as_json(given.citations),
        "seconds_spent": given.seconds,
        "event_id": given.event,
        "created_at": now(),
        "recorded_at": now(),
    }


def _next_seq(connection: Connection, row: dict[str, Any]) -> int:
    unit = ("project_id", "criterion", "meaning", "session_id", "turn", "reviewer_id")
    query = select(func.max(LABEL.c.seq)).where(*(LABEL.c[name] == row[name] for name in unit))
    return (connection.scalar(query) or 0) + 1


def _is_blind(connection: Connection, given: GivenLabel) -> bool:
    seen = select(
        exists().where(
            EXPOSURE.c.reviewer_id == given.reviewer, EXPOSURE.c.session_id == given.session
        )
    )
    return not connection.scalar(seen)


def _paged(connection: Connection, query: Select[Any]) -> Iterator[int]:
    """Yield session numbers in order, reading only as far as they are asked for."""
    last, size = 0, 50
    while page := list(
        connection.scalars(query.where(SESSION.c.id > last).order_by(SESSION.c.id).limit(size))
    ):
        yield from page
        last, size = page[-1], 5_000


def _labellable(project: int, wanted: Wanted) -> list[Any]:
    mine = [SESSION.c.project_id == project, SESSION.c.pending == 0]
    if wanted.turn and not wanted.session:
        agents = (TURN.c.session_id == SESSION.c.id, TURN.c.role == Role.ASSISTANT)
        mine.append(exists().where(*agents))
    return mine


def _given(row: Any) -> GivenLabel:
    return GivenLabel(
        event=row["event_id"] or "",
        reviewer=row["reviewer_id"],
        session=row["session_id"],
        criterion=row["criterion"],
        meaning=row["meaning"],
        rubric_version=row["rubric_version_id"] or 0,
        outcome=row["outcome"],
        turn=row["turn"],
        rationale=row["rationale"],
        citations=tuple(Citation(**citation) for citation in row["citations"]),
        seconds=row["seconds_spent"],
    )
