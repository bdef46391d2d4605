"""What the calls behind a judge's standing verdicts have cost."""

from dataclasses import dataclass

from sqlalchemy import Connection, distinct, func, select

from storage.completeness import in_parts
from storage.store import Project
from storage.tables import CallRow, VerdictRow, table

CALL, VERDICT = table(CallRow), table(VerdictRow)


@dataclass(frozen=True, slots=True)
class VerdictCosts:
    """
    What verdicts came at.

    Attributes:
        sessions: How many sessions have one.

        calls: How many calls are behind them, each once however many verdicts it gave.

        cost: In micro-dollars; None where a call has no known price.
    """

    sessions: int
    calls: int
    cost: int | None


def of(project: Project, rubric_version: int, judge: int) -> VerdictCosts:
    """
    Add up the calls behind the verdicts that stand of a judge under a rubric version.

    An answer that was read again under another version costs what it cost the first time.
    Attempts that came to nothing are not among the calls.
    """
    theirs = (
        VERDICT.c.rubric_version_id == rubric_version,
        VERDICT.c.judge_id == judge,
        VERDICT.c.stands,
    )
    engine = project._engine  # noqa: SLF001  (a part of it like the others)
    with engine.connect() as connection:
        sessions = connection.scalar(
            select(func.count(distinct(VERDICT.c.session_id))).where(*theirs)
        )
        one = select(VERDICT.c.call_id).where(*theirs, VERDICT.c.call_id.is_not(None)).distinct()
        more = select(VERDICT.c.other_calls).where(*theirs, VERDICT.c.other_calls.is_not(None))
        calls = set(connection.scalars(one))
        calls.update(call for some in connection.scalars(more) for call in some or ())
        return VerdictCosts(sessions or 0, len(calls), _cost(connection, sorted(calls)))


def _cost(connection: Connection, calls: list[int]) -> int | None:
    """Add up what calls cost; None where one has no known price."""
    total = 0
    cost = CALL.c.cost_microdollars
    query = select(func.coalesce(func.sum(cost), 0), func.count().filter(cost.is_(None)))
    for some in in_parts(calls):
        spent, unknown = connection.execute(query.where(CALL.c.id.in_(some))).one()
        if unknown:
            return None
        total += int(spent)
    return total
