"""Sessions whose biases are known, because they were planted."""

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.agreement.held import Held
from calibration.bias import bias_checks
from calibration.bias.bias_checks import CriterionBias
from calibration.bias.bias_outcomes import Checked
from judging.agreement.bias import Check
from judging.ratings import Citation, Label, Outcome
from judging.sessions import Role, Session, Turn
from storage import NewLabel, Project, Reference
from storage.bias_units import BiasUnit
from tests import keeping

PASS, FAIL, MISSING = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED


@dataclass(frozen=True)
class Planted:
    """A session to be made: both answers, the answer's words, and what else may matter."""

    human: Outcome
    judged: Outcome
    words: int = 20
    model: str | None = None
    blind: bool | None = True
    cites: int | None = None
    group: str = ""


def made(name: str, planted: Planted) -> Session:
    said = " ".join(["word"] * planted.words)
    turns = (
        Turn(1, Role.USER, "x" * 110),
        Turn(2, Role.ASSISTANT, said),
        Turn(3, Role.USER, "x" * 100),
    )
    return Session(name, turns, group=planted.group, agent_model=planted.model)


def held(project: Project, sessions: Sequence[Planted], judge: str = "example") -> Held:
    """Put sessions with labels and verdicts into a project."""
    by_name = {f"s{n}": planted for n, planted in enumerate(sessions)}
    keeping.add(project, *(made(name, planted) for name, planted in by_name.items()))
    numbers = project.sessions.numbers(list(by_name))
    project.labels.add(
        [
            NewLabel(
                numbers[name].id,
                1,
                Label(
                    session=name,
                    criterion="goal_met",
                    outcome=planted.human,
                    reviewer="maya",
                    blind=planted.blind,
                    citations=(Citation(planted.cites),) if planted.cites else (),
                ),
            )
            for name, planted in by_name.items()
        ]
    )
    keeping.judge(project, {n: planted.judged for n, planted in by_name.items()}, name=judge)
    version = project.rubrics.get("conversation@1")
    return Held(version, project.judges.get(judge), Reference())


def bias(project: Project, held: Held) -> CriterionBias:
    return bias_checks.of_criterion(project, held, held.version.rubric.criterion("goal_met"))


def of(bias: CriterionBias, check: Check, place: int = 0) -> Checked:
    return [each for each in bias.checks if each.check.check is check][place]


def counts(checked: Checked) -> list[tuple[float, float]]:
    return [(group.x, group.n) for group in checked.check.groups]


def names(project: Project, units: Sequence[BiasUnit]) -> list[str]:
    return [line.external_id for line, _ in bias_checks.behind(project, units).units]
