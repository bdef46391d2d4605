"""What a run would take: calls, tokens, money."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from calibration.runs import kept_accounts
from calibration.runs.planning import RunPlan
from calibration.runs.sitting import cache_key
from calibration.visitors import access
from calibration.visitors.access import Right
from judging.judges import Judge
from judging.judges.accounts import Part, longest, place
from judging.judges.estimate import expected_output
from judging.judges.model_judge import ModelJudge
from judging.judges.prices import prices
from judging.judges.prompt_cache import PromptCache
from judging.judges.question import Question, again, put
from judging.judges.shortening import Account
from judging.judges.usage import Usage
from judging.sessions import Session
from storage import Project

LOOKED_AT = 40


@dataclass(frozen=True, slots=True)
class Estimate:
    """
    What a run is expected to take, rather too much than too little: no cache is counted on.

    Attributes:
        calls: The requests, if each is answered at once; not those that were paid for before.

        cost: In micro-dollars; None where the model's price is not known.

        looked_at: How many of the sessions it was reckoned from, spread over all.

        cached: What it costs where the service keeps all that the requests mark; None where they
            mark nothing, or the price is not known.

        batch: What the same requests cost in batches, without a cache; None where no price of
            that is known.

        reused: The requests beside them that were answered before, by another run or under
            another version of the rubric, and are not sent.
    """

    calls: int
    usage: Usage
    cost: int | None
    looked_at: int
    cached: int | None = 0
    batch: int | None = 0
    reused: int = 0

    def in_batches(self) -> "Estimate":
        """Return what the same takes in batches; at the usual price, where no other is known."""
        return self if self.batch is None else replace(self, cost=self.batch)


@dataclass(frozen=True, slots=True)
class _Reckoned:
    """One request: what it takes without a cache, and with one; nothing if it was answered."""

    plain: Usage
    cached: Usage


REUSED = _Reckoned(Usage(), Usage())


@access.needs(Right.RUN)
def estimate(project: Project, planned: RunPlan, judge: Judge) -> Estimate:
    """Reckon what is left of a plan from some of its sessions."""
    if not isinstance(judge, ModelJudge):
        return Estimate(0, Usage(), 0, 0)
    some = _spread(planned.left)
    cache = PromptCache()
    every = list(_reckoned(project, planned, judge, some, cache))
    found = [one for one in every if one is not REUSED]
    share = len(planned.left) / len(some) if some else 0
    usages = [one.plain for one in found]
    total, model = sum(usages, Usage()), judge.identity.model
    cost = _cost(model, usages, share)
    batch = _cost(model, usages, share, batch=True)
    kept = [one.cached for one in found]
    return Estimate(
        calls=round(share * len(usages)),
        usage=Usage(input=round(share * total.input), output=round(share * total.output)),
        cost=cost,
        looked_at=len(some),
        cached=_cost(model, kept, share) if cache.is_asked or not kept else None,
        # A table that says nothing of batches takes them to cost the same, and that is no news.
        batch=None if cost and batch == cost else batch,
        reused=round(share * (len(every) - len(found))),
    )


def _cost(model: str, usages: Iterable[Usage], share: float, *, batch: bool = False) -> int | None:
    """Return what requests cost, scaled up to all; None where one has no known price."""
    price, today = prices(), datetime.now(UTC).date()
    costs = [price.cost(model, usage, today, batch=batch) for usage in usages]
    known = [cost for cost in costs if cost is not None]
    return round(share * sum(known)) if len(known) == len(costs) else None


def _reckoned(
    project: Project,
    planned: RunPlan,
    judge: ModelJudge,
    some: Sequence[int],
    cache: PromptCache,
) -> Iterator[_Reckoned]:
    """Yield what each request about `some` sessions is expected to take, if it is sent."""
    once = judge.questions(planned.version.rubric.at(planned.only))
    questions = [one for n in range(planned.runs) for one in again(once, n + 1)]
    for session in project.sessions.whole(some):
        for question in _askable(project, judge, questions, session):
            request = judge.request(question, session)
            if project.ledger.reusable(cache_key(request, question.sample)):
                yield REUSED
            else:
                cached = cache.usage(request, expected_output(len(question.keys)))
                yield _Reckoned(Usage(input=cached.prompt, output=cached.output), cached)


def _askable(
    project: Project, judge: ModelJudge, questions: Iterable[Question], session: Session
) -> Iterator[Question]:
    """Yield what may be asked of a session; before what rests on parts, those, each once."""
    known: dict[Part, Account] = {}
    for question in put(questions, session):
        if not question.is_askable(session):
            continue
        parts = question.of_parts(session)
        for part in parts:
            if place(part) not in known:
                yield part
                kept = kept_accounts.of(project, judge, part, session)
                known[place(part)] = kept or longest(part)
        yield replace(question, accounts=tuple(known[place(part)] for part in parts))


def _spread(sessions: Sequence[int]) -> list[int]:
    """Return so many of `sessions`, evenly spread."""
    step = max(1, len(sessions) / LOOKED_AT)
    return [sessions[int(n * step)] for n in range(min(LOOKED_AT, len(sessions)))]
