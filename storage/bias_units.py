"""What the bias checks need to know of each unit: session after session, so memory stays flat."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Engine, Row, RowMapping, case, func, select

from judging.ratings import Outcome
from judging.sessions import Role
from storage import citations, reveal_draws, unit_labels
from storage.agreement import Agreement
from storage.references import Compared
from storage.store import Project
from storage.tables import Reveal, SessionRow, TurnRow, table

SESSION, TURN = table(SessionRow), table(TurnRow)
BATCH = 200


@dataclass(frozen=True, slots=True)
class GivenOutcome:
    """
    What one reviewer said of a unit.

    Attributes:
        blind: Whether nothing had been shown to them; None where that is unknown.

        drawn: When they were to be shown the verdict, where that was drawn at random.
    """

    outcome: Outcome
    blind: bool | None
    drawn: Reveal | None = None


@dataclass(frozen=True, slots=True)
class BiasUnit:
    """
    One unit with both answers, and what they must not depend on.

    Attributes:
        session: The session's number.

        turn: 0 for the session as a whole.

        group: The task or template that it shares with others.

        human: What the reference says.

        words: Words, as white space parts them, of the turn, or on the average of the
            session's assistant turns; None where it has none.

        agent_family: The family of the agent's model; None where the source does not say.

        characters: The length of the session's turns.

        evidence: Where the first turn begins that a reviewer cites for a fail, in characters
            from the start; None where nobody cites one.

        given: What each reviewer said whose label counts here.

        cited: That turn's number; None likewise.
    """

    session: int
    turn: int
    group: str
    human: Outcome
    judged: Outcome
    words: float | None
    agent_family: str | None
    characters: int
    evidence: int | None
    given: tuple[GivenOutcome, ...]
    cited: int | None = None


class BiasUnits:
    """The units of one project, as its bias checks need them."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def of(self, compared: Compared) -> Iterator[BiasUnit]:
        """Yield each unit that both sides have an outcome for, undecided ones too, in order."""
        paired = Agreement(self._engine, self._project).paired(compared).subquery()
        query = (
            select(paired, SESSION.c.agent_family)
            .join(SESSION, SESSION.c.id == paired.c.session_id)
            .order_by(paired.c.session_id, paired.c.turn)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        by_session = [list(units) for _, units in groupby(rows, key=attrgetter("session_id"))]
        for start in range(0, len(by_session), BATCH):
            yield from self._measured(by_session[start : start + BATCH], compared)

    def _measured(
        self, by_session: Sequence[Sequence[Row[Any]]], compared: Compared
    ) -> Iterator[BiasUnit]:
        sessions = [units[0].session_id for units in by_session]
        with self._engine.connect() as connection:
            transcripts = _transcripts(connection, sessions)
            labels = unit_labels.of(connection, sessions, compared)
            drawn = reveal_draws.first(connection, sessions)
        for units in by_session:
            transcript = transcripts.get(units[0].session_id, _Transcript())
            for row in units:
                yield _unit(row, transcript, labels.get((row.session_id, row.turn), ()), drawn)


def of(project: Project) -> BiasUnits:
    """Return the units of `project`."""
    return BiasUnits(project._engine, project.number)  # noqa: SLF001  (a part of it like the others)


@dataclass(slots=True)
class _Transcript:
    """How long a session is: in all, up to each turn, and in words each assistant turn."""

    characters: int = 0
    starts: dict[int, int] = field(default_factory=dict)
    words: dict[int, int] = field(default_factory=dict)

    def add(self, number: int, length: int, said: str | None) -> None:
        """Take the next turn; `said` is None unless it is the assistant's."""
        self.starts[number] = self.characters
        self.characters += length
        if said is not None:
            self.words[number] = len(said.split())

    def words_of(self, turn: int) -> float | None:
        """Return the words of a turn, or of an assistant turn on the average where it is 0."""
        if turn:
            return self.words.get(turn)
        return sum(self.words.values()) / len(self.words) if self.words else None


def _transcripts(connection: Connection, sessions: Sequence[int]) -> Mapping[int, _Transcript]:
    said = case((TURN.c.role == Role.ASSISTANT, TURN.c.content))
    query = (
        select(TURN.c.session_id, TURN.c.number, func.length(TURN.c.content), said)
        .where(TURN.c.session_id.in_(sessions))
        .order_by(TURN.c.session_id, TURN.c.number)
    )
    found: dict[int, _Transcript] = defaultdict(_Transcript)
    for session, *turn in connection.execute(query):
        found[session].add(*turn)
    return found


def _unit(
    row: Row[Any],
    transcript: _Transcript,
    labels: Sequence[RowMapping],
    drawn: Mapping[tuple[int, int], Reveal],
) -> BiasUnit:
    cited = [
        turn
        for label in labels
        if label["outcome"] is Outcome.FAIL
        for turn in citations.turns(label["citations"])
        if turn in transcript.starts
    ]
    return BiasUnit(
        session=row.session_id,
        turn=row.turn,
        group=row.group,
        human=row.human,
        judged=row.judged,
        words=transcript.words_of(row.turn),
        agent_family=row.agent_family,
        characters=transcript.characters,
        evidence=transcript.starts[min(cited)] if cited else None,
        given=tuple(
            GivenOutcome(
                label["outcome"], label["blind"], drawn.get((row.session_id, label["reviewer"]))
            )
            for label in labels
        ),
        cited=min(cited, default=None),
    )
