"""Sending batches, finding them again, waiting for their end, and having them cancelled."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from calibration.runs.batch_keeping import Keeping
from calibration.runs.stopping import Stop
from judging.errors import JudgeError
from judging.judges.attempts import LONGEST_WAIT, MOST, Body, of_one
from judging.judges.message_batches import (
    BatchFailedError,
    BatchJudge,
    MessageBatches,
    SentBatch,
    custom_id,
)
from judging.judges.outcomes import PASSING, Fate, Reply, outcome
from storage import Batch, Batches
from storage.tables.columns import now

# A reply with one of these says for sure that no batch was made of the request.
NOT_MADE = frozenset({*range(400, 500), 503, 529}) - {408}
NO_BATCHES = frozenset({404, 405, 501})
# Between our clock and the service's.
SKEW = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Patience:
    """
    How a batch is waited for, in seconds: it is looked at ever less often.

    Attributes:
        shortest, longest: Between two looks.

        share: Of the time since it was sent, that until the next look.

        unseen: For how long a batch that was perhaps sent may still turn up at the service.

        cancelling: For how long one that is cancelled may take to end.
    """

    shortest: float = 1.0
    longest: float = 300.0
    share: float = 0.1
    unseen: float = 60.0
    cancelling: float = 600.0

    def until_next(self, age: float) -> float:
        """Return the seconds to wait, with a batch that was sent so many seconds ago."""
        return min(max(self.shortest, self.share * age), self.longest)


@dataclass
class Post:
    """
    The way of one run's batches to the service and back.

    Its methods raise `JudgeError` where no batch can be sent, or none of its results be had.
    """

    judge: BatchJudge
    batches: Batches
    keeping: Keeping
    stop: Stop
    patience: Patience = field(default_factory=Patience)
    _failures: int = 0

    def send(self, batch: Batch, requests: Mapping[str, Body]) -> None:
        """Send a batch that is written down; one that may not have arrived is looked for later."""
        try:
            sent = self._service.create(requests)
        except BatchFailedError as error:
            reply = error.reply
        else:
            self._failures = 0
            self.batches.name(batch.id, sent.id)
            return
        self._not_sent(batch, reply)

    def collect(self, batch: Batch) -> bool:
        """Keep what came of a batch that has ended; return whether nothing of it is waited for."""
        try:
            sent = self._found(batch)
            if sent is None:
                return self._forgotten(batch)
            if not sent.has_ended:
                return False
            self.keeping.keep(batch, self._service.results(sent))
        except BatchFailedError as error:
            reply = error.reply
        else:
            return True
        if outcome(reply, ()).fate in PASSING:
            return False
        raise self._withheld(batch, reply)

    def cancel(self, waiting: list[Batch]) -> None:
        """Have the service stop batches, and keep what was answered, which is paid for."""
        for batch in waiting:
            try:
                if batch.service_id:
                    self._service.cancel(batch.service_id)
            except BatchFailedError:
                continue  # how it ends is seen below
        until = time.monotonic() + self.patience.cancelling
        for batch in waiting:
            self._await_end(batch, until)

    @property
    def _service(self) -> MessageBatches:
        return self.judge.batches()

    def _await_end(self, batch: Batch, until: float) -> None:
        """Wait for what comes of a batch that is cancelled; what cannot be had is given up."""
        try:
            while not self.collect(batch):
                if time.monotonic() > until:
                    self.batches.give_up(batch.id)
                    return
                time.sleep(self.patience.shortest)
        except JudgeError:
            self.batches.give_up(batch.id)

    def _found(self, batch: Batch) -> SentBatch | None:
        """Return how a batch stands; None for one that the service does not show."""
        if batch.service_id:
            return self._service.look(batch.service_id)
        found = self._unnamed(batch)
        if found and found.has_ended:
            self.batches.name(batch.id, found.id)
        return found

    def _unnamed(self, batch: Batch) -> SentBatch | None:
        """
        Return the batch that was created, perhaps, when its process was killed.

        Only its results tell whose it is: before its end, any that holds as many requests may be.
        """
        listed = self._service.since(batch.sent_at - SKEW)
        known = self.batches.known([one.id for one in listed])
        wanted = {custom_id(key) for key in self.batches.keys(batch.id)}
        alike = [one for one in listed if one.requests == batch.requests and one.id not in known]
        ended = (one for one in alike if one.has_ended and self._holds(one, wanted))
        running = (one for one in alike if not one.has_ended)
        return next(ended, None) or next(running, None)

    def _holds(self, sent: SentBatch, wanted: set[str]) -> bool:
        """Tell whether a batch that has ended holds these requests; some may be deleted here."""
        names = {one.name for one in self._service.results(sent)} if sent.results else set[str]()
        return bool(wanted) and wanted <= names

    def _forgotten(self, batch: Batch) -> bool:
        """Drop a batch that has not turned up for so long that it was never made."""
        if (now() - batch.sent_at).total_seconds() < self.patience.unseen:
            return False
        self.batches.forget(batch.id)
        return True

    def _not_sent(self, batch: Batch, reply: Reply) -> None:
        """Wait a little where the service is busy, and raise where it will not take the batch."""
        self._failures += 1
        fate = outcome(reply, ()).fate
        if reply.status in NOT_MADE or fate is Fate.UNREACHABLE:
            self.batches.forget(batch.id)
        if fate is not Fate.BUSY:
            raise self._refused(reply)
        wait = reply.retry_after or self.patience.shortest * 2 ** min(self._failures, 8)
        if self._failures == MOST or wait > LONGEST_WAIT:
            raise JudgeError(
                "The service was busy, and took no batch of requests.",
                where=_where(reply),
                fix="Resume the run later: what is answered is kept.",
            )
        self.stop.event.wait(wait)

    def _refused(self, reply: Reply) -> JudgeError:
        """Return why no batch can be sent."""
        objection = self.judge.objection(of_one({}, reply, ()))
        if objection and reply.status not in NO_BATCHES:
            return objection
        return JudgeError(
            f"The service takes no such batch of requests ({reply.error}).",
            where=_where(reply),
            fix="Run it without batches, or name another service in ANTHROPIC_BASE_URL.",
        )

    def _withheld(self, batch: Batch, reply: Reply) -> JudgeError:
        """Return why the results of a batch cannot be had."""
        objection = self.judge.objection(of_one({}, reply, ()))
        if objection and reply.status not in NO_BATCHES:
            return objection
        return JudgeError(
            f"The service does not give out the results of the batch {batch.service_id} "
            f"({reply.error}). It keeps them for 29 days, for the account that sent it.",
            where=_where(reply),
            fix="Use the key and the address with which it was sent, and resume the run; or "
            "cancel the run to give the batch up.",
        )


def _where(reply: Reply) -> str:
    return f"HTTP {reply.status}, request {reply.request_id or 'without an id'}"
