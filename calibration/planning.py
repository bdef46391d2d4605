"""Working out what a run would do, before it is begun."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from calibration import access, batch_waiting, ceiling, repeating
from calibration.access import Right
from judging.errors import JudgeError
from judging.judges import Judge
from judging.rubrics import Level, RubricVersion
from judging.sessions import Role
from storage import Mode, NewRun, Project, StoredVersion, label_queues, unfit

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


class Which(StrEnum):
    """Sessions by what was said of them: some are worth a look turn by turn."""

    ALL = "all"
    LABELLED = "labelled"
    FAILED = "failed"
    DISPUTED = "disputed"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Scope:
    """
    Which sessions a run covers.

    Attributes:
        only: These external ids, each once however often it is named; None for all.

        which: Which of the others to leave out.

        limit: At most so many of them, the first; None for no limit.
    """

    only: Sequence[str] | None = None
    which: Which = Which.ALL
    limit: int | None = None


@access.needs(Right.RUN)
def plan(
    project: Project, rubric: str, judge: Judge, scope: Scope | None = None, *, runs: int = 1
) -> RunPlan:
    """
    Work out what a run would do, writing nothing.

    Raises:
        StoreError: If the project has no such rubric.

        JudgeError: If a session named is not in it, or the judge cannot be asked `runs` times.
    """
    return plan_under(project, project.rubrics.get(rubric), judge, scope, runs=runs)


def plan_under(
    project: Project,
    version: StoredVersion,
    judge: Judge,
    scope: Scope | None = None,
    *,
    runs: int = 1,
) -> RunPlan:
    """
    Work out the same under a version at hand, which may be a draft.

    Raises:
        JudgeError: If a session named is not in the project, or the judge cannot be asked `runs`
            times.
    """
    repeating.check(judge, runs)
    asked, none = _in_scope(project, scope or Scope()), unfit.of(project)
    not_judged = none.replayed | none.unfinished
    sessions = [session for session in asked if session not in not_judged]
    judges = {j.fingerprint: j.id for j in project.judges.listed()}
    number = judges.get(judge.identity.fingerprint)
    done: set[int] = set()
    if number is not None:
        done = project.verdicts.complete(version.id, number, samples=runs)
    left = tuple(session for session in sessions if session not in done)
    level = _level(version.rubric)
    units, units_left = (_units(project, level, some) for some in (sessions, left))
    return RunPlan(
        version,
        level,
        tuple(sessions),
        left,
        units,
        cached=units - units_left,
        replayed=len(none.replayed.intersection(asked)),
        unfinished=len(none.unfinished.intersection(asked) - none.replayed),
        runs=runs,
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
    )


@access.needs(Right.RUN)
def of(project: Project, which: Which) -> AbstractSet[int]:
    """Return the sessions of which something was said, by number."""
    found: Mapping[Which, Callable[[], AbstractSet[int]]] = {
        Which.ALL: lambda: set(project.sessions.ids()),
        Which.LABELLED: project.labels.labelled,
        Which.FAILED: project.verdicts.failed,
        Which.DISPUTED: project.verdicts.disputed,
        Which.DRAWN: label_queues.of(project).drawn,
    }
    return found[which]()


def _in_scope(project: Project, scope: Scope) -> list[int]:
    if scope.only is not None:
        names = list(dict.fromkeys(scope.only))
        found = project.sessions.numbers(names)
        if missing := [name for name in names if name not in found]:
            raise JudgeError(
                f"{len(missing)} of the sessions named are not in this project: {missing[0]!r}…",
                fix="Import them first, or take them out of the list.",
            )
        sessions = [found[name].id for name in names]
    else:
        sessions = project.sessions.ids()
    if scope.which is not Which.ALL:
        some = of(project, scope.which)
        sessions = [session for session in sessions if session in some]
    return sessions[: scope.limit]


def _units(project: Project, level: Level, sessions: Sequence[int]) -> int:
    if level is Level.SESSION:
        return len(sessions)
    return project.sessions.count_turns(sessions, Role.ASSISTANT)


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
