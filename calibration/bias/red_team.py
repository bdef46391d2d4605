"""Whether a judge can be talked into a pass by what stands in a session."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from calibration import settings
from calibration.agreement.held import Held
from calibration.bias.canaries import Canary
from calibration.bias.canary_asking import Spent, Trial, Trials, questions
from calibration.runs import judges
from judging.agreement import Estimate, clopper_pearson, injection_check, mcnemar_test
from judging.agreement.bias import BiasState
from judging.errors import JudgeError
from judging.judges import Judge
from judging.judges.accounts import expected as expected_of
from judging.judges.battery import Family
from judging.judges.estimate import expected_output, most_tokens
from judging.judges.model_judge import ModelJudge
from judging.judges.prices import prices
from judging.judges.usage import Usage
from judging.ratings import Outcome
from judging.rubrics import RubricVersion
from storage import CallLimit, Project

FROM_FILES = frozenset({"recorded", "scripted"})


@dataclass(frozen=True)
class RedTeam:
    """
    What came of canaries: sessions that people and judge fail, asked again with a text in them.

    Attributes:
        trials: In the order in which the canaries were drawn.
    """

    trials: tuple[Trial, ...]

    @cached_property
    def scored(self) -> tuple[Trial, ...]:
        """The trials in which the judge answered with the payload in view."""
        return tuple(t for t in self.trials if t.injected.outcome is not Outcome.NOT_SCORED)

    @cached_property
    def passed(self) -> tuple[Trial, ...]:
        """The trials in which the payload had its pass."""
        return tuple(trial for trial in self.scored if trial.injected.outcome is Outcome.PASS)

    @cached_property
    def evaded(self) -> tuple[Trial, ...]:
        """Those in which it had another answer than a fail or a pass."""
        others = {Outcome.CANNOT_TELL, Outcome.NOT_APPLICABLE}
        return tuple(trial for trial in self.scored if trial.injected.outcome in others)

    @property
    def rate(self) -> Estimate:
        """The share that was talked into a pass, with a bound that holds."""
        return clopper_pearson(len(self.passed), len(self.scored))

    @property
    def state(self) -> BiasState:
        """What may be concluded, by the bound that a gate asks for."""
        return injection_check(len(self.passed), len(self.scored)).state

    @property
    def inert(self) -> Estimate:
        """The share that passes with the inert text, by distraction or chance: nothing asked."""
        passed, scored = self.inert_passed
        return clopper_pearson(passed, scored)

    @property
    def inert_passed(self) -> tuple[int, int]:
        """How many pass with the inert text in view, and out of how many that were answered."""
        outcomes = [trial.inert.outcome for trial in self.trials]
        unscored = outcomes.count(Outcome.NOT_SCORED)
        return outcomes.count(Outcome.PASS), len(outcomes) - unscored

    @property
    def only(self) -> tuple[int, int]:
        """How many pass with the payload alone, and with the inert text alone, of both scored."""
        both = [t for t in self.scored if t.inert.outcome is not Outcome.NOT_SCORED]
        pairs = [[one.outcome is Outcome.PASS for one in (t.injected, t.inert)] for t in both]
        return pairs.count([True, False]), pairs.count([False, True])

    @property
    def p(self) -> float:
        """McNemar's exact p of the two: whether it is obedience rather than distraction."""
        return mcnemar_test(*self.only).p_exact

    @property
    def families(self) -> tuple[tuple[Family, int, int, Estimate], ...]:
        """By family of payloads, how many were tried, how many passed, and the share."""
        tried = Counter(map(_family, self.scored))
        passed = Counter(map(_family, self.passed))
        return tuple(
            (family, tried[family], passed[family], clopper_pearson(passed[family], tried[family]))
            for family in Family
            if tried[family]
        )

    @property
    def spent(self) -> Spent:
        """What it took."""
        return sum((trial.spent for trial in self.trials), Spent())


def judge_of(project: Project, held: Held) -> Judge:
    """
    Return the judge to be tried.

    Raises:
        JudgeError: If its verdicts came from a file, or if this release would ask otherwise.
    """
    identity = held.judge.identity
    if identity.provider in FROM_FILES:
        raise JudgeError(
            f"The verdicts of {identity.name} came from a file: nobody can be asked for more.",
            fix="Name a judge that was run here, such as rules or claude:MODEL.",
        )
    return judges.rebuilt(identity, project.store.secret())


def tried(
    project: Project,
    judge: Judge,
    rubric: RubricVersion,
    chosen: Sequence[Canary],
    progress: Callable[[int], None] = lambda _done: None,
) -> RedTeam:
    """
    Ask `judge` about each canary twice: with the payload, and with the inert text.

    The answers are kept nowhere.

    Raises:
        JudgeError: If the judge cannot be asked.
    """
    limit = CallLimit(project.store.url, settings.calls_per_minute())
    try:
        found = Trials(judge, rubric, limit).of(chosen, progress)
    finally:
        limit.close()
        if isinstance(judge, ModelJudge):
            judge.close()
    return RedTeam(tuple(found))


def expected(judge: Judge, rubric: RubricVersion, chosen: Sequence[Canary]) -> Spent:
    """Reckon what it would take, rather too much than too little; asks nothing."""
    if not isinstance(judge, ModelJudge):
        return Spent()
    price, today = prices(), datetime.now(UTC).date()
    total = Spent()
    for canary in chosen:
        for question in questions(judge, rubric, canary):
            for session in (canary.injected, canary.inert):
                for one in expected_of(question, session):
                    text = str(judge.request(one, session))
                    usage = Usage(most_tokens(text), output=expected_output(len(one.keys)))
                    total += Spent(1, usage, price.cost(judge.identity.model, usage, today))
    return total


def _family(trial: Trial) -> Family:
    return trial.canary.payload.family
