"""Having a model write, within the limit on calls, with every request in a ledger first."""

import threading
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from calibration import settings
from calibration.runs import call_texts
from calibration.runs.record import STATUSES
from calibration.runs.sitting import cache_key
from judging.errors import JudgeError
from judging.judges.attempts import Attempt, Body, Call, replayed
from judging.judges.outcomes import Fate, Reader
from judging.judges.prices import Prices, prices
from judging.judges.reply import Answer
from judging.judges.served import ServedJudge
from judging.judges.usage import Usage
from storage import CallLimit, CallStatus, Project, proposal_calls
from storage.proposal_calls import Ended, NewCall, ProposalCalls


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote, as its reader read it, and the number of the request."""

    answer: Answer
    call: int


def written(
    project: Project,
    judge: ServedJudge,
    request: Body,
    new: NewCall,
    reads: Reader,
    *,
    sample: int,
) -> Written:
    """
    Send a request, unless an equal one was answered: nothing is paid twice.

    Args:
        project: Whose ledger it is written into.

        judge: Whose model is asked.

        request: As `judge.request_of` made it.

        new: What stands in the ledger; its key and request are filled in here.

        reads: Finds the answer in a reply.

        sample: The how-manyeth answer to the same request is wanted.

    Raises:
        JudgeError: If the model cannot be asked, or gave no answer that can be read.
    """
    ledger = proposal_calls.of(project)
    key = cache_key(request, sample)
    if paid := ledger.reusable(key):
        before = replayed(request, paid.reply, (), reads)
        if before.answer:
            return Written(before.answer, paid.call)
    limit = CallLimit(project.store.url, settings.calls_per_minute())
    watch = _Watch(ledger, limit, judge.identity.model, replace(new, cache_key=key))
    try:
        call = judge.send(request, watch, reads)
    finally:
        limit.close()
        judge.close()
    watch.settle(call.last)
    if call.answer is None:
        raise judge.objection(call) or _unanswered(judge, call)
    return Written(call.answer, watch.number)


@dataclass
class _Watch:
    """Lets a request go once the limit has room for it, and writes down what becomes of it."""

    ledger: ProposalCalls
    limit: CallLimit
    model: str
    new: NewCall
    number: int = 0
    prices: Prices = field(default_factory=prices)
    never: threading.Event = field(default_factory=threading.Event)

    def before(self, number: int, request: Body) -> None:
        _ = number
        self.limit.acquire(self.never)
        kept = call_texts.written()(request)
        self.number = self.ledger.begin(replace(self.new, request=dict(kept) if kept else None))

    def after(self, number: int, attempt: Attempt) -> None:
        _ = number
        self.settle(attempt)

    def sleep(self, seconds: float) -> None:
        self.never.wait(seconds)

    def settle(self, attempt: Attempt) -> None:
        reply, usage = attempt.reply, Usage.of(attempt.usage) if attempt.usage else None
        today = datetime.now(UTC).date()
        ended = Ended(
            status=STATUSES.get(attempt.fate, CallStatus.ERROR),
            reply=reply.body,
            usage=usage,
            cost=self.prices.cost(self.model, usage, today) if usage else None,
            http_status=reply.status,
            request_id=reply.request_id,
            error="" if attempt.fate is Fate.ANSWERED else reply.error or str(attempt.fate),
        )
        self.ledger.settle(self.number, ended)


def _unanswered(judge: ServedJudge, call: Call) -> JudgeError:
    return JudgeError(
        f"{judge.identity.name} gave no proposal that can be used: {call.last.fate}.",
        where=f"HTTP {call.last.reply.status}" if call.last.reply.status else "",
        fix="Try again, name another model, or write the text by hand on the page Revise.",
    )
