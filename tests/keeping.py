"""Short ways of putting things into a project."""

from collections.abc import Iterable

from judging.judges import JudgeIdentity
from judging.ratings import Citation, Label, Maker, Outcome, Problem, Verdict
from judging.rubrics import Level
from judging.sessions import Role, Session, Turn
from storage import Answer, NewLabel, NewRun, Project, Reference
from storage import Compared as Compared_


def session(name: str, *texts: str, group: str = "") -> Session:
    """Return a session whose speakers take turns, the user first."""
    roles = (Role.USER, Role.ASSISTANT)
    said = texts or ("Where is it?", "It left today.")
    turns = (Turn(n, roles[(n - 1) % 2], text) for n, text in enumerate(said, start=1))
    return Session(name, tuple(turns), group=group)


def add(project: Project, *sessions: Session) -> None:
    """Import sessions."""
    with project.imports.begin() as unfinished:
        unfinished.add(sessions)
        unfinished.complete()


def number(project: Project, name: str) -> int:
    """Return a session's number."""
    return project.sessions.numbers([name])[name].id


def label(
    project: Project,
    name: str,
    outcome: Outcome | None,
    *,
    reviewer: str | None = "maya",
    criterion: str = "goal_met",
    slot: int = 0,
    blind: bool | None = True,
    made_by: Maker = Maker.PERSON,
    adjudicated: bool = False,
    turn: int = 0,
    cited: Iterable[int] = (),
) -> int:
    """Add one label and return how many were new."""
    given = Label(
        session=name,
        criterion=criterion,
        outcome=outcome,
        reviewer=reviewer,
        slot=slot,
        blind=blind,
        made_by=made_by,
        adjudicated=adjudicated,
        turn=turn,
        citations=tuple(map(Citation, cited)),
    )
    return project.labels.add([NewLabel(number(project, name), 1, given)])


def judge(
    project: Project,
    outcomes: dict[str, Outcome],
    *,
    name: str = "example",
    criterion: str = "goal_met",
    rubric: str = "conversation@1",
    identity: JudgeIdentity | None = None,
) -> Compared_:
    """Add one run's verdicts and return what to compare them by."""
    version = project.rubrics.get(rubric)
    kept = project.judges.kept(identity or JudgeIdentity(name, "recorded"))
    new = NewRun(kept.id, version.id, Level.SESSION, units=len(outcomes))
    run = project.runs.start(new)
    numbers = project.sessions.numbers(list(outcomes))
    verdicts = {
        numbers[session].id: [_verdict(session, criterion, outcome)]
        for session, outcome in outcomes.items()
    }
    project.verdicts.add(Answer(run, version.id, kept.id), verdicts)
    project.runs.finish(run)
    return Compared_(criterion, 1, version.id, kept.id, Reference())


def many(
    project: Project, outcomes: Iterable[tuple[Outcome, Outcome]], *, group: int = 1
) -> Compared_:
    """Add sessions with these (reference, judge) outcomes, so many to a group."""
    pairs = list(outcomes)
    names = [f"s{n}" for n in range(len(pairs))]
    add(project, *(session(n, group=f"g{i // group}") for i, n in enumerate(names)))
    for name, (human, _) in zip(names, pairs, strict=True):
        label(project, name, human)
    return judge(project, {n: j for n, (_, j) in zip(names, pairs, strict=True)})


def _verdict(session: str, criterion: str, outcome: Outcome) -> Verdict:
    problem = Problem.PARSE_FAILED if outcome is Outcome.NOT_SCORED else None
    return Verdict(session=session, criterion=criterion, outcome=outcome, problem=problem)
