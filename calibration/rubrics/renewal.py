"""What a new version of a rubric leaves valid, and what it takes to judge the rest anew."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.bias import red_team
from calibration.rubrics import rubric_changes
from calibration.rubrics.rubric_changes import Change
from calibration.runs import estimating, judges, planning
from calibration.runs.estimating import Estimate
from calibration.runs.money import dollars
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.errors import JudgeError
from judging.judges.attempts import Body
from judging.judges.model_judge import ModelJudge
from judging.judges.question import put
from judging.rubrics import Criterion, RubricVersion
from judging.sessions import Role, Session, Turn
from storage import Project, StoredJudge, StoredVersion, label_tallies

# Of a session of any words: what differs between two versions then differs by the rubric.
ANY = Session("any", (Turn(1, Role.USER, "Where is it?"), Turn(2, Role.ASSISTANT, "There.")))


@dataclass(frozen=True, slots=True)
class Renewal:
    """
    What becomes of a judge's verdicts under an earlier version.

    Attributes:
        carried: The criteria whose requests are the same under both, so that the answers hold.

        stale: The others of the later version: the judge is to be asked about them.

        sessions: How many sessions it has answered under the earlier version.

        left: How many of them it has not yet answered under the later one.

        estimate: What it takes to judge these; None where nobody can be asked.

        reason: Why nobody can be asked; empty where somebody can.
    """

    judge: StoredJudge
    carried: tuple[str, ...]
    stale: tuple[str, ...]
    sessions: int
    left: int
    estimate: Estimate | None
    reason: str = ""

    @property
    def sentence(self) -> str:
        """What holds, what does not, and what the rest costs."""
        name, estimate = self.judge.identity.name, self.estimate
        if estimate is None:
            return f"{name}: {self.reason}"
        sessions = f"{self.left:,} session{'' if self.left == 1 else 's'}"
        if not self.left:
            return f"{name} has answered the later version too: nothing is left to renew."
        if not estimate.calls and not estimate.reused:
            return f"{name} asks no model: {sessions} are judged anew at no cost."
        price = "at a price that is not known" if estimate.cost is None else self._price
        calls = f"{estimate.calls:,} call{'' if estimate.calls == 1 else 's'}"
        if not self.carried:
            return (
                f"{name} asks all criteria at once, or what all of them hang on has changed: "
                f"every verdict is stale, and {sessions} take {calls}, {price}."
            )
        kept = f"{len(self.carried)} of {len(self.carried) + len(self.stale)} criteria carry over"
        return f"{name}: verdicts on {kept}; the rest of {sessions} takes {calls}, {price}."

    @property
    def _price(self) -> str:
        assert self.estimate is not None
        return "at no cost" if not self.estimate.cost else f"about {dollars(self.estimate.cost)}"


@dataclass(frozen=True, slots=True)
class Labels:
    """
    What becomes of people's labels on one criterion.

    Attributes:
        kept: How many units keep their label under the later version.

        stale: How many have one that counts no more, since the meaning has changed.
    """

    criterion: Criterion
    kept: int
    stale: int


@access.needs(Right.RUN)
def of(
    project: Project, first: StoredVersion, second: StoredVersion, judge: StoredJudge
) -> Renewal:
    """
    Tell what of a judge's verdicts under one version holds under another.

    A request that is the same under both was paid for, so its answer is read again. Where one
    call asks all criteria, an edit of any of them makes another request of it.
    """
    judged = project.verdicts.complete(first.id, judge.id)
    nothing = Renewal(judge, (), second.rubric.keys, len(judged), 0, None)
    if judge.identity.provider in red_team.FROM_FILES:
        return replace(nothing, reason="its verdicts came from a file. Bring those anew, too.")
    try:
        asked = judges.rebuilt(judge.identity, project.store.secret())
    except JudgeError as problem:
        return replace(nothing, reason=problem.sentences)
    planned = planning.plan(project, second.rubric.label, asked)
    left = tuple(session for session in planned.left if session in judged)
    estimate = estimating.estimate(project, replace(planned, left=left), asked)
    carried = _carried(asked, first.rubric, second.rubric) if isinstance(asked, ModelJudge) else ()
    stale = tuple(key for key in second.rubric.keys if key not in carried)
    return Renewal(judge, carried, stale, len(judged), len(left), estimate)


@access.needs(Right.RUN)
def of_all(project: Project, first: StoredVersion, second: StoredVersion) -> list[Renewal]:
    """Tell it of every judge that has answered the earlier version."""
    there = project.judges.listed(rubric_version=first.id)
    return [of(project, first, second, judge) for judge in there]


@access.needs(Right.EDIT_RUBRIC)
def labels(project: Project, first: RubricVersion, second: RubricVersion) -> list[Labels]:
    """Tell what becomes of people's labels on every criterion of the later version."""
    settled = label_tallies.settled(project)
    counts = {asked: sum(answers.values()) for asked, answers in settled.items()}
    before = {criterion.key: criterion.meaning for criterion in first.criteria}
    return [
        Labels(
            change.criterion,
            kept=counts.get((key, change.criterion.meaning), 0),
            stale=counts.get((key, before[key]), 0) if change.change is Change.NEW_MEANING else 0,
        )
        for change in rubric_changes.itemised(first, second)
        if change.change is not Change.REMOVED
        for key in (change.criterion.key,)
    ]


def _carried(judge: ModelJudge, first: RubricVersion, second: RubricVersion) -> tuple[str, ...]:
    before = {keys: request for keys, request in _requests(judge, first)}  # noqa: C416
    return tuple(
        key
        for keys, request in _requests(judge, second)
        if before.get(keys) == request
        for key in keys
    )


def _requests(judge: ModelJudge, rubric: RubricVersion) -> Sequence[tuple[tuple[str, ...], Body]]:
    questions = put(judge.questions(rubric), ANY)
    return [(one.keys, judge.request(one, ANY)) for one in questions if one.is_askable(ANY)]
