"""A run as somebody sees it who watches it: where it stands, and what can be done about it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.runs.planning import RunPlan
from calibration.runs.steering import is_anyone_at_work
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.judges import Judge, JudgeIdentity
from judging.ratings import Problem
from storage import Batch, Project, RunLine, RunStatus
from storage.engine import file_of
from storage.run_states import ACTIVE, ENDED

LISTED = 20


class Action(StrEnum):
    """What can be done about a run."""

    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"


# The first is what one would most likely do next.
ACTIONS: Mapping[RunStatus, tuple[Action, ...]] = {
    RunStatus.QUEUED: (Action.PAUSE, Action.CANCEL),
    RunStatus.RUNNING: (Action.PAUSE, Action.CANCEL),
    RunStatus.PAUSING: (Action.CANCEL,),
    RunStatus.PAUSED: (Action.RESUME, Action.CANCEL),
    RunStatus.FAILED: (Action.RESUME,),
    RunStatus.CANCELLED: (Action.RESUME,),
}


@dataclass(frozen=True, slots=True)
class Watched:
    """
    A run that is looked at.

    Attributes:
        is_attended: Whether a worker, or a command that judges, has lately given a sign of life.

        has_keeper: Whether the server starts a worker anew by itself when there is none.

        waiting: The batches at the service whose results are not kept yet, oldest first.
    """

    line: RunLine
    is_attended: bool
    has_keeper: bool
    waiting: Sequence[Batch] = ()

    @property
    def is_stranded(self) -> bool:
        """Whether it waits for a worker that is not there."""
        return is_active(self.line.status) and not self.is_attended

    @property
    def judged(self) -> int:
        """How many units it has come to, scored or not."""
        never = self.line.not_scored.get(Problem.CANCELLED, 0)
        return self.line.units - self.line.left - never

    @property
    def problems(self) -> Mapping[Problem, int]:
        """What `problems` says of its line."""
        return problems(self.line)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What can be done; nothing about verdicts that were imported."""
        if self.line.is_imported:
            return ()
        if self.waiting and self.line.status is RunStatus.FAILED:
            return (Action.RESUME, Action.CANCEL)  # what is at the service can be given up
        return ACTIONS.get(self.line.status, ())

    @property
    def can_be_retried(self) -> bool:
        """Whether another run can ask again for what has no outcome."""
        is_over = self.line.status in ENDED and not self.line.is_imported
        return is_over and bool(self.problems)


def problems(line: RunLine) -> Mapping[Problem, int]:
    """Return the units that a run came to and has no outcome for, by problem."""
    counts = line.not_scored.items()
    return {problem: n for problem, n in counts if problem is not Problem.CANCELLED}


@access.needs(Right.RUN)
def judge_of(project: Project, run: int) -> JudgeIdentity:
    """
    Return who judges in a run, with the settings that its name does not tell.

    Raises:
        StoreError: If the project has no run of that number.
    """
    return project.judges.numbered(project.runs.work(run).judge).identity


def is_active(status: RunStatus) -> bool:
    """Tell whether a run in this state changes by itself, so that it is worth looking again."""
    return status in ACTIVE


@access.needs(Right.RUN)
def look(project: Project, run: int) -> Watched:
    """
    Look at a run.

    Raises:
        StoreError: If the project has no run of that number.
    """
    has_keeper = file_of(project.store.url) is not None
    waiting = project.batches.open(run)
    return Watched(project.runs.get(run), is_anyone_at_work(project), has_keeper, waiting)


@access.needs(Right.RUN)
def newest(project: Project) -> list[RunLine]:
    """Return the newest runs, those that were left behind by a dead process let go of first."""
    project.runs.release(project.store.workers.alive())
    return project.runs.listed(limit=LISTED)


def at_work(lines: Iterable[RunLine]) -> RunLine | None:
    """Return the first of `lines` that is not over, and not paused."""
    return next((line for line in lines if line.status in ACTIVE and not line.is_imported), None)


@access.needs(Right.RUN)
def rival(
    project: Project, lines: Iterable[RunLine], planned: RunPlan, judge: Judge
) -> RunLine | None:
    """Return that of `lines` which is already at work on what `planned` would do."""
    judges = {stored.fingerprint: stored.id for stored in project.judges.listed()}
    mine = (judges.get(judge.identity.fingerprint), planned.version.id)
    for line in lines:
        if line.status in ACTIVE and not line.is_imported:
            work = project.runs.work(line.id)
            if (work.judge, work.rubric_version) == mine:
                return line
    return None
