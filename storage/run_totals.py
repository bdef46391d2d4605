"""What a run has come to: units by outcome, calls, tokens, cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    exists,
    func,
    or_,
    select,
    tuple_,
)

from judging.judges.usage import Usage
from judging.ratings import Problem
from judging.rubrics import Level
from storage.tables import CallRow, CallStatus, RunRow, VerdictRow, table

# The error of a call that was written down, and for sure never sent.
UNSENT = "unsent"
CALL, RUN, VERDICT = table(CallRow), table(RunRow), table(VerdictRow)
QUESTION = ("run_id", "session_id", "turn", "criterion", "sample")


@dataclass(frozen=True, slots=True)
class Totals:
    """
    The counts of one run, without what was judged before it.

    Attributes:
        scored: How many units have an outcome on every criterion, each time that it was asked.

        not_scored: How many have a criterion without one, by problem.

        calls: How many requests were sent, those of a killed process included.

        in_flight: How many of them have had no reply yet, or never will.

        cost: In micro-dollars; None where a call has no known price.
    """

    scored: int = 0
    not_scored: Mapping[Problem, int] = field(default_factory=dict)
    calls: int = 0
    in_flight: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: int | None = 0

    @property
    def units(self) -> int:
        """How many units are settled, one way or the other."""
        return self.scored + sum(self.not_scored.values())

    def as_json(self) -> dict[str, Any]:
        """Return what `of_json` makes these totals of."""
        usage = self.usage
        return {
            "scored": self.scored,
            "not_scored": {str(problem): n for problem, n in self.not_scored.items()},
            "calls": self.calls,
            "in_flight": self.in_flight,
            "usage": [usage.input, usage.cache_write, usage.cache_read, usage.output],
            "cost": self.cost,
        }

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "Totals":
        """Return the totals that were kept when the run ended."""
        not_scored = {Problem(problem): n for problem, n in kept["not_scored"].items()}
        return cls(**{**kept, "not_scored": not_scored, "usage": Usage(*kept["usage"])})


def count(connection: Connection, run: int) -> Totals:
    """Count what `run` has come to until now."""
    by_problem = _by_problem(connection, run)
    query = select(
        func.count().filter(CALL.c.error.is_distinct_from(UNSENT)),
        func.count().filter(CALL.c.status == CallStatus.STARTED),
        func.coalesce(func.sum(CALL.c.input_tokens), 0),
        func.coalesce(func.sum(CALL.c.cache_write_tokens), 0),
        func.coalesce(func.sum(CALL.c.cache_read_tokens), 0),
        func.coalesce(func.sum(CALL.c.output_tokens), 0),
        # What was reckoned for a call beforehand is no cost.
        func.coalesce(
            func.sum(CALL.c.cost_microdollars).filter(CALL.c.output_tokens.is_not(None)), 0
        ),
        func.count().filter(_is_unpriced()),
    ).where(CALL.c.run_id == run)
    calls, in_flight, *tokens, cost, unpriced = connection.execute(query).one()
    return Totals(
        scored=by_problem.pop(None, 0),
        not_scored={Problem(problem): n for problem, n in by_problem.items() if problem},
        calls=calls,
        in_flight=in_flight,
        usage=Usage(*(int(n) for n in tokens)),
        cost=None if unpriced else int(cost),
    )


def _is_unpriced() -> ColumnElement[bool]:
    """Tell of a call whether it was answered, and nobody knows for how much."""
    counted, was_answered = CALL.c.output_tokens.is_not(None), CALL.c.status == CallStatus.OK
    no_price = CALL.c.cost_microdollars.is_(None)
    return (counted & no_price) | (was_answered & ~counted)


def unit(of: Table, level: Level) -> tuple[Column[Any], ...]:
    """Return what of a row tells units apart: a session is one, whatever is asked of its turns."""
    return (of.c.session_id,) if level is Level.SESSION else (of.c.session_id, of.c.turn)


def is_open(run: int) -> ColumnElement[bool]:
    """Tell of a call whether its question was put off and has not been answered since."""
    given = VERDICT.alias()
    # A run that asks once may take several answers to make one verdict: what it gives is of all.
    is_once = select(RUN.c.samples).where(RUN.c.id == run).scalar_subquery() == 1
    # In commas, as the ledger has them between the criteria that are asked together.
    asked, one = ("," + of.c.criterion + "," for of in (CALL, given))
    # By a later attempt, or by another run's answer to an equal request.
    answered = exists().where(
        *(given.c[name] == CALL.c[name] for name in ("run_id", "session_id", "turn")),
        or_(given.c.sample == CALL.c.sample, is_once),
        or_(CALL.c.criterion == "", func.replace(asked, one, "") != asked),
    )
    return (CALL.c.run_id == run) & (CALL.c.problem == Problem.DEFERRED) & ~answered


def is_deferred(run: int) -> ColumnElement[bool]:
    """Tell of a call whether its question was put off, and neither asked again nor answered."""
    later = CALL.alias()
    asked_again = exists().where(
        *(later.c[name] == CALL.c[name] for name in QUESTION),
        later.c.attempt > CALL.c.attempt,
    )
    return is_open(run) & ~asked_again


def _by_problem(connection: Connection, run: int) -> dict[str | None, int]:
    """Count units by problem, None for those without; an open question leaves a unit unsettled."""
    level = connection.scalar(select(RUN.c.level).where(RUN.c.id == run)) or Level.SESSION
    columns = unit(VERDICT, level)
    unsettled = select(*unit(CALL, level)).where(is_open(run))
    of_unit = (
        select(func.max(VERDICT.c.problem).label("problem"))
        .where(VERDICT.c.run_id == run, tuple_(*columns).not_in(unsettled))
        .group_by(*columns)
        .subquery()
    )
    counted = select(of_unit.c.problem, func.count()).group_by(of_unit.c.problem)
    counts: dict[str | None, int] = {p: n for p, n in connection.execute(counted)}  # noqa: C416
    deferred = select(*unit(CALL, level)).where(is_deferred(run)).distinct().subquery()
    n = connection.scalar(select(func.count()).select_from(deferred)) or 0
    return counts | ({Problem.DEFERRED: n + counts.get(Problem.DEFERRED, 0)} if n else {})
