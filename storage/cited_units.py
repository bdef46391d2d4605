"""Which turns judge and reference rest their answers on, unit after unit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Engine, Row, select

from judging.ratings import Outcome
from storage import citations, unit_labels
from storage.agreement import Agreement
from storage.counting import given
from storage.engine import at_one_moment
from storage.references import Compared
from storage.store import Project
from storage.tables import SessionRow, VerdictRow, table

SESSION, VERDICT = table(SessionRow), table(VerdictRow)
BATCH = 200
Unit = tuple[int, int]
Turns = frozenset[int]


@dataclass(frozen=True, slots=True)
class CitedUnit:
    """
    One unit with both answers and the turns that they cite, existing or not.

    Attributes:
        session: The session's number.

        turn: 0 for the session as a whole.

        group: The task or template that it shares with others.

        n_turns: How long the session is.

        human: What the reference says.

        reference: The turns cited by labels that count and say what the reference says. None
            where none of them cites a turn: that is no evidence given, and not evidence of none.

        judge: The turns that the verdict cites; None where it cites none.
    """

    session: int
    turn: int
    group: str
    n_turns: int
    human: Outcome
    judged: Outcome
    reference: Turns | None
    judge: Turns | None


@dataclass(frozen=True, slots=True)
class Judged:
    """
    One verdict's turns, existing or not, labelled or not.

    Attributes:
        turn: 0 for the session as a whole.

        n_turns: How long the session is.

        cited: Empty where the verdict cites none.
    """

    session: int
    turn: int
    group: str
    n_turns: int
    cited: Turns


class CitedUnits:
    """The units of one project with what is cited for them."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def of(self, compared: Compared) -> Iterator[CitedUnit]:
        """Yield each unit that both sides have an outcome for, undecided ones too, in order."""
        paired = Agreement(self._engine, self._project).paired(compared).subquery()
        query = (
            select(paired, SESSION.c.n_turns)
            .join(SESSION, SESSION.c.id == paired.c.session_id)
            .order_by(paired.c.session_id, paired.c.turn)
        )
        with at_one_moment(self._engine) as connection:
            rows = connection.execute(query).all()
            by_session = [list(units) for _, units in groupby(rows, attrgetter("session_id"))]
            for start in range(0, len(by_session), BATCH):
                yield from _cited(connection, by_session[start : start + BATCH], compared)

    def judged(self, compared: Compared) -> list[Judged]:
        """Return what each verdict that counts cites, in order of import, then by turn."""
        unit = (VERDICT.c.session_id, VERDICT.c.turn)
        query = (
            select(*unit, SESSION.c.group, SESSION.c.n_turns, VERDICT.c.citations)
            .join(SESSION, SESSION.c.id == VERDICT.c.session_id)
            .where(*given(compared))
            .order_by(*unit)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query)
            return [
                Judged(session, turn, group, n_turns, _turns([cited]) or frozenset())
                for session, turn, group, n_turns, cited in rows
            ]


def of(project: Project) -> CitedUnits:
    """Return the units of `project` with what is cited for them."""
    return CitedUnits(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


def _cited(
    connection: Connection, by_session: Sequence[Sequence[Row[Any]]], compared: Compared
) -> Iterator[CitedUnit]:
    sessions = [units[0].session_id for units in by_session]
    labels = unit_labels.of(connection, sessions, compared)
    verdicts = _verdicts(connection, sessions, compared)
    for units in by_session:
        for row in units:
            unit = (row.session_id, row.turn)
            agreeing = [one for one in labels[unit] if one["outcome"] is row.human]
            yield CitedUnit(
                session=row.session_id,
                turn=row.turn,
                group=row.group,
                n_turns=row.n_turns,
                human=row.human,
                judged=row.judged,
                reference=_turns(label["citations"] for label in agreeing),
                judge=_turns([verdicts[unit]]),
            )


def _verdicts(
    connection: Connection, sessions: Sequence[int], compared: Compared
) -> Mapping[Unit, list[dict[str, Any]]]:
    """Return what each verdict cites."""
    query = select(VERDICT.c.session_id, VERDICT.c.turn, VERDICT.c.citations).where(
        VERDICT.c.session_id.in_(sessions), *given(compared)
    )
    return {(session, turn): cited for session, turn, cited in connection.execute(query)}


def _turns(cited: Iterable[Iterable[Mapping[str, Any]]]) -> Turns | None:
    return frozenset(turn for some in cited for turn in citations.turns(some)) or None
