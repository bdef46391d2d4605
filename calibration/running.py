"""Having a judge answer a rubric for many sessions, here and now."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from judging.errors import JudgeError
from judging.judges import Judge, RulesJudge
from judging.ratings import Verdict
from judging.rubrics import Level, RubricVersion
from judging.sessions import Role, Session
from storage import Answer, Project, RunLine, RunStatus, StoredVersion

BATCH = 100


@dataclass(frozen=True, slots=True)
class RunPlan:
    """
    What a run would do.

    Attributes:
        sessions: The sessions it covers, by number.

        left: Those of them that this judge has not yet answered under this version.

        units: How many sessions it covers, or assistant turns at turn level.

        cached: How many of those units it has answered.
    """

    version: StoredVersion
    level: Level
    sessions: tuple[int, ...]
    left: tuple[int, ...]
    units: int
    cached: int


@dataclass(frozen=True, slots=True)
class Scope:
    """Which sessions a run covers: these external ids or all, and at most so many of them."""

    only: Sequence[str] | None = None
    labelled: bool = False
    limit: int | None = None


def judge_named(word: str) -> Judge:
    """
    Return the judge that a command or page names.

    Raises:
        JudgeError: If there is none of that name.
    """
    if word == "rules":
        return RulesJudge()
    raise JudgeError(
        f"There is no judge {word!r} to run.",
        fix="Use rules, or bring a judge's verdicts: judging verdicts import FILE --judge NAME.",
    )


def plan(project: Project, rubric: str, judge: Judge, scope: Scope | None = None) -> RunPlan:
    """
    Work out what a run would do, writing nothing.

    Raises:
        StoreError: If the project has no such rubric, or a session named is not in it.
    """
    version = project.rubrics.get(rubric)
    sessions = _in_scope(project, scope or Scope())
    judges = {j.fingerprint: j.id for j in project.judges.listed()}
    number = judges.get(judge.identity.fingerprint)
    criteria = len(version.rubric.criteria)
    done = (
        project.verdicts.complete(version.id, number, criteria=criteria)
        if number is not None
        else set()
    )
    left = tuple(session for session in sessions if session not in done)
    level = _level(version.rubric)
    units, units_left = (_units(project, level, some) for some in (sessions, left))
    return RunPlan(version, level, tuple(sessions), left, units, units - units_left)


def run(
    project: Project,
    planned: RunPlan,
    judge: Judge,
    *,
    progress: Callable[[int], None] = lambda _done: None,
) -> RunLine:
    """
    Judge what is left of a plan, and keep the verdicts batch by batch.

    Args:
        project: Where the sessions are.

        planned: What to judge.

        judge: Who answers.

        progress: Told after each batch how many of the sessions left are done.

    Returns:
        The run with its counts. A problem with one session is counted and does not end it.

    Raises:
        JudgeError: If the judge cannot be asked at all; what it had answered is kept.
    """
    kept = project.judges.kept(judge.identity)
    number = project.runs.start(
        judge=kept.id,
        rubric_version=planned.version.id,
        level=planned.level,
        units=planned.units,
        cached=planned.cached,
    )
    answer = Answer(number, planned.version.id, kept.id)
    done = 0
    status, reason = RunStatus.FAILED, "interrupted"
    try:
        for batch in _batched(project.sessions.whole(planned.left)):
            project.verdicts.add(answer, _answers(batch, judge, planned.version.rubric))
            done += len(batch)
            progress(done)
        status, reason = RunStatus.DONE, ""
    except JudgeError as error:
        reason = error.what
        raise
    finally:
        project.runs.set_status(number, status, reason=reason)
    return project.runs.get(number)


def _answers(
    batch: Sequence[Session], judge: Judge, rubric: RubricVersion
) -> Mapping[int, Sequence[Verdict]]:
    return {s.id: judge.verdicts(s, rubric) for s in batch if s.id is not None}


def _batched(sessions: Iterator[Session]) -> Iterator[list[Session]]:
    while batch := list(islice(sessions, BATCH)):
        yield batch


def _in_scope(project: Project, scope: Scope) -> list[int]:
    if scope.only is not None:
        found = project.sessions.numbers(list(scope.only))
        if missing := [name for name in scope.only if name not in found]:
            raise JudgeError(
                f"{len(missing)} of the sessions named are not in this project: {missing[0]!r}…",
                fix="Import them first, or take them out of the list.",
            )
        sessions = [found[name].id for name in scope.only]
    else:
        sessions = project.sessions.ids()
    if scope.labelled:
        labelled = project.labels.labelled()
        sessions = [session for session in sessions if session in labelled]
    return sessions[: scope.limit]


def _units(project: Project, level: Level, sessions: Sequence[int]) -> int:
    if level is Level.SESSION:
        return len(sessions)
    return project.sessions.count_turns(sessions, Role.ASSISTANT)


def _level(rubric: RubricVersion) -> Level:
    levels = {criterion.level for criterion in rubric.criteria}
    return Level.SESSION if Level.SESSION in levels else Level.TURN
