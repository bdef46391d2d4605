"""Short ways of sealing sessions, and of judging the same sessions in two ways."""

from collections.abc import Iterable

from judging.ratings import Label, Outcome
from storage import NewLabel, Project, Split, splits


def seal(project: Project, *names: str) -> None:
    """Put these sessions into the test, and all others into what may be seen."""
    numbers = project.sessions.numbers(project.sessions.listed_ids())
    chosen = {
        line.id: Split.TEST if name in names else Split.DEVELOP for name, line in numbers.items()
    }
    splits.of(project).assign(chosen, "")


def label(
    project: Project,
    outcomes: Iterable[tuple[str, Outcome]],
    *,
    probability: float | None = 0.5,
    blind: bool = True,
    criterion: str = "goal_met",
) -> None:
    """Label sessions as they are labelled for a gate: blind, and drawn with known probability."""
    numbers = project.sessions.numbers(project.sessions.listed_ids())
    given = [
        NewLabel(
            numbers[name].id,
            1,
            Label(
                session=name,
                criterion=criterion,
                outcome=outcome,
                reviewer="maya",
                blind=blind,
                inclusion_prob=probability,
            ),
        )
        for name, outcome in outcomes
    ]
    project.labels.add(given)
