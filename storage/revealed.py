"""Labels given blind whose reviewers were shown the judge's verdict, or others' labels, later."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import CompoundSelect, Connection, Engine, Row, Select, func, select, union

from judging.ratings import Outcome
from storage.counting import given
from storage.engine import at_one_moment
from storage.references import Compared, given_by, same_unit
from storage.store import Project
from storage.tables import ExposureRow, LabelRow, SessionRow, VerdictRow, table

EXPOSURE, LABEL = table(ExposureRow), table(LabelRow)
SESSION, VERDICT = table(SessionRow), table(VerdictRow)
Who = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Revealed:
    """
    What one reviewer said of a unit blind, and what stood after something was shown.

    Attributes:
        session: The session's number.

        turn: 0 for the session as a whole.

        group: The task or template that it shares with others.

        judged: What the judge says.

        before: The last answer given blind.

        after: The newest answer; `before` where none was given since, None where it was taken
            back.

        is_new: Whether an answer was given, or taken back, since.
    """

    session: int
    turn: int
    group: str
    judged: Outcome
    before: Outcome
    after: Outcome | None
    is_new: bool


def of(project: Project, compared: Compared) -> list[Revealed]:
    """
    Return every blind label whose reviewer saw the verdict later, or answered not blind later.

    Where no sight of the verdict was written down, as with labels from files, the first label
    that was not blind tells that there was one. Labels count whether or not the reference takes
    blind ones alone.
    """
    engine: Engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with at_one_moment(engine) as connection:
        seen = _seen(connection, compared)
        rows = connection.execute(_histories(project.number, compared))
        by_reviewer = groupby(rows, lambda row: (row.session_id, row.turn, row.reviewer))
        return [
            found
            for who, history in by_reviewer
            for found in _revealed(list(history), seen.get(who))
        ]


def _revealed(history: Sequence[Row[Any]], seen: datetime | None) -> Iterator[Revealed]:
    """Yield what the first sight divides in two: nothing where nobody knows of any."""
    at = next((n for n, row in enumerate(history) if _is_after(row, seen)), len(history))
    if at == 0 or (at == len(history) and seen is None):
        return
    last, newest = history[at - 1], history[-1]
    if last.blind is True and last.outcome is not None:
        place = (last.session_id, last.turn, last.group, last.judged)
        yield Revealed(*place, last.outcome, newest.outcome, at < len(history))


def _is_after(row: Row[Any], seen: datetime | None) -> bool:
    return row.blind is False or (seen is not None and row.recorded_at > seen)


def _histories(project: int, compared: Compared) -> Select[Any]:
    """Select the labels on units with a verdict where something was shown, by reviewer."""
    unit = (LABEL.c.session_id, LABEL.c.turn, LABEL.c.reviewer_id.label("reviewer"))
    said = (LABEL.c.outcome, LABEL.c.blind, LABEL.c.recorded_at)
    query = (
        select(*unit, *said, SESSION.c.group, VERDICT.c.outcome.label("judged"))
        .join(VERDICT, same_unit(VERDICT, LABEL))
        .join(SESSION, SESSION.c.id == LABEL.c.session_id)
        .where(
            LABEL.c.project_id == project,
            LABEL.c.criterion == compared.criterion,
            LABEL.c.meaning == compared.meaning,
            LABEL.c.session_id.in_(_shown(project, compared)),
            *given(compared),
        )
    )
    order = (LABEL.c.session_id, LABEL.c.turn, LABEL.c.reviewer_id, LABEL.c.seq)
    return given_by(compared.reference, query).order_by(*order)


def _shown(project: int, compared: Compared) -> CompoundSelect[Any]:
    """Select the sessions that somebody saw something of, by what was written down or by labels."""
    not_blind = select(LABEL.c.session_id).where(
        LABEL.c.project_id == project,
        LABEL.c.criterion == compared.criterion,
        LABEL.c.meaning == compared.meaning,
        LABEL.c.blind.is_(False),
    )
    exposed = select(EXPOSURE.c.session_id).where(
        EXPOSURE.c.project_id == project, EXPOSURE.c.verdict_id.is_not(None)
    )
    return union(not_blind, exposed)


def _seen(connection: Connection, compared: Compared) -> Mapping[Who, datetime]:
    """Return when each reviewer first saw a verdict of the judge on each unit."""
    who = (EXPOSURE.c.session_id, VERDICT.c.turn, EXPOSURE.c.reviewer_id)
    query = (
        select(*who, func.min(EXPOSURE.c.at))
        .join(VERDICT, VERDICT.c.id == EXPOSURE.c.verdict_id)
        .where(
            VERDICT.c.rubric_version_id == compared.rubric_version,
            VERDICT.c.judge_id == compared.judge,
            VERDICT.c.criterion == compared.criterion,
        )
        .group_by(*who)
    )
    return {
        (session, turn, reviewer): at for session, turn, reviewer, at in connection.execute(query)
    }
