"""One session before a judge that is asked in batches: what is known, and what is to be asked."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from threading import Semaphore

from calibration.runs.sitting import SUMMARY, Sitting
from calibration.runs.stopping import Traffic
from calibration.runs.task import Task
from judging.judges.accounts import Accounts
from judging.judges.attempts import Body, Call, of_one, roomier
from judging.judges.batch_results import CANCELED
from judging.judges.outcomes import REPAIRABLE, Fate, Reply
from judging.judges.question import Question
from judging.ratings import Problem
from judging.sessions import Session
from storage import UNSENT, Asked, Batches, CallStatus, Past, Place

OK = 200
History = Mapping[Place, Sequence[Past]]


class UnansweredError(Exception):
    """A question waits for a batch, or for another question's answer."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request that is to be sent."""

    asked: Asked
    body: Body


@dataclass(frozen=True, slots=True)
class Tries:
    """What a question has come to since it was last given up, of what was sent in batches."""

    past: tuple[Past, ...] = ()

    @classmethod
    def of(cls, past: Sequence[Past]) -> "Tries":
        """Return the tries at the end of `past` that ended in nothing."""
        return cls(tuple(takewhile(lambda one: one.problem is None, reversed(past))))

    @property
    def unreadable(self) -> int:
        """How many came back in no due form."""
        return sum(one.error in REPAIRABLE for one in self.past)

    @property
    def failed(self) -> int:
        """How many the service did not get done; what was cancelled is no failure of its."""
        return sum(
            one.status is CallStatus.ERROR and one.error not in {*REPAIRABLE, CANCELED, UNSENT}
            for one in self.past
        )

    @property
    def is_cut_off(self) -> bool:
        """Whether an answer did not have room."""
        return any(one.error == Fate.TRUNCATED for one in self.past)


class BatchSitting(Sitting):
    """
    One judge over one session, whose answers come in batches.

    Nothing is remembered between two looks: the ledger has it all, whoever looks.
    """

    def __init__(
        self,
        task: Task,
        session: Session,
        samples: Sequence[int],
        history: History,
        epoch: int,
        batches: Batches,
    ) -> None:
        super().__init__(task, session, samples, {}, Traffic(Semaphore()))
        self._history, self._epoch, self._batches = history, epoch, batches
        self._wanted: dict[Place, Wanted] = {}

    def look(self) -> list[Wanted] | None:
        """
        Write down the verdicts if all that they rest on is answered, else say what is to be sent.

        Returns:
            None once the verdicts are written.
        """
        if sum(self._unanswered(sample) for sample in self._samples):
            return list(self._wanted.values())
        self._accounts = Accounts(self._session, self._answer)
        self.hold()
        return None

    def _unanswered(self, sample: int) -> int:
        """Count the questions that wait, and want what answers them."""
        count = 0
        for question in self._put(sample):
            if not question.is_askable(self._session):
                continue
            try:
                self._accounts.put(question)
            except UnansweredError:
                self._want_all_parts(question)
                count += 1
        return count

    def _want_all_parts(self, question: Question) -> None:
        """Want what a question rests on, all at once: one after the other takes a batch each."""
        for part in question.of_parts(self._session):
            with suppress(UnansweredError):
                self._answer(part)

    def _sent(self, question: Question, request: Body, key: str) -> Call:
        """Return how the question ended; else put it among those that are to be sent."""
        asked = self._asked(question, key)
        place = (asked.session, asked.turn, asked.criterion, asked.sample)
        past = self._history.get(place, ())
        if past and self._has_ended(past[-1]):
            self._came_of(past[-1].call, question)
            return self._ended(past[-1], request, question.keys)
        body = roomier(request) if Tries.of(past).is_cut_off else request
        attempt = past[-1].attempt + 1 if past else 1
        sent = replace(asked, attempt=attempt, request=self._task.kept(body))
        self._wanted[place] = Wanted(sent, body)
        raise UnansweredError

    def _has_ended(self, last: Past) -> bool:
        """Tell whether a question is over; one that was put off is asked again on resuming."""
        if last.problem is Problem.DEFERRED:
            return last.epoch == self._epoch
        return last.problem is not None

    def _ended(self, last: Past, request: Body, keys: tuple[str, ...]) -> Call:
        """Return the call that ended without an answer, read anew; its text may be forgotten."""
        body = self._batches.reply(last.call)
        if last.http_status != OK:
            return of_one(request, Reply(last.http_status, body, last.error), keys)
        call = of_one(request, Reply(OK, body), keys)
        attempt = replace(call.last, fate=Fate(last.error))
        return replace(call, attempts=(attempt,), answer=None)


def asked_keys(name: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    """
    Return the criteria that a call asked.

    Args:
        name: What it goes by in the ledger; see `Sitting`.

        keys: All of the rubric's.
    """
    if not name:
        return keys
    if name.startswith(SUMMARY.format("")[:-1]):
        return ()
    return tuple(one for one in name.split(",") if not one.startswith("("))
