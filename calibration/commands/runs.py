"""Judge runs: `run`, `runs`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from calibration.commands import options, printing, run_document, run_plan
from calibration.commands.exit_codes import COULD_NOT
from calibration.runs.money import HIGHEST_CEILING, micro
from judging.rubrics import Level
from judging.splitting import Part

if TYPE_CHECKING:
    from calibration.runs.planning import RunPlan
    from calibration.runs.run_scope import Scope
    from judging.judges import Judge
    from storage import Project, RunLine

Effort = Literal["low", "medium", "high"]
CriteriaPerCall = Literal["all", "one"]
Context = Literal["full", "fit", "chunks"]
SESSIONS = "all, labelled, failed, disputed (as a whole), drawn to be labelled, or a file of ids."
SPLIT = "Of these the sealed test alone, or all that is not of it. Prints counts only."
LEVEL = "Of a rubric with both, only what is asked of the session, or of its turns."
MAX_COST = "Pause before it costs more: dollars, what is spent included."
CONTEXT = "Of too long a session, fit summarises the middle, chunks judges its parts."
HINDSIGHT = "Judge turns with what came after in view: for an audit, as another judge."
RUNS = "Ask each so often, up to 9, to see how far the judge agrees with itself; 3 will do."
MAJORITY = "A verdict is what more than half of so many answers say: another judge."
BATCH = "Have the service answer in batches: slower, for half the price, Claude alone."
# No database counts further.
MOST_ID = 2**31 - 1
STOPPED = "Stopped. What was answered is kept: the same command does the rest."
STOPPED_WAITING = (
    "Stopped. A batch that was sent goes on at the service: judging runs shows the run, and with "
    "--resume a worker reads what comes; --cancel has the service stop."
)
MaxCost = Annotated[float | None, typer.Option(help=MAX_COST)]


def add_to(command: typer.Typer) -> None:
    """Register this module's commands."""
    command.command()(run)
    command.command()(runs)


def run(
    rubric: options.Rubric,
    judge: Annotated[str, typer.Option(help="rules, claude:MODEL or openai:MODEL[@BASE_URL].")],
    sessions: Annotated[str, typer.Option(help=SESSIONS)] = "all",
    split: Annotated[Part, typer.Option(help=SPLIT)] = Part.ALL,
    level: Annotated[Level | None, typer.Option(help=LEVEL)] = None,
    limit: Annotated[int, typer.Option(min=0, help="At most so many; 0 is no limit.")] = 0,
    concurrency: Annotated[int, typer.Option(min=1, max=512, help="Requests at once.")] = 32,
    effort: Annotated[Effort, typer.Option(help="How much the model thinks.")] = "low",
    criteria_per_call: Annotated[CriteriaPerCall, typer.Option(help="one is dearer.")] = "all",
    context: Annotated[Context, typer.Option(help=CONTEXT)] = "full",
    runs: Annotated[int, typer.Option(min=1, max=9, help=RUNS)] = 1,
    majority: Annotated[int, typer.Option(min=1, max=9, help=MAJORITY)] = 1,
    max_cost: MaxCost = None,
    *,
    batch: Annotated[bool, typer.Option("--batch", help=BATCH)] = False,
    hindsight: Annotated[bool, typer.Option("--hindsight", help=HINDSIGHT)] = False,
    wait: Annotated[bool, typer.Option(help="Judge here, or leave it to a worker.")] = True,
    dry_run: Annotated[bool, typer.Option(help="Say what would be judged.")] = False,
    json: options.Json = False,
) -> int:
    """Have a judge answer a rubric for the sessions."""
    from calibration.commands import opened
    from calibration.runs import batch_waiting, judges, planning

    project = opened.project()
    options = judges.Options(effort, criteria_per_call, hindsight, context, majority)
    asked = judges.named(judge, project.store.secret(), options)
    scope = _scope(sessions, split, limit)
    planned = planning.plan(project, rubric, asked, scope, runs=runs, level=level)
    bounds = Bounds(concurrency, _ceiling(max_cost), batch)
    if batch:
        batch_waiting.check(asked)
    if dry_run:
        _foretell(project, planned, asked, in_batches=batch, is_json=json)
        return 0
    _warn(project, planned, asked)
    line = (_judged if wait else _queued)(project, planned, asked, bounds)
    run_document.show(line, is_json=json)
    return 0 if line.status == "done" or not wait else COULD_NOT


def _foretell(
    project: "Project", planned: "RunPlan", judge: "Judge", *, in_batches: bool, is_json: bool
) -> None:
    from calibration.runs import estimating, planning

    found, advice = estimating.estimate(project, planned, judge), planning.advice(project, planned)
    run_plan.show(planned, found, advice, in_batches=in_batches, is_json=is_json)


