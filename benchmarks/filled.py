"""A database with very many labels and verdicts, written in SQL: only reading them is timed."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, text

from judging.judges import JudgeIdentity
from judging.rubrics import Criterion, Level, RubricVersion
from judging.sessions import Role, Session, Turn
from storage import NewRun, Project, Store, StoredJudge, StoredVersion
from storage.engine import writing
from storage.reviewers import number_of

TURNS = (Turn(1, Role.USER, "Question"), Turn(2, Role.ASSISTANT, "Answer"))
JUDGE = JudgeIdentity("simulated", "recorded")
NUMBERS = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :n)"
# Factors that share no divisor with the modulus give every session a chance of its own, the same
# in every database. A judge is right in 85 of 100, and sessions of one task are alike.
TASK = "(((n / :trials) * 7919 + :criterion * 104729) * 48271 % 1000003) / 1000003.0"
CHANCE = "((n * 15485863 + :criterion * 32452843) % 1000003) / 1000003.0"
HUMAN = f"CASE WHEN ({TASK}) * 0.5 + ({CHANCE}) * 0.5 < 0.32 THEN 'fail' ELSE 'pass' END"
SLIP = "((n * 49979687 + :criterion * 67867967) % 1000003) / 1000003.0"
JUDGED = f"""CASE WHEN {SLIP} < 0.02 THEN 'not_scored' WHEN {SLIP} < 0.87 THEN {HUMAN}
    WHEN {HUMAN} = 'fail' THEN 'pass' ELSE 'fail' END"""

LABELS = f"""INSERT INTO label (project_id, session_id, criterion, meaning, turn, reviewer_id, seq,
    outcome, made_by, rationale, citations, blind, created_at, recorded_at)
    SELECT :project, n + 1, :key, 1, 0, :reviewer, 1, {HUMAN}, 'person', '', '[]', 1, :now, :now
    FROM number"""  # noqa: S608  (constants of this module, here and below)
GOLD = f"""INSERT INTO gold (project_id, made_by, criterion, meaning, session_id, turn, outcome,
    basis, labels, updated_at)
    SELECT :project, 'person', :key, 1, n + 1, 0, {HUMAN}, 'single', 1, :now FROM number"""  # noqa: S608
VERDICTS = f"""INSERT INTO verdict (run_id, rubric_version_id, judge_id, session_id, criterion,
    turn, sample, outcome, problem, stands, rationale, citations, findings, created_at)
    SELECT :run, :version, :judge, n + 1, :key, 0, 1, {JUDGED},
    CASE WHEN {SLIP} < 0.02 THEN 'parse_failed' END, 1, :why, :cited, '[]', :now FROM number"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class Size:
    """
    How much there is.

    Attributes:
        sessions: Every criterion is labelled and judged on each.

        trials: How many sessions share a task.
    """

    sessions: int
    criteria: int
    trials: int = 4


@dataclass(frozen=True, slots=True)
class Filled:
    """A project with verdicts of one judge under one rubric version."""

    project: Project
    version: StoredVersion
    judge: StoredJudge


def fill(file: Path, size: Size) -> Filled:
    """Write a new database of `size` to `file`."""
    project = Store.upgraded(f"sqlite:///{file}").project_or_new("default")
    criteria = tuple(
        Criterion(f"criterion_{n}", "Is it as it should be?", "It is.", "It is not.")
        for n in range(size.criteria)
    )
    version = project.rubrics.add(RubricVersion("simulated", 0, criteria))
    judge = project.judges.kept(JUDGE)
    run = project.runs.start(NewRun(judge.id, version.id, Level.SESSION, size.sessions))
    with project.imports.begin(["simulated"]) as one:
        one.add([Session("0", TURNS)])
        one.complete()
    engine = project._engine  # noqa: SLF001  (a door for SQL is what nobody else should have)
    with writing(engine) as connection:
        _sessions(connection, size)
        for n in range(size.criteria):
            _answers(connection, Filled(project, version, judge), run, n, size)
    project.runs.finish(run)
    return Filled(project, version, judge)


def _sessions(connection: Connection, size: Size) -> None:
    """Copy the one session that was imported; each copy has its turns."""
    same = "project_id, import_id, pending, content_hash, origin, end_reason, n_turns, n_exchanges"
    sessions = f"""{NUMBERS}
        INSERT INTO session (external_id, "group", {same}, source_format, source_file, details,
            warnings)
        SELECT CAST(n AS text), 'task ' || (n / :trials), {same}, '', '', '{{}}', '[]'
        FROM number, session WHERE external_id = '0'"""  # noqa: S608
    turns = """INSERT INTO turn (session_id, number, role, content, is_error, speaker)
        SELECT session.id, number, role, content, is_error, speaker
        FROM session, turn WHERE external_id <> '0' AND turn.session_id = 1"""
    connection.execute(text(sessions), {"n": size.sessions, "trials": size.trials})
    connection.execute(text(turns))


def _answers(connection: Connection, filled: Filled, run: int, number: int, size: Size) -> None:
    """Write a label, the gold of it and a verdict on one criterion of every session."""
    reviewer = number_of(connection, filled.project.number, "simulated")
    values = {
        "n": size.sessions,
        "trials": size.trials,
        "criterion": number,
        "key": f"criterion_{number}",
        "project": filled.project.number,
        "reviewer": reviewer,
        "run": run,
        "version": filled.version.id,
        "judge": filled.judge.id,
        "now": "2026-01-01 00:00:00.000000",
        "cited": '[{"turn": 2, "quote": "Answer"}]',
        "why": "The answer of turn 2 holds what was asked for, and nothing after it takes it back.",
    }
    for statement in (LABELS, GOLD, VERDICTS):
        connection.execute(text(f"{NUMBERS} {statement}"), values)
