"""One question in the ledger: each of its requests, before it is sent and after."""

from dataclasses import replace
from datetime import UTC, datetime

from calibration.runs import ceiling
from calibration.runs.stopping import StoppedError, Traffic
from calibration.runs.task import Task
from judging.judges.attempts import LONGEST_WAIT, Attempt, Body
from judging.judges.outcomes import PROBLEMS, Fate
from judging.judges.usage import Usage
from storage import Asked, CallStatus, Settled
from storage.ceiling import NoRoomError, Room

TOO_MANY = 429
# Seconds until a request that had no room under the ceiling is tried again.
LOOK = 0.1
STATUSES = {
    Fate.ANSWERED: CallStatus.OK,
    Fate.UNREADABLE: CallStatus.INVALID,
    Fate.TRUNCATED: CallStatus.INVALID,
    Fate.REFUSED: CallStatus.INVALID,
}


class Record:
    """Watches one question: holds each request back until it may be sent and is written down."""

    def __init__(self, task: Task, asked: Asked, traffic: Traffic) -> None:
        self._task, self._asked = task, asked
        self._stop, self._respite = traffic.stop, traffic.respite
        self._call = 0
        self._kept: Body | None = None

    def before(self, number: int, request: Body) -> None:
        """Wait until the request may be sent, and write it down."""
        self._respite.wait(self._stop)
        self._stop.check()
        if not self._task.limit.acquire(self._stop.event):
            raise StoppedError
        attempt = self._asked.attempt + number
        sent = replace(
            self._asked,
            attempt=attempt,
            request=None if request == self._kept else self._task.kept(request),
            most=self._most(request),
        )
        self._call, self._kept = self._begun(sent), request

    def _begun(self, sent: Asked) -> int:
        """Return the call's number once the run's ceiling has room for it."""
        while True:
            try:
                call = self._task.ledger.begin(sent)
            except NoRoomError as objection:
                if objection.room is Room.NONE:
                    self._stop.is_spent = True
                    self._stop.set()
            else:
                if call is None:  # another worker asks this: it was taken for dead, or takes us so
                    raise StoppedError
                return call
            self._stop.event.wait(LOOK)
            self._stop.check()

    def _most(self, request: Body) -> int | None:
        if not self._task.is_limited:
            return None
        model = self._task.judge.identity.model
        most = ceiling.most(self._task.prices, model, request)
        if most is None:  # another process begins here, and has another table of prices
            raise ceiling.unpriced(model)
        return most

    def after(self, number: int, attempt: Attempt) -> None:
        """Write down an attempt that another follows."""
        _ = number
        self._task.ledger.settle(self.settled(attempt))
        asked_for = attempt.reply.retry_after or 0.0
        if attempt.reply.status == TOO_MANY and asked_for <= LONGEST_WAIT:
            self._respite.grant(asked_for)

    def sleep(self, seconds: float) -> None:
        """Wait between attempts, but not beyond the end of the run."""
        self._stop.event.wait(seconds)

    def settled(self, attempt: Attempt, *, is_last: bool = False) -> Settled:
        """Return what is written down of `attempt`, the newest."""
        found = settled(self._task, self._call, attempt)
        problem = PROBLEMS.get(attempt.fate) if is_last else None
        return replace(found, problem=problem, latency_ms=round(1000 * attempt.reply.seconds))


def settled(task: Task, call: int, attempt: Attempt, *, batch: bool = False) -> Settled:
    """Return what is written down of an attempt that did not end its question."""
    usage = Usage.of(attempt.usage) if attempt.usage else None
    model, today = task.judge.identity.model, datetime.now(UTC).date()
    reply = attempt.reply
    return Settled(
        call=call,
        status=STATUSES.get(attempt.fate, CallStatus.ERROR),
        usage=usage,
        cost=task.prices.cost(model, usage, today, batch=batch) if usage else None,
        reply=reply.body,
        request_id=reply.request_id,
        http_status=reply.status,
        error="" if attempt.fate is Fate.ANSWERED else reply.error or attempt.fate,
        latency_ms=None,
    )
