"""Keeping what comes of a batch: each result read and written down as a reply of its own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from calibration.runs.batch_sitting import History, Tries, asked_keys
from calibration.runs.record import settled
from calibration.runs.task import Task
from judging.errors import JudgeError
from judging.judges.attempts import Call, of_one
from judging.judges.batch_results import CANCELED, EXPIRED, MISSING, Result
from judging.judges.message_batches import custom_id
from judging.judges.outcomes import PROBLEMS, REPAIRABLE, Fate, Reply
from judging.ratings import Problem
from storage import Batch, Batches, Pending, Settled

AT_ONCE = 200
UNPAID = frozenset({CANCELED, EXPIRED})
REFUSED = 400


@dataclass(slots=True)
class Keeping:
    """
    Writes down what came of the batches of one run.

    Attributes:
        canceled: How many requests somebody had the service cancel.

        objection: Why no request of the judge can be answered, if a result says so.
    """

    task: Task
    batches: Batches
    canceled: int = 0
    objection: JudgeError | None = None

    def keep(self, batch: Batch, results: Iterable[Result]) -> None:
        """
        Write down each result, whichever was written before; then the batch is over.

        What the results do not name has no answer. One that is named twice is read once.
        """
        pending = {custom_id(one.cache_key): one for one in self.batches.pending(batch.id)}
        sessions = sorted({one.place[0] for one in pending.values()})
        history = self.batches.past(batch.run, sessions)
        read: list[Settled] = []
        for result in results:
            if found := pending.pop(result.name, None):
                read.append(self._settled(found, result.reply, history))
            if len(read) == AT_ONCE:
                self.task.ledger.settle(*read)
                read = []
        read += [self._settled(one, Reply(0, error=MISSING), history) for one in pending.values()]
        self._write(read)
        self.batches.end(batch.id)

    def _write(self, read: Sequence[Settled]) -> None:
        for start in range(0, len(read), AT_ONCE):
            self.task.ledger.settle(*read[start : start + AT_ONCE])

    def _settled(self, one: Pending, reply: Reply, history: History) -> Settled:
        keys = asked_keys(one.place[2], self.task.rubric.keys)
        call = of_one({}, reply, keys)
        self._notice(call)
        return replace(
            settled(self.task, one.call, call.last, batch=True),
            problem=_problem(call.last.fate, reply, Tries.of(history[one.place])),
            is_free=reply.error in UNPAID or reply.status >= REFUSED,
        )

    def _notice(self, call: Call) -> None:
        self.canceled += call.last.reply.error == CANCELED
        self.objection = self.objection or self.task.judge.objection(call)


def _problem(fate: Fate, reply: Reply, before: Tries) -> Problem | None:
    """Return what a question ends in; None where it is answered, or to be asked again."""
    if fate in REPAIRABLE:
        return PROBLEMS[fate] if before.unreadable else None
    if fate is Fate.BUSY:
        is_over = before.failed and reply.error != CANCELED
        return PROBLEMS[fate] if is_over else None
    return PROBLEMS.get(fate)
