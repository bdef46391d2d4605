"""Verdicts as they are kept, and which of them stand."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    RowMapping,
    bindparam,
    func,
    insert,
    select,
    true,
    update,
)

from judging.ratings import Citation, Finding, Outcome, Verdict
from judging.rubrics import Level
from storage import completeness, disputed, failed
from storage.completeness import THESE, Answer, in_parts, is_of_run
from storage.drafts import is_published
from storage.engine import writing
from storage.seal import is_open
from storage.tables import RunRow, SessionRow, VerdictRow, table
from storage.tables.columns import now

VERDICT, SESSION = table(VerdictRow), table(SessionRow)
RUN = table(RunRow)
Unit = tuple[str, int, int]
# A session, a turn, criteria, and which of the answers on them.
Place = tuple[int, int, str, int]


# Kept, since SQLAlchemy takes longer to put a statement together than the database to do it.
STANDING = select(
    VERDICT.c.criterion, VERDICT.c.session_id, VERDICT.c.turn, VERDICT.c.id, VERDICT.c.outcome
).where(
    VERDICT.c.rubric_version_id == bindparam("version"),
    VERDICT.c.judge_id == bindparam("judge"),
    VERDICT.c.stands,
    THESE,
)
GIVEN = select(VERDICT.c.criterion, VERDICT.c.session_id, VERDICT.c.turn, VERDICT.c.sample).where(
    is_of_run(bindparam("run", type_=VERDICT.c.run_id.type)), THESE
)
NEW = insert(VERDICT)


@dataclass(frozen=True, slots=True)
class StoredVerdict:
    """A verdict with its number in the database and the run that gave it."""

    id: int
    run: int
    verdict: Verdict
    created_at: datetime


class Verdicts:
    """The verdicts of one project."""

    def __init__(self, engine: Engine, project: int) -> None:
        self._engine, self._project = engine, project

    def add(self, answer: Answer, verdicts: Mapping[int, Sequence[Verdict]]) -> None:
        """
        Keep the verdicts of one batch of sessions, in one transaction.

        Args:
            answer: The run, rubric version and judge they are of.

            verdicts: By the session's number; one that the run already gave stays as it is.
        """
        with writing(self._engine) as connection:
            keep(connection, answer, verdicts)

    def standing(
        self,
        sessions: Sequence[int],
        *,
        rubric_version: int,
        judge: int,
        with_sealed: bool = False,
    ) -> dict[tuple[int, str, int], StoredVerdict]:
        """
        Return the standing verdicts on these sessions, by session, criterion and turn.

        Those that are sealed are among them only where that is asked for: nobody is to see them.
        """
        found: dict[tuple[int, str, int], StoredVerdict] = {}
        query = (
            select(VERDICT, SESSION.c.external_id)
            .join(SESSION, VERDICT.c.session_id == SESSION.c.id)
            .where(
                VERDICT.c.rubric_version_id == rubric_version,
                VERDICT.c.judge_id == judge,
                VERDICT.c.stands,
                true() if with_sealed else is_open(VERDICT),
            )
            .order_by(VERDICT.c.session_id, VERDICT.c.turn, VERDICT.c.id)
        )
        with self._engine.connect() as connection:
            for some in in_parts(sessions):
                theirs = query.where(VERDICT.c.session_id.in_(some))
                for row in connection.execute(theirs).mappings():
                    key = (row["session_id"], row["criterion"], row["turn"])
                    found[key] = _stored(row)
        return found

    def outcomes(self, criterion: str, *, rubric_version: int, judge: int) -> dict[int, Outcome]:
        """Return the standing session-level outcomes of one criterion, but for sealed ones."""
        query = select(VERDICT.c.session_id, VERDICT.c.outcome).where(
            VERDICT.c.rubric_version_id == rubric_version,
            VERDICT.c.judge_id == judge,
            VERDICT.c.criterion == criterion,
            VERDICT.c.turn == 0,
            VERDICT.c.stands,
            is_open(VERDICT),
        )
        with self._engine.connect() as connection:
            return {session: outcome for session, outcome in connection.execute(query)}  # noqa: C416

    def complete(
        self, rubric_version: int, judge: int, *, samples: int = 1, level: Level | None = None
    ) -> set[int]:
        """
        Return the sessions on which a judge has scored all of a rubric, `samples` times.

        All criteria, or those of one level.
        """
        asked = Answer(0, rubric_version, judge, samples, level)
        with self._engine.connect() as connection:
            return completeness.scored(connection, asked)

    def due(self, answer: Answer, sessions: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """
        Return what of `sessions` a run has yet to judge, and for the how-manyeth time.

        It need not where it has given a verdict or a problem on every criterion, and every turn
        of those that are asked of turns, itself; or where runs of the same judge, this one or
        others, have scored them all.

        Returns:
            By session the samples that are missing; nothing of those that lack none.
        """
        with self._engine.connect() as connection:
            return completeness.due(connection, answer, sessions)

    def settled(self, answer: Answer, sessions: Sequence[int]) -> set[int]:
        """Return those of `sessions` that a run need not judge: see `due`."""
        with self._engine.connect() as connection:
            return completeness.settled(connection, answer, sessions)

    def failed(self) -> set[int]:
        """Return the sessions that a label or a standing verdict fails, as a whole."""
        with self._engine.connect() as connection:
            return failed.sessions(connection, self._project)

    def disputed(self) -> set[int]:
        """Return the sessions on which a judge and a label differ, or reviewers do."""
        with self._engine.connect() as connection:
            return disputed.sessions(connection, self._project)

    def pairs(self) -> list[tuple[int, int]]:
        """Return the (rubric version, judge) pairs with verdicts but for drafts, newest last."""
        pair = (RUN.c.rubric_version_id, RUN.c.judge_id)
        # Run by run, since reading every verdict for a handful of pairs takes half a second.
        has_verdicts = select(VERDICT.c.id).where(VERDICT.c.run_id == RUN.c.id).exists()
        is_listed = is_published(RUN.c.rubric_version_id)
        query = select(*pair).where(RUN.c.project_id == self._project, has_verdicts, is_listed)
        query = query.group_by(*pair).order_by(func.max(RUN.c.id))
        with self._engine.connect() as connection:
            return [(version, judge) for version, judge in connection.execute(query)]


def keep(
    connection: Connection,
    answer: Answer,
    verdicts: Mapping[int, Sequence[Verdict]],
    calls: Mapping[Place, Sequence[int]] | None = None,
) -> None:
    """
    Write verdicts, as `Verdicts.add` does, in a transaction of the caller's.

    Args:
        connection: In a transaction that writes.

        answer: The run, rubric version and judge they are of.

        verdicts: By the session's number; one that the run already gave stays as it is.

        calls: The calls that they came of, by session, turn, criterion and sample.
    """
    before = _standing(connection, answer, list(verdicts))
    given = _given(connection, answer.run, list(verdicts))
    rows = [
        _row(answer, session, verdict) | _came_of(calls or {}, session, verdict)
        for session, some in verdicts.items()
        for verdict in some
        if (verdict.criterion, session, verdict.turn, verdict.sample) not in given
    ]
    fallen = _decide(rows, before)
    for some in in_parts(fallen):
        gone = update(VERDICT).where(VERDICT.c.id.in_(some))
        connection.execute(gone.values(stands=False))
    if rows:
        connection.execute(NEW, rows)


def _came_of(
    calls: Mapping[Place, Sequence[int]], session: int, verdict: Verdict
) -> dict[str, Any]:
    place = (session, verdict.turn, verdict.criterion, verdict.sample)
    first, *others = calls.get(place) or (None,)
    return {"call_id": first, "other_calls": others or None}


def _standing(
    connection: Connection, answer: Answer, sessions: list[int]
) -> dict[Unit, tuple[int, bool]]:
    of = {"version": answer.rubric_version, "judge": answer.judge}
    return {
        (c, s, t): (number, o is not Outcome.NOT_SCORED)
        for some in in_parts(sessions)
        for c, s, t, number, o in connection.execute(STANDING, of | {"sessions": some})
    }


def _given(connection: Connection, run: int, sessions: list[int]) -> set[tuple[str, int, int, int]]:
    return {
        (c, s, t, n)
        for some in in_parts(sessions)
        for c, s, t, n in connection.execute(GIVEN, {"run": run, "sessions": some})
    }


def _decide(rows: Iterable[dict[str, Any]], before: Mapping[Unit, tuple[int, bool]]) -> list[int]:
    """Mark the rows that stand from now on, and return the numbers of those that fall."""
    fallen: list[int] = []
    standing: dict[Unit, dict[str, Any]] = defaultdict(dict)
    for row in rows:
        unit = (row["criterion"], row["session_id"], row["turn"])
        is_scored = row["outcome"] is not Outcome.NOT_SCORED
        old, old_is_scored = before.get(unit, (None, False))
        if row["sample"] != 1 or (old_is_scored and not is_scored):
            continue
        if standing[unit]:
            standing[unit]["stands"] = False
        elif old is not None:
            fallen.append(old)
        row["stands"] = True
        standing[unit] = row
    return fallen


def _row(answer: Answer, session: int, verdict: Verdict) -> dict[str, Any]:
    return {
        "run_id": answer.run,
        "rubric_version_id": answer.rubric_version,
        "judge_id": answer.judge,
        "session_id": session,
        "criterion": verdict.criterion,
        "turn": verdict.turn,
        "sample": verdict.sample,
        "outcome": verdict.outcome,
        "problem": verdict.problem,
        "stands": False,
        "rationale": verdict.rationale,
        "raw_value": verdict.raw_value,
        "citations": [{"turn": c.turn, "quote": c.quote} for c in verdict.citations],
        "findings": [{"tag": f.tag, "turn": f.turn, "note": f.note} for f in verdict.findings],
        "created_at": now(),
    }


def _stored(row: RowMapping) -> StoredVerdict:
    return StoredVerdict(row["id"], row["run_id"], verdict_of(row), row["created_at"])


def verdict_of(row: RowMapping) -> Verdict:
    """Return the verdict that a row holds, with its session's `external_id` beside it."""
    return Verdict(
        session=row["external_id"],
        criterion=row["criterion"],
        outcome=row["outcome"],
        turn=row["turn"],
        problem=row["problem"],
        rationale=row["rationale"],
        citations=tuple(Citation(**c) for c in row["citations"]),
        findings=tuple(Finding(**f) for f in row["findings"]),
        raw_value=row["raw_value"],
        sample=row["sample"],
    )
