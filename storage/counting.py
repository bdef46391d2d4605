"""Counting labels against verdicts: all of them, or those of some groups."""

from collections import Counter
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, TextClause, func, select, text

from judging.ratings import Outcome, Problem
from storage.counts import DECIDED, Counts, patterns
from storage.references import ALL, Compared, Extent, same_unit, settled
from storage.seal import is_in
from storage.tables import SessionRow, VerdictRow, table

SESSION, VERDICT = table(SessionRow), table(VerdictRow)
# Letter for letter as in the index: to `stands = 1` SQLite does not apply it.
IS_STANDING = text("verdict.stands")


def paired(project: int, compared: Compared, extent: Extent = ALL) -> Select[Any]:
    """Select each unit that both sides have an outcome for, with its group."""
    reference = settled(project, compared, extent).subquery()
    joined = reference.join(VERDICT, same_unit(VERDICT, reference)).join(
        SESSION, SESSION.c.id == reference.c.session_id
    )
    unit = (reference.c.session_id, reference.c.turn, SESSION.c.group)
    return (
        select(*unit, reference.c.outcome.label("human"), VERDICT.c.outcome.label("judged"))
        .select_from(joined)
        .where(*given(compared), reference.c.outcome.is_not(None))
    )


def counted(
    connection: Connection, project: int, compared: Compared, extent: Extent = ALL
) -> Counts:
    """Count what labels and verdicts add up to; of a part of the labels without `asked`."""
    units = paired(project, compared, extent).subquery()
    by_group = (units.c.group, units.c.human, units.c.judged)
    highest = func.max(units.c.turn)
    query = select(*by_group, func.count(), highest).group_by(*by_group).order_by(*by_group)
    rows = connection.execute(query).all()
    statuses: Counter[tuple[Outcome, Outcome]] = Counter()
    for _, human, judged, n, _ in rows:
        statuses[human, judged] += n
    sessions = sum(n for pair, n in statuses.items() if set(pair) <= set(DECIDED))
    if any(turn for *_, turn in rows):
        is_decided = (units.c.human.in_(DECIDED), units.c.judged.in_(DECIDED))
        distinct = func.count(units.c.session_id.distinct())
        sessions = connection.scalar(select(distinct).where(*is_decided)) or 0
    return Counts(
        patterns=patterns((group, human, judged, n) for group, human, judged, n, _ in rows),
        statuses=statuses,
        sessions=sessions,
        asked=_asked(connection, compared) if extent == ALL else {},
        labelled=_labelled(connection, project, compared, extent),
    )


def _asked(connection: Connection, compared: Compared) -> dict[tuple[Outcome, Problem | None], int]:
    pair = (VERDICT.c.outcome, VERDICT.c.problem)
    query = select(*pair, func.count()).where(*given(compared)).group_by(*pair)
    return {(outcome, problem): n for outcome, problem, n in connection.execute(query)}


def _labelled(
    connection: Connection, project: int, compared: Compared, extent: Extent
) -> dict[Outcome | None, int]:
    reference = settled(project, compared, extent).subquery()
    query = select(reference.c.outcome, func.count()).group_by(reference.c.outcome)
    return {outcome: n for outcome, n in connection.execute(query)}  # noqa: C416


def given(compared: Compared) -> tuple[ColumnElement[bool] | TextClause, ...]:
    """
    Return the condition on the verdicts that count: those that stand, or those of one run.

    Of the sealed test none do, unless it is what is asked for.
    """
    which = (
        (VERDICT.c.run_id == compared.run, VERDICT.c.sample == 1)
        if compared.run is not None
        else (IS_STANDING,)
    )
    return (
        VERDICT.c.rubric_version_id == compared.rubric_version,
        VERDICT.c.judge_id == compared.judge,
        VERDICT.c.criterion == compared.criterion,
        is_in(compared.reference.part, VERDICT.c.session_id),
        *which,
    )
