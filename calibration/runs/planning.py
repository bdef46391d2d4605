"""Working out what a run would do, before it is begun."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.runs import batch_waiting, ceiling, repeating, run_scope
from calibration.runs.run_scope import Scope
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import StoreError
from judging.judges import Judge
from judging.rubrics import Level, RubricVersion
from judging.sessions import Role
from storage import Mode, NewRun, Project, StoredVersion, unfit

# Of all sessions, before the advice is given to leave them as a whole alone.
MOSTLY = 0.8


@dataclass(frozen=True, slots=True)
class RunPlan:
    """
    What a run would do.

    Attributes:
        sessions: The sessions it covers, by number.

        left: Those of them that this judge has not yet answered under this version.

        units: How many sessions it covers, or assistant turns at turn level.

        cached: How many of those units it has answered.

        replayed: How many sessions are left out, since a recording was played to another agent
            in them, whom the user's turns do not answer.

        unfinished: How many are left out, since nobody says that they are over.

        runs: How often the same is asked of each; what is left lacks one of the answers or more.

        only: The one level whose criteria are asked for; None where all of the rubric's are.
    """

    version: StoredVersion
    level: Level
    sessions: tuple[int, ...]
    left: tuple[int, ...]
    units: int
    cached: int
    replayed: int = 0
    unfinished: int = 0
    runs: int = 1
    only: Level | None = None


@access.needs(Right.RUN)
def plan(
    project: Project,
    rubric: str,
    judge: Judge,
    scope: Scope | None = None,
    *,
    runs: int = 1,
    level: Level | None = None,
) -> RunPlan:
    """
    Work out what a run would do, writing nothing.

    Args:
        project: Whose sessions.

        rubric: Its name, with or without a number.

        judge: Who would answer.

        scope: Which sessions; all of them unless given.

        runs: How often the same would be asked of each.

        level: Of which criteria alone; of all of them unless given.

    Raises:
        StoreError: If the project has no such rubric, or the rubric nothing of that level; or if
            the test is asked for, and there is none.

        JudgeError: If a session named is not in it, or the judge cannot be asked `runs` times.
    """
    version = project.rubrics.get(rubric)
    return plan_under(project, version, judge, scope, runs=runs, level=level)


def plan_under(
    project: Project,
    version: StoredVersion,
    judge: Judge,
    scope: Scope | None = None,
    *,
    runs: int = 1,
    level: Level | None = None,
) -> RunPlan:
    """
    Work out the same under a version at hand, which may be a draft.

    Raises:
        StoreError: If the rubric asks nothing at `level`, or there is no test to be judged.

        JudgeError: If a session named is not in the project, or the judge cannot be asked `runs`
            times.
    """
    repeating.check(judge, runs)
    only = _only(version.rubric, level)
    asked, none = run_scope.within(project, scope or Scope()), unfit.of(project)
    not_judged = none.replayed | none.unfinished
    sessions = [session for session in asked if session not in not_judged]
    judges = {j.fingerprint: j.id for j in project.judges.listed()}
    number = judges.get(judge.identity.fingerprint)
    done: set[int] = set()
    if number is not None:
        done = project.verdicts.complete(version.id, number, samples=runs, level=only)
    left = tuple(session for session in sessions if session not in done)
    counted = only or _level(version.rubric)
    units, units_left = (_units(project, counted, some) for some in (sessions, left))
    return RunPlan(
        version,
        counted,
        tuple(sessions),
        left,
        units,
        cached=units - units_left,
        replayed=len(none.replayed.intersection(asked)),
        unfinished=len(none.unfinished.intersection(asked) - none.replayed),
        runs=runs,
        only=only,
    )


def new_run(
    project: Project,
    planned: RunPlan,
    judge: Judge,
    *,
    concurrency: int = 32,
    max_cost: int | None = None,
    mode: Mode = Mode.LIVE,
) -> NewRun:
    """
    Return the run that does what was planned; the judge is kept with it.

    Raises:
        JudgeError: If it has a ceiling, and the model's price is not known; or if the judge is to
            be asked in batches and takes none.
    """
    ceiling.check(judge.identity, max_cost)
    if mode is Mode.BATCH:
        batch_waiting.check(judge)
    return NewRun(
        judge=project.judges.kept(judge.identity).id,
        rubric_version=planned.version.id,
        level=planned.level,
        units=planned.units,
        cached=planned.cached,
        sessions=planned.left,
        concurrency=concurrency,
        max_cost=max_cost,
        samples=planned.runs,
        mode=mode,
        only=planned.only,
    )


def _units(project: Project, level: Level, sessions: Sequence[int]) -> int:
    if level is Level.SESSION:
        return len(sessions)
    return project.sessions.count_turns(sessions, Role.ASSISTANT)


def _only(rubric: RubricVersion, level: Level | None) -> Level | None:
    """
    Return the level to which a run is narrowed; None where the rubric has no other anyway.

    Raises:
        StoreError: If the rubric asks nothing at `level`.
    """
    levels = {criterion.level for criterion in rubric.criteria}
    if level is not None and level not in levels:
        (other,) = levels
        raise StoreError(
            f"{rubric.label} asks nothing at the level {level}: its criteria are of the {other}.",
            fix=f"Leave --level out, or name a rubric with criteria of the {level}.",
        )
    return level if levels != {level} else None


def _level(rubric: RubricVersion) -> Level:
    levels = {criterion.level for criterion in rubric.criteria}
    return Level.SESSION if Level.SESSION in levels else Level.TURN


@access.needs(Right.RUN)
def advice(project: Project, planned: RunPlan) -> str:
    """
    Say what to judge instead, where whole sessions are hardly worth it.

    Returns:
        A sentence where most sessions are of one or two exchanges and the rubric asks about them
        as a whole; else nothing.
    """
    if planned.level is Level.TURN:
        return ""
    share = unfit.short_share(project)
    if share is None or share < MOSTLY:
        return ""
    return (
        f"{100 * share:.0f} % of the sessions have one or two exchanges: there is little to see "
        "in the whole that single turns do not show. Judge turns alone, with the rubric turn."
    )


def left_out(planned: RunPlan) -> list[str]:
    """Say which sessions are not judged, and why: a sentence for each reason."""
    said = []
    if n := planned.replayed:
        said.append(
            f"{_sessions(n)} not judged: a recording was played to another agent there, so the "
            "user answers somebody else."
        )
    if n := planned.unfinished:
        said.append(f"{_sessions(n)} not judged yet: the last turn is less than half an hour old.")
    return said


def _sessions(n: int) -> str:
    return "1 session is" if n == 1 else f"{n:,} sessions are"
