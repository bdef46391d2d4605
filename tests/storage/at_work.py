"""A run at work, in few words."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event, text

from judging.judges import JudgeIdentity
from judging.judges.usage import Usage
from judging.ratings import Outcome, Problem, Verdict
from judging.rubrics import Level
from storage import (
    Answer,
    Asked,
    CallStatus,
    Judged,
    NewRun,
    Project,
    RunStatus,
    Settled,
    StoredVerdict,
)
from storage.engine import opened, writing
from tests import keeping

KEYS = ("goal_met", "consistent", "no_reasking", "correction_present", "correction_honoured")


def new(
    project: Project,
    *names: str,
    judge: str = "example",
    rubric: str = "conversation@1",
    units: int | None = None,
    level: Level = Level.SESSION,
) -> NewRun:
    """Return a run to be over these sessions, which are in the project."""
    return NewRun(
        judge=project.judges.kept(JudgeIdentity(judge, "recorded")).id,
        rubric_version=project.rubrics.get(rubric).id,
        level=level,
        units=len(names) if units is None else units,
        sessions=[keeping.number(project, name) for name in names],
    )


def started(project: Project, *names: str, judge: str = "example") -> int:
    """Begin a run over these sessions."""
    return project.runs.start(new(project, *names, judge=judge))


def asked(
    project: Project,
    run: int,
    name: str,
    *,
    attempt: int = 1,
    turn: int = 0,
    criterion: str = "",
    key: str = "key",
) -> Asked:
    """Return a request about to be sent."""
    session = keeping.number(project, name)
    return Asked(run, session, turn, criterion, attempt, key, {"asked of": name})


def call(
    project: Project,
    run: int,
    name: str,
    status: CallStatus = CallStatus.OK,
    *,
    attempt: int = 1,
    turn: int = 0,
    criterion: str = "",
    key: str = "key",
    reply: str = "{}",
    usage: Usage | None = None,
    cost: int | None = None,
    problem: Problem | None = None,
    error: str = "",
) -> int:
    """Send a request, have a reply to it, and return its number in the ledger."""
    one = asked(project, run, name, attempt=attempt, turn=turn, criterion=criterion, key=key)
    number = project.ledger.begin(one)
    assert number is not None
    settled = Settled(number, status, usage, cost, reply, error=error, problem=problem)
    project.ledger.settle(settled)
    return number


def deferred(
    project: Project, run: int, name: str, *, attempt: int = 1, criterion: str = ""
) -> int:
    """Send a request that is put off, and return its number in the ledger."""
    return call(
        project,
        run,
        name,
        CallStatus.ERROR,
        attempt=attempt,
        criterion=criterion,
        reply="",
        problem=Problem.DEFERRED,
        error="overloaded_error",
    )


def judged(
    project: Project,
    run: int,
    name: str,
    problem: Problem | None = None,
    *,
    criteria: tuple[str, ...] = KEYS,
    turn: int = 0,
    rationale: str = "",
    calls: Mapping[str, int] | None = None,
) -> Judged:
    """Return the verdicts on one session, to be kept with the calls that they came of."""
    given = verdicts(name, problem, criteria=criteria, turn=turn, rationale=rationale)
    by_place = {(turn, criterion, 1): (call,) for criterion, call in (calls or {}).items()}
    return Judged(answer(project, run), keeping.number(project, name), given, by_place)


def verdicts(
    name: str,
    problem: Problem | None = None,
    *,
    criteria: tuple[str, ...] = KEYS,
    turn: int = 0,
    rationale: str = "",
) -> list[Verdict]:
    """Return verdicts on one session: passed, or with a problem."""
    return [
        Verdict(
            session=name,
            criterion=key,
            outcome=Outcome.NOT_SCORED if problem else Outcome.PASS,
            turn=turn,
            problem=problem,
            rationale=rationale,
        )
        for key in criteria
    ]


def judge(
    project: Project,
    run: int,
    *names: str,
    problem: Problem | None = None,
    criteria: tuple[str, ...] = KEYS,
) -> None:
    """Keep verdicts on these sessions."""
    for name in names:
        project.ledger.settle(judged(project, run, name, problem, criteria=criteria))


def put(project: Project, run: int, status: RunStatus) -> None:
    """Set a run's status, whatever it has."""
    engine = opened(project.store.url)
    with writing(engine) as connection:
        query = text("UPDATE run SET status = :status WHERE id = :run")
        connection.execute(query, {"status": status, "run": run})
    engine.dispose()


def answer(project: Project, run: int) -> Answer:
    """Return what the verdicts of a run are of."""
    work = project.runs.work(run)
    return Answer(run, work.rubric_version, work.judge)


def standing(project: Project, run: int) -> dict[tuple[int, str], StoredVerdict]:
    """Return what stands of a run's judge under its rubric, by session and criterion."""
    given = answer(project, run)
    found = project.verdicts.standing(
        project.sessions.ids(), rubric_version=given.rubric_version, judge=given.judge
    )
    return {(session, key): one for (session, key, _), one in found.items()}


@contextmanager
def planned(engine: Engine) -> Iterator[list[str]]:
    """Lend a list of how SQLite goes about each query that is made in the block."""
    steps: list[str] = []

    def explain(_c: Connection, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.startswith(("SELECT", "UPDATE")):
            found = cursor.execute(f"EXPLAIN QUERY PLAN {statement}", values)
            steps.extend(row[3] for row in found)

    event.listen(engine, "before_cursor_execute", explain)
    yield steps
    event.remove(engine, "before_cursor_execute", explain)
