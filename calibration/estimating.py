"""What a run would take: calls, tokens, money."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from calibration.planning import RunPlan
from calibration.sitting import cache_key
from judging.judges import Judge
from judging.judges.attempts import Body
from judging.judges.estimate import expected_output, most_tokens
from judging.judges.model_judge import ModelJudge
from judging.judges.prices import prices
from judging.judges.request import put
from judging.judges.usage import Usage
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
    """

    calls: int
    usage: Usage
    cost: int | None
    looked_at: int


def estimate(project: Project, planned: RunPlan, judge: Judge) -> Estimate:
    """Reckon what is left of a plan from some of its sessions."""
    if not isinstance(judge, ModelJudge):
        return Estimate(0, Usage(), 0, 0)
    price, today = prices(), datetime.now(UTC).date()
    some = _spread(planned.left)
    usages = list(_usages(project, planned, judge, some))
    costs = [price.cost(judge.identity.model, usage, today) for usage in usages]
    known = [cost for cost in costs if cost is not None]
    share = len(planned.left) / len(some) if some else 0
    total = sum(usages, Usage())
    return Estimate(
        calls=round(share * len(usages)),
        usage=Usage(input=round(share * total.input), output=round(share * total.output)),
        cost=round(share * sum(known)) if len(known) == len(costs) else None,
        looked_at=len(some),
    )


def _usages(
    project: Project, planned: RunPlan, judge: ModelJudge, some: Sequence[int]
) -> Iterator[Usage]:
    """Yield what each request about `some` sessions is expected to take, if it is to be sent."""
    questions = judge.questions(planned.version.rubric)
    for session in project.sessions.whole(some):
        askable = (one for one in put(questions, session) if one.is_askable(session))
        for question in askable:
            request = judge.request(question, session)
            if not project.ledger.reusable(cache_key(request)):
                output = expected_output(len(question.keys))
                yield Usage(input=most_tokens(_text(request)), output=output)


def _spread(sessions: Sequence[int]) -> list[int]:
    """Return so many of `sessions`, evenly spread."""
    step = max(1, len(sessions) / LOOKED_AT)
    return [sessions[int(n * step)] for n in range(min(LOOKED_AT, len(sessions)))]


def _text(request: Body) -> str:
    """Return all that a model reads of a request."""
    contents = [request.get("system", []), *(one["content"] for one in request["messages"])]
    return "\n".join(text for content in contents for text in _texts(content))


def _texts(content: str | Sequence[Mapping[str, str]]) -> list[str]:
    """Return the texts of a content, which is one text or blocks of them."""
    return [content] if isinstance(content, str) else [block["text"] for block in content]
