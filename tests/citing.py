"""Short ways of putting answers on turns, and answers that cite turns, into a project."""

from collections.abc import Mapping, Sequence
from typing import Any

from judging.judges import JudgeIdentity
from judging.ratings import Citation, Outcome, Problem, Verdict
from storage import Answer, Compared, NewRun, Project, Reference
from tests import keeping

Answers = Mapping[str, tuple[Outcome, Sequence[int]]]
TurnAnswers = Mapping[str, Mapping[int, Outcome]]


def label(project: Project, name: str, outcome: Outcome, *cited: int, **more: Any) -> None:
    """Add one label that cites these turns; `more` is as in `keeping.label`."""
    keeping.label(project, name, outcome, cited=cited, **more)


def label_turns(
    project: Project,
    name: str,
    outcomes: Mapping[int, Outcome],
    *,
    reviewer: str = "maya",
    criterion: str = "turn_pass",
    blind: bool = True,
) -> None:
    """Add a label on each of these turns."""
    for turn, outcome in outcomes.items():
        keeping.label(
            project,
            name,
            outcome,
            reviewer=reviewer,
            criterion=criterion,
            turn=turn,
            blind=blind,
        )


def judge(
    project: Project, answers: Answers, *, name: str = "example", criterion: str = "goal_met"
) -> Compared:
    """Add one run's verdicts on sessions, each with what it cites."""
    verdicts = {
        session: [_verdict(session, criterion, outcome, cited=cited)]
        for session, (outcome, cited) in answers.items()
    }
    return _judged(project, verdicts, name, criterion, "conversation@1")


def judge_turns(
    project: Project,
    answers: TurnAnswers,
    *,
    name: str = "example",
    criterion: str = "turn_pass",
    rubric: str = "turn@1",
    cited: int | None = None,
) -> Compared:
    """Add one run's verdicts on turns, each of which cites itself, or the turn that is given."""
    verdicts = {
        session: [
            _verdict(session, criterion, outcome, turn=turn, cited=(cited or turn,))
            for turn, outcome in outcomes.items()
        ]
        for session, outcomes in answers.items()
    }
    return _judged(project, verdicts, name, criterion, rubric)


def _judged(
    project: Project,
    verdicts: Mapping[str, Sequence[Verdict]],
    name: str,
    criterion: str,
    rubric: str,
) -> Compared:
    version = project.rubrics.get(rubric)
    kept = project.judges.kept(JudgeIdentity(name, "recorded"))
    level = version.rubric.criterion(criterion).level
    run = project.runs.start(NewRun(kept.id, version.id, level, units=len(verdicts)))
    numbers = {keeping.number(project, session): given for session, given in verdicts.items()}
    project.verdicts.add(Answer(run, version.id, kept.id), numbers)
    project.runs.finish(run)
    return Compared(criterion, 1, version.id, kept.id, Reference())


def _verdict(
    session: str, criterion: str, outcome: Outcome, *, turn: int = 0, cited: Sequence[int] = ()
) -> Verdict:
    return Verdict(
        session=session,
        criterion=criterion,
        outcome=outcome,
        turn=turn,
        problem=Problem.PARSE_FAILED if outcome is Outcome.NOT_SCORED else None,
        rationale=f"Turn {turn}." if turn else "",
        citations=tuple(map(Citation, cited)),
    )