def _warn(project: "Project", planned: "RunPlan", judge: "Judge") -> None:
    from calibration.bias import own_family
    from calibration.runs import planning

    told = [*planning.left_out(planned), own_family.warning(project, judge.identity)]
    for note in filter(None, told):
        printing.note(note)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How requests are sent, and what they may cost in micro-dollars; None for no ceiling."""

    concurrency: int
    max_cost: int | None
    in_batches: bool = False


def _judged(project: "Project", planned: "RunPlan", judge: "Judge", bounds: Bounds) -> "RunLine":
    """Do the run here, and return what came of it."""
    from calibration.runs import running

    if bounds.in_batches:
        with _told_how_to_go_on(STOPPED_WAITING):
            waits = _told_what_it_waits_for(project)
            return running.run(project, planned, judge, **asdict(bounds), progress=waits)
    with _told_how_to_go_on(STOPPED), printing.run_progress() as progress:
        return running.run(project, planned, judge, **asdict(bounds), progress=progress)


def _told_what_it_waits_for(project: "Project") -> "Callable[[RunLine], None]":
    """Return what is to be told how far a run is, and says each time it waits for something new."""
    from calibration.runs import batch_waiting

    said = [""]

    def tell(line: "RunLine") -> None:
        waiting = project.batches.open(line.id)
        sentence = batch_waiting.sentence(line, waiting, run_document.moment) if waiting else ""
        if sentence and sentence != said[0]:
            printing.note(sentence)
        said[0] = sentence

    return tell


def _queued(project: "Project", planned: "RunPlan", judge: "Judge", bounds: Bounds) -> "RunLine":
    """Leave the run to a worker, and return how it begins."""
    from calibration.runs import steering

    number = steering.start(project, planned, judge, **asdict(bounds))
    _say_if_nobody_works(project)
    return project.runs.get(number)


def runs(
    number: Annotated[
        int | None, typer.Argument(min=1, max=MOST_ID, help="One run, else all.")
    ] = None,
    pause: Annotated[
        int | None, typer.Option(min=1, max=MOST_ID, help="Stop this run for now.")
    ] = None,
    resume: Annotated[
        int | None, typer.Option(min=1, max=MOST_ID, help="Go on with this run.")
    ] = None,
    cancel: Annotated[
        int | None, typer.Option(min=1, max=MOST_ID, help="Stop this run for good.")
    ] = None,
    max_cost: MaxCost = None,
    *,
    json: options.Json = False,
) -> None:
    """List runs, newest first, or one of them; pause, resume or cancel one."""
    from calibration.commands import opened
    from calibration.runs import steering

    named = [run for run in (number, pause, resume, cancel) if run]
    if len(named) > 1:
        raise typer.BadParameter("Name one run, or one of --pause, --resume and --cancel.")
    if max_cost is not None and not resume:
        raise typer.BadParameter("--max-cost goes with --resume.")
    project = opened.project()
    project.runs.release(project.store.workers.alive())
    if pause:
        steering.pause(project, pause)
    if cancel:
        steering.cancel(project, cancel)
    if resume:
        steering.resume(project, resume, max_cost=_ceiling(max_cost))
        _say_if_nobody_works(project)
    for run in named:
        run_document.show(project.runs.get(run), is_json=json, waiting=project.batches.open(run))
    if not named:
        run_document.show_all(project.runs.listed(), is_json=json)


def _ceiling(max_cost: float | None) -> int | None:
    """Return a ceiling in micro-dollars."""
    if max_cost is None:
        return None
    if not 0 < max_cost <= HIGHEST_CEILING:
        up_to = f"up to {HIGHEST_CEILING:,} dollars"
        raise typer.BadParameter(f"--max-cost: an amount above 0, and {up_to}.")
    return micro(max_cost)


def _scope(sessions: str, part: Part, limit: int) -> "Scope":
    from calibration.runs.run_scope import Scope, Which

    only: list[str] | None = None
    if sessions not in list(Which):
        try:
            text = sys.stdin.read() if sessions == "-" else Path(sessions).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise typer.BadParameter(f"--sessions: {problem}.") from problem
        only = [line.strip() for line in text.splitlines() if line.strip()]
    which = Which(sessions) if only is None else Which.ALL
    return Scope(only=only, which=which, part=part, limit=limit or None)


@contextmanager
def _told_how_to_go_on(sentence: str) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        printing.note(sentence)
        raise


def _say_if_nobody_works(project: "Project") -> None:
    from calibration.runs import steering

    if not steering.is_anyone_at_work(project):
        printing.note("No worker is running: start one with judging worker, or judging app.")
