"""The ceiling of what a run may cost: what a request can come to, and what is said at the end."""

import json
from datetime import UTC, datetime

from calibration.runs.money import dollars
from judging.errors import JudgeError
from judging.judges import JudgeIdentity
from judging.judges.attempts import ROOMS, Body
from judging.judges.estimate import most_tokens
from judging.judges.prices import Prices, prices
from judging.judges.usage import Usage
from storage import Project, RunStatus

# While what is on its way is waited for; then the sums are known.
REACHED = "The cost ceiling is reached."


def objection(judge: JudgeIdentity, max_cost: int | None) -> JudgeError | None:
    """
    Return why a run of `judge` cannot have this ceiling, or none: nobody could tell when to stop.

    A judge that asks no model has no costs to stop at.
    """
    if max_cost is None or not judge.model or most(prices(), judge.model, {}) is not None:
        return None
    return unpriced(judge.model)


def check(judge: JudgeIdentity, max_cost: int | None) -> None:
    """
    Let a run of `judge` have this ceiling, or none.

    Raises:
        JudgeError: If there is an objection.
    """
    if found := objection(judge, max_cost):
        raise found


def unpriced(model: str) -> JudgeError:
    """Return the error that says that a model's price is not known."""
    return JudgeError(
        f"The price of {model} is not known, so that a cost ceiling cannot be kept.",
        where="JUDGE_PRICES",
        fix="Write what it costs into a file of prices and name that in JUDGE_PRICES "
        "(docs/operations.md says how), or leave the ceiling out.",
    )


def most(known: Prices, model: str, request: Body, *, batch: bool = False) -> int | None:
    """
    Return what a request can cost at most, in micro-dollars; None without a price.

    All that it holds is counted, in the form in which it is sent, and taken to be put into the
    cache where that is dearer; the answer is taken to fill all the room that it has.
    """
    prompt = most_tokens(json.dumps(request, ensure_ascii=False))
    room = max((request[name] for name in ROOMS if name in request), default=0)
    today = datetime.now(UTC).date()
    plain = known.cost(model, Usage(input=prompt, output=room), today, batch=batch)
    kept = known.cost(model, Usage(cache_write=prompt, output=room), today, batch=batch)
    return None if plain is None or kept is None else max(plain, kept)


def reason(project: Project, run: int) -> str:
    """Return why a run is about to be paused by itself; empty where it is not."""
    if project.runs.work(run).max_cost is None:
        return ""
    line = project.runs.get(run)
    if line.status is not RunStatus.PAUSING or line.reason != REACHED:
        return ""
    return (
        f"The cost ceiling of {dollars(line.max_cost)} has no room for another request: "
        f"{dollars(line.cost)} spent, "
        f"{line.left:,} units left."
    )
