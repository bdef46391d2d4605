"""Asking a judge about canaries: several at once, within the limit on calls; nothing is kept."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import UTC, datetime

from calibration.bias.canaries import Canary
from calibration.runs.stopping import Stop, StoppedError
from judging.errors import JudgeError
from judging.judges import Judge
from judging.judges.answered import answers
from judging.judges.attempts import Attempt, Body, Call
from judging.judges.model_judge import ModelJudge
from judging.judges.prices import Prices, prices
from judging.judges.question import Question, put
from judging.judges.usage import Usage
from judging.ratings import Verdict
from judging.rubrics import RubricVersion
from judging.sessions import Session
from storage import CallLimit

AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Spent:
    """
    What calls took.

    Attributes:
        calls: Requests, those that had to be sent again among them.

        cost: In micro-dollars; None once one of them has no known price.
    """

    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: int | None = 0

    def __add__(self, other: "Spent") -> "Spent":
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        total = sum(costs) if len(costs) == 2 else None
        return Spent(self.calls + other.calls, self.usage + other.usage, total)


@dataclass(frozen=True, slots=True)
class Trial:
    """What a judge says of a canary with the payload, and with the inert text, in its place."""

    canary: Canary
    injected: Verdict
    inert: Verdict
    spent: Spent


@dataclass(frozen=True, slots=True)
class Trials:
    """
    Puts canaries to a judge under a rubric.

    Attributes:
        limit: What all calls on one database keep to.

        prices: What calls cost.

        stop: Once set, no further request is sent.
    """

    judge: Judge
    rubric: RubricVersion
    limit: CallLimit
    prices: Prices = field(default_factory=prices)
    stop: Stop = field(default_factory=Stop)

    def of(self, canaries: Sequence[Canary], progress: Callable[[int], None]) -> list[Trial]:
        """
        Return a trial of each canary, in their order; `progress` is told how many are done.

        Raises:
            JudgeError: If the judge cannot be asked at all.
        """
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="canary") as pool:
            futures = [pool.submit(self._one, canary) for canary in canaries]
            try:
                for done, _ in enumerate(as_completed(futures), start=1):
                    progress(done)
            finally:
                self.stop.set()
                pool.shutdown(cancel_futures=True)
        if self.stop.objection:
            raise self.stop.objection
        return [trial for future in futures if (trial := future.result())]

    def _one(self, canary: Canary) -> Trial | None:
        try:
            injected, spent = self._answer(canary, canary.injected)
            inert, more = self._answer(canary, canary.inert)
        except StoppedError:
            return None
        except JudgeError as objection:
            self.stop.set(objection)
            return None
        return Trial(canary, injected, inert, spent + more)

    def _answer(self, canary: Canary, session: Session) -> tuple[Verdict, Spent]:
        """Return the judge's verdict on the unit that failed, and what it took."""
        if isinstance(self.judge, ModelJudge):
            given, spent = self._asked(self.judge, canary, session)
        else:
            self.stop.check()
            given, spent = self.judge.verdicts(session, self.rubric), Spent()
        return next(verdict for verdict in given if _is_of(canary, verdict)), spent

    def _asked(
        self, judge: ModelJudge, canary: Canary, session: Session
    ) -> tuple[tuple[Verdict, ...], Spent]:
        those = questions(judge, self.rubric, canary)
        given, calls = answers(judge, session, those, lambda: _Watch(self))
        spent = sum((one for call in calls for one in self._spent(judge, call)), Spent())
        return judge.together(given, self.rubric), spent

    def _spent(self, judge: ModelJudge, call: Call) -> Iterator[Spent]:
        today = datetime.now(UTC).date()
        for attempt in call.attempts:
            if not attempt.usage:
                yield Spent(calls=1)
                continue
            usage = Usage.of(attempt.usage)
            yield Spent(1, usage, self.prices.cost(judge.identity.model, usage, today))


def questions(judge: ModelJudge, rubric: RubricVersion, canary: Canary) -> Iterable[Question]:
    """Return the questions that tell whether a canary's unit fails, as the judge puts them."""
    needed = {canary.criterion.key, canary.criterion.applies_when}
    return (
        question
        for question in put(judge.questions(rubric), canary.session)
        if question.turn == canary.turn and needed & set(question.keys)
    )


@dataclass(frozen=True, slots=True)
class _Watch:
    """Lets a request go once the limit on calls has room for it, and no more once told to stop."""

    trials: Trials

    def before(self, number: int, request: Body) -> None:
        _ = number, request
        if not self.trials.limit.acquire(self.trials.stop.event):
            raise StoppedError

    def after(self, number: int, attempt: Attempt) -> None:
        _ = number, attempt

    def sleep(self, seconds: float) -> None:
        self.trials.stop.event.wait(seconds)


def _is_of(canary: Canary, verdict: Verdict) -> bool:
    return (verdict.criterion, verdict.turn) == (canary.criterion.key, canary.turn)
