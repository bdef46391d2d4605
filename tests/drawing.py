"""Short ways of having a judge answer many sessions, and of labelling some of them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from judging.judges import JudgeIdentity
from judging.ratings import Label, Maker, Outcome, Verdict
from judging.rubrics import Level
from storage import Answer, Compared, NewLabel, NewRun, Project
from tests import keeping

PASS, FAIL = Outcome.PASS, Outcome.FAIL


def judged(project: Project, numbers: Mapping[Outcome, int], *, group: int = 1) -> Compared:
    """Have the judge give each outcome to so many new sessions, called `fail0`, `fail1` and on."""
    outcomes = {f"{outcome}{n}": outcome for outcome, all_ in numbers.items() for n in range(all_)}
    names = list(outcomes)
    keeping.add(
        project, *(keeping.session(name, group=f"g{at // group}") for at, name in enumerate(names))
    )
    return keeping.judge(project, outcomes)


def label(
    project: Project,
    outcomes: Mapping[str, Outcome | None],
    probability: float | None = None,
    *,
    reviewer: str = "maya",
    made_by: Maker = Maker.PERSON,
    meaning: int = 1,
) -> None:
    """Label sessions by name, each drawn with this probability."""
    numbers = project.sessions.numbers(list(outcomes))
    project.labels.add(
        [
            NewLabel(
                numbers[name].id,
                meaning,
                replace(
                    _label(name, outcome),
                    reviewer=reviewer,
                    made_by=made_by,
                    inclusion_prob=probability,
                ),
            )
            for name, outcome in outcomes.items()
        ]
    )


def at_turns(
    project: Project, session: str, outcomes: Mapping[int, tuple[Outcome, Outcome]]
) -> Compared:
    """Have maya and the judge answer turns of a session on `goal_met`, the reference first."""
    version = project.rubrics.get("conversation@1")
    kept = project.judges.kept(JudgeIdentity("example", "recorded"))
    run = project.runs.start(NewRun(kept.id, version.id, Level.TURN, units=len(outcomes)))
    number = keeping.number(project, session)
    labels = [
        NewLabel(number, 1, _label(session, human, turn)) for turn, (human, _) in outcomes.items()
    ]
    verdicts = [
        Verdict(session=session, criterion="goal_met", outcome=said, turn=turn)
        for turn, (_, said) in outcomes.items()
    ]
    project.labels.add(labels)
    project.verdicts.add(Answer(run, version.id, kept.id), {number: verdicts})
    return Compared("goal_met", 1, version.id, kept.id)


def said(verdict: Outcome, outcomes: Iterable[tuple[Outcome, int]]) -> dict[str, Outcome]:
    """Spread outcomes over the first sessions that got this verdict."""
    spread = [outcome for outcome, n in outcomes for _ in range(n)]
    return {f"{verdict}{at}": outcome for at, outcome in enumerate(spread)}


def _label(session: str, outcome: Outcome | None, turn: int = 0) -> Label:
    return Label(
        session=session,
        criterion="goal_met",
        outcome=outcome,
        reviewer="maya",
        turn=turn,
        blind=True,
    )


def of_run(compared: Compared, run: int) -> Compared:
    """Return the same of one run's verdicts alone."""
    return replace(compared, run=run)
