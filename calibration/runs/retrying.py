"""Asking again for what a run has no outcome for."""

from collections.abc import Iterable
from dataclasses import dataclass

from calibration.runs import judges
from calibration.runs.planning import RunPlan, plan
from calibration.runs.run_scope import Scope
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.judges import Judge
from storage import ProblemUnit, Project


@dataclass(frozen=True, slots=True)
class Retry:
    """A run to be, over what another one has no outcome for: the same judge, the same rubric."""

    planned: RunPlan
    judge: Judge
    concurrency: int


@access.needs(Right.RUN)
def retry(project: Project, run: int, units: Iterable[ProblemUnit]) -> Retry:
    """
    Plan to ask again about the sessions of `units`, as often as the run did, writing nothing.

    What has been scored meanwhile is not asked again.

    Raises:
        StoreError: If the project has no run of that number.

        JudgeError: If this release cannot ask the judge as it was.
    """
    work, line = project.runs.work(run), project.runs.get(run)
    identity = project.judges.numbered(work.judge).identity
    judge = judges.rebuilt(identity, project.store.secret())
    scope = Scope(only=[unit.session for unit in units])
    planned = plan(project, line.rubric, judge, scope, runs=work.samples)
    return Retry(planned, judge, work.concurrency)
