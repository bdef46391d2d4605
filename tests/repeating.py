"""Short ways of having a judge say several things of the same."""

from collections.abc import Mapping, Sequence

from judging.judges import JudgeIdentity
from judging.ratings import Outcome, Problem, Verdict
from judging.rubrics import Level
from storage import Answer, Compared, NewRun, Project, Reference
from tests import keeping


def judge(
    project: Project,
    answers: Mapping[str, Sequence[Outcome]],
    *,
    samples: int = 0,
    first: int = 1,
    criterion: str = "goal_met",
    turn: int = 0,
    name: str = "example",
    rubric: str = "",
) -> Compared:
    """
    Add one run's verdicts on sessions, each with its answers in turn.

    Args:
        project: Where to.

        answers: By session.

        samples: How often the run asks; unless given, as often as anybody is answered.

        first: The number of the first of these answers.

        criterion: What is asked.

        turn: What it is asked of.

        name: The judge's.

        rubric: Under which; unless given, the one that comes with every project.

    Returns:
        What to compare them by.
    """
    version = project.rubrics.get(rubric or ("turn@1" if turn else "conversation@1"))
    kept = project.judges.kept(JudgeIdentity(name, "recorded"))
    samples = samples or first - 1 + max(map(len, answers.values()))
    new = NewRun(
        kept.id,
        version.id,
        Level.TURN if turn else Level.SESSION,
        units=len(answers),
        samples=samples,
    )
    run = project.runs.start(new)
    verdicts = {
        keeping.number(project, session): [
            _verdict(session, criterion, outcome, turn, sample)
            for sample, outcome in enumerate(said, start=first)
        ]
        for session, said in answers.items()
    }
    project.verdicts.add(Answer(run, version.id, kept.id, samples), verdicts)
    project.runs.finish(run)
    return Compared(criterion, 1, version.id, kept.id, Reference())


def _verdict(session: str, criterion: str, outcome: Outcome, turn: int, sample: int) -> Verdict:
    return Verdict(
        session=session,
        criterion=criterion,
        outcome=outcome,
        turn=turn,
        problem=Problem.PARSE_FAILED if outcome is Outcome.NOT_SCORED else None,
        sample=sample,
    )
