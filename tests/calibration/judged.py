"""Short ways of having a model judge sessions, and of looking at what came of it."""

import signal
import threading
from collections.abc import Iterator
from dataclasses import replace

from calibration.runs import judges, planning, running
from calibration.runs.judges import Options
from calibration.runs.run_work import RunWork
from judging.judges import Judge
from judging.ratings import Verdict
from judging.rubrics import Criterion, RubricVersion, Sees
from storage import CallRecord, Project, RunLine, StoredVerdict
from tests import keeping, working

GOAL_MET = Criterion("goal_met", "Did it do it?", "It did.", "It did not.")
POLITE = Criterion("polite", "Was it polite?", "It was.", "It was not.")
ONE = RubricVersion("one", 1, (GOAL_MET,))
TWO = RubricVersion("two", 1, (GOAL_MET, POLITE))
# Of two views, so of two calls, whatever the judge's settings.
VIEWS = RubricVersion("views", 1, (GOAL_MET, replace(POLITE, sees=Sees.ASSISTANT_ONLY)))
ALL = Options()
BY_ONE = Options(criteria_per_call="one")


def add(project: Project, *names: str) -> None:
    """Import a short session under each name."""
    keeping.add(project, *(keeping.session(name) for name in names))


def judge(project: Project, options: Options = ALL, *, model: str = working.MODEL) -> Judge:
    """Return the model judge with these options."""
    return judges.named(model, project.store.secret(), options)


def by(
    asked: Judge, project: Project, rubric: RubricVersion = ONE, *, concurrency: int = 4
) -> RunLine:
    """Have `asked` judge all of a project under `rubric`, and return the run."""
    planned = planning.plan(project, project.rubrics.add(rubric).rubric.label, asked)
    return running.run(project, planned, asked, concurrency=concurrency)


def in_batches(
    project: Project,
    rubric: RubricVersion = ONE,
    options: Options = ALL,
    *,
    max_cost: int | None = None,
    runs: int = 1,
) -> RunLine:
    """Have a model judge all of a project under `rubric` in batches, and return the run."""
    asked = judge(project, options)
    label = project.rubrics.add(rubric).rubric.label
    planned = planning.plan(project, label, asked, runs=runs)
    return running.run(project, planned, asked, max_cost=max_cost, in_batches=True)


def run(
    project: Project,
    rubric: RubricVersion = ONE,
    options: Options = ALL,
    *,
    concurrency: int = 4,
) -> RunLine:
    """Have a model judge all of a project under `rubric`, and return the run."""
    return by(judge(project, options), project, rubric, concurrency=concurrency)


def again(project: Project, number: int, options: Options = ALL) -> RunLine:
    """Have a run do what it has left, as whoever resumes it does, and return it."""
    with RunWork(project, number, judge(project, options)) as work:
        work.do(work.sessions)
    return project.runs.get(number)


def calls(project: Project, number: int) -> list[CallRecord]:
    """Return all that a run asked, oldest first."""
    names = (s.external_id for s in project.sessions.whole(project.sessions.ids()))
    found = [call for name in names for call in project.calls.of_session(number, name)]
    return sorted(found, key=lambda call: call.id)


def standing(
    project: Project, rubric: RubricVersion = ONE, options: Options = ALL
) -> dict[tuple[str, str], StoredVerdict]:
    """Return the model judge's standing verdicts, by session and criterion."""
    asked = project.judges.kept(judge(project, options).identity)
    found = project.verdicts.standing(
        project.sessions.ids(),
        rubric_version=project.rubrics.add(rubric).id,
        judge=asked.id,
    )
    return {(v.verdict.session, v.verdict.criterion): v for v in found.values()}


def verdicts(
    project: Project, rubric: RubricVersion = ONE, options: Options = ALL
) -> Iterator[Verdict]:
    """Yield the model judge's standing verdicts, in the order of their sessions."""
    for _, stored in sorted(standing(project, rubric, options).items()):
        yield stored.verdict


def interrupt() -> None:
    """Do what Ctrl-C does."""
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGINT)
