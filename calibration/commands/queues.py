"""Queues of sessions to be labelled: `queue`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from calibration.commands import options, printing
from judging.sampling import Design, Ordering
from judging.splitting import Part

if TYPE_CHECKING:
    from calibration.labels.queue_making import Preview, QueueRequest
    from calibration.labels.queueing import Standing
    from storage import Project

queue = typer.Typer(help="Queues of sessions for reviewers to label.", no_args_is_help=True)
LEAST = "With judge-stratified: its answers, half of the sessions from its fails."
EVERY = "With judge-stratified: the criterion; all, rarest fails first, without one."
Name = Annotated[str, typer.Argument(help="The queue's name.")]
HowMany = Annotated[int, typer.Argument(min=0, help="How many sessions; with --sessions none.")]
Asked = Annotated[str, typer.Option(help="What is asked: conversation, or @1.")]
By = Annotated[Design, typer.Option(help="By what sessions are drawn.")]
Of = Annotated[Part, typer.Option(help="Of which sessions.")]
Sessions = Annotated[
    Path | None, typer.Option(help="With chosen: a file with a session's id a line.")
]
Reviewers = Annotated[int, typer.Option(min=1, max=20, help="How many label a session.")]
Overlap = Annotated[
    float, typer.Option(min=0, max=1, help="The share that so many label; the rest gets one.")
]
Lease = Annotated[int, typer.Option(min=1, max=1440, help="Minutes that a session stays reserved.")]
Order = Annotated[Ordering, typer.Option(help="What comes first.")]
Target = Annotated[int, typer.Option(min=1, help="With next_best: labels wanted of each class.")]
Called = Annotated[str, typer.Option(help="What it is called.")]
Seed = Annotated[str, typer.Option(help="Another one, another sample.")]
DryRun = Annotated[bool, typer.Option(help="Say what it would be; store nothing.")]


@queue.command()
def create(
    n: HowMany = 0,
    rubric: Asked = "",
    design: By = Design.RANDOM,
    split: Of = Part.ALL,
    judge: Annotated[str, typer.Option(help=LEAST)] = "",
    criterion: Annotated[str, typer.Option(help=EVERY)] = "",
    sessions: Sessions = None,
    reviewers: Reviewers = 1,
    overlap: Overlap = 1.0,
    lease: Lease = 30,
    order: Order = Ordering.DRAWN,
    target: Target = 20,
    name: Called = "",
    seed: Seed = "",
    *,
    dry_run: DryRun = False,
    json: options.Json = False,
) -> None:
    """Make a queue: each session with the chance that it had, so many slots each."""
    from calibration.commands import opened
    from calibration.labels import queue_making

    project = opened.project()
    request = queue_making.QueueRequest(
        design=design,
        version=queue_making.version_named(project, rubric),
        n=n,
        part=split,
        of=queue_making.judge_named(project, rubric, judge, criterion) if judge else None,
        chosen=_listed(sessions),
        reviewers=reviewers,
        overlap=overlap,
        lease_minutes=lease,
        ordering=order,
        target=target,
        name=name,
        seed=seed,
    )
    _create(project, request, dry_run=dry_run, is_json=json)


@queue.command("list")
def list_queues(*, json: options.Json = False) -> None:
    """Say how far each queue is."""
    from calibration.commands import opened
    from calibration.labels import queueing

    found = queueing.listed(opened.project())
    if json:
        printing.document({"queues": [_document(one) for one in found]})
        return
    if not found:
        print("There is no queue. judging queue create makes one.")
        return
    columns = ("queue", "design", "slots", "done", "reserved", "expired", "open", "state")
    printing.table(columns, [_row(one) for one in found])


@queue.command()
def show(name: Name, *, json: options.Json = False) -> None:
    """Say how far a queue is, and who has what of it."""
    from calibration.commands import opened

    one = _standing(opened.project(), name)
    if json:
        printing.document(_document(one))
        return
    progress = one.progress
    print(
        f"{progress.done:,} of {progress.slots:,} slots of {name} are done, on "
        f"{progress.sessions:,} sessions; {progress.reserved:,} are reserved, "
        f"{progress.open:,} open."
    )
    if one.done:
        printing.table(("reviewer", "done"), list(one.done.items()))
    if one.holdings:
        rows = [
            (h.reviewer, h.session, h.state, f"{h.moment:%Y-%m-%d %H:%M}") for h in one.holdings
        ]
        printing.table(("reviewer", "session", "state", "until or at, UTC"), rows)


@queue.command()
def close(name: Name, *, json: options.Json = False) -> None:
    """Let a queue hand out nothing more; what reviewers have they can finish."""
    from calibration.commands import opened
    from calibration.labels import queueing

    project = opened.project()
    queueing.close(project, name)
    one = _standing(project, name)
    if json:
        printing.document(_document(one))
    else:
        print(f"{name} is closed: {one.progress.done:,} of {one.progress.slots:,} slots are done.")


@queue.command()
def requeue(
    name: Name,
    sessions: Annotated[list[str], typer.Argument(help="The sessions' ids.")],
    reviewer: Annotated[str, typer.Option(help="Only what this reviewer has, or skipped.")] = "",
    *,
    json: options.Json = False,
) -> None:
    """Put sessions back, reserved, done or skipped: others get them. Labels stay."""
    from calibration.commands import opened
    from calibration.labels import queueing
    from storage import label_queues

    project = opened.project()
    count = queueing.put_back(project, label_queues.of(project).get(name), sessions, reviewer)
    if json:
        printing.document({"queue": name, "put_back": count})
    else:
        print(f"{count:,} slots and skips of {name} were put back.")


def _create(project: "Project", request: "QueueRequest", *, dry_run: bool, is_json: bool) -> None:
    from calibration.labels import queue_making

    _check(request)
    found = queue_making.preview(project, request)
    made = "" if dry_run else queue_making.create(project, request).name
    if is_json:
        printing.document({"queue": made or None, **asdict(found)})
    else:
        _print_preview(found, made)


def _check(request: "QueueRequest") -> None:
    if (request.design is Design.CHOSEN) != bool(request.chosen):
        raise typer.BadParameter("--sessions goes with --design chosen, and it with them.")
    if (request.design is Design.VERDICT) != bool(request.of):
        raise typer.BadParameter("--judge goes with --design judge-stratified, and it with one.")
    if request.design is not Design.CHOSEN and not request.n:
        raise typer.BadParameter("Say how many sessions.")
    if request.overlap < 1 and request.reviewers == 1:
        raise typer.BadParameter("--overlap is the share that --reviewers label, from two on.")


def _listed(file: Path | None) -> list[str]:
    if file is None:
        return []
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise typer.BadParameter(f"--sessions: {file} cannot be read: {problem}.") from problem
    return [line.strip() for line in lines if line.strip()]


def _standing(project: "Project", name: str) -> "Standing":
    from calibration.labels import queueing
    from storage import label_queues

    return queueing.standing(project, label_queues.of(project).get(name))


def _print_preview(found: "Preview", made: str) -> None:
    verb = f"{made} has" if made else "It would have"
    print(
        f"{verb} {found.sessions:,} sessions of {found.population:,}, in {found.slots:,} slots: "
        "one for each reviewer of a session."
    )
    if found.strata is None:
        print("What it is drawn from is not told: some of the sessions are of the sealed test.")
    elif found.strata:
        rows = [(one.name or "not judged", one.there, one.drawn) for one in found.strata]
        printing.table(("from", "there", "drawn"), rows)
    for sentence in found.good_for:
        print(sentence)


def _row(one: "Standing") -> tuple[object, ...]:
    progress = one.progress
    counts = (progress.slots, progress.done, progress.reserved, progress.expired, progress.open)
    return (one.queue.name, one.queue.design, *counts, "open" if one.queue.is_open else "closed")


def _document(one: "Standing") -> dict[str, Any]:
    queue, progress = one.queue, one.progress
    same = ("name", "design", "reviewers", "overlap", "lease_minutes", "ordering", "created_at")
    return {
        **{name: getattr(queue, name) for name in same},
        "closed_at": queue.closed_at,
        "sessions": progress.sessions,
        "slots": progress.slots,
        "done": progress.done,
        "reserved": progress.reserved,
        "expired": progress.expired,
        "open": progress.open,
        "done_by": dict(one.done),
        "holdings": [
            {
                "reviewer": holding.reviewer,
                "session": holding.session,
                "state": holding.state,
                "moment": holding.moment,
            }
            for holding in one.holdings
        ],
    }
