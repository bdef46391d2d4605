"""Asking a model judge in batches: rounds of sending what is wanted and waiting for all of it."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.runs import ceiling
from calibration.runs.batch_keeping import Keeping
from calibration.runs.batch_post import Patience, Post
from calibration.runs.batch_sitting import BatchSitting, History, Wanted
from calibration.runs.stopping import Stop, StoppedError
from calibration.runs.task import Task
from judging.errors import JudgeError
from judging.judges.attempts import Body
from judging.judges.message_batches import MOST_BYTES, MOST_REQUESTS, BatchJudge, custom_id, size
from judging.sessions import Session
from storage import Asked, Batch, Project, RunStatus, Work
from storage.tables.columns import now

LOOKED_AT = 200


@dataclass(slots=True)
class Parcel:
    """Requests that are to be sent together."""

    asked: list[Asked] = field(default_factory=list)
    bodies: dict[str, Body] = field(default_factory=dict)
    bytes: int = 0

    def has_room(self, wanted: Wanted) -> bool:
        """Tell whether one more fits."""
        fits = self.bytes + size(wanted.body) <= MOST_BYTES or not self.asked
        return fits and len(self.asked) < MOST_REQUESTS

    def add(self, wanted: Wanted) -> None:
        """Put one more in."""
        self.asked.append(wanted.asked)
        self.bodies[custom_id(wanted.asked.cache_key)] = wanted.body
        self.bytes += size(wanted.body)


class BatchAsking:
    """
    Asks a model judge about sessions in batches, and keeps what comes back.

    Its memory is the ledger: whoever does a run's work, after a kill or a pause too, finds the
    batches that were sent, and sends what no batch holds.
    """

    def __init__(self, project: Project, work: Work, task: Task, patience: Patience) -> None:
        if not isinstance(task.judge, BatchJudge):
            raise TypeError("Only a judge whose service takes batches can be asked in them.")
        self._project, self._work, self._task = project, work, task
        self._patience = patience
        self._keeping = Keeping(task, project.batches)
        self.stop = Stop()
        self._post = Post(task.judge, project.batches, self._keeping, self.stop, self._patience)
        self._due: Mapping[int, Sequence[int]] = {}
        self._sent: set[str] = set()
        self._is_full = False

    def close(self) -> None:
        """Send and look for nothing more; what the service has in hand stays there."""
        self.stop.set()
        self._task.judge.close()

    def judge(self, due: Mapping[int, Sequence[int]]) -> None:
        """
        Have the judge answer for sessions, until all is kept or the run is told to stop.

        One that is cancelled has its batches cancelled, and what they cost kept.

        Args:
            due: Which samples to ask for, by session.

        Raises:
            JudgeError: If no batch can be sent, or no result be had.
        """
        self._due, left = due, list(due)
        try:
            while left and not self._is_cancelled():
                self._await_all()
                left = self._round(left)
        except StoppedError:
            pass
        except JudgeError:
            self._judge_answered(left)
            raise
        if self._is_cancelled():
            self._post.cancel(self._open())
            self._judge_answered(left)

    def _is_cancelled(self) -> bool:
        return self._project.runs.status(self._work.run) is RunStatus.CANCELLING

    def _judge_answered(self, left: Sequence[int]) -> None:
        """Judge what is answered although nothing more is sent: it is paid for."""
        for _ in self._looked_at(left):
            pass

    def _open(self) -> list[Batch]:
        return self._project.batches.open(self._work.run)

    def _await_all(self) -> None:
        """Return once all that was sent has been answered, and is kept."""
        due: dict[int, float] = {}
        while waiting := self._open():
            for batch in waiting:
                self.stop.check()
                if due.get(batch.id, 0.0) > time.monotonic():
                    continue
                if not self._post.collect(batch):
                    age = (now() - batch.sent_at).total_seconds()
                    due[batch.id] = time.monotonic() + self._patience.until_next(age)
            next_look = min((due.get(batch.id, 0.0) for batch in waiting), default=0.0)
            self.stop.event.wait(max(0.0, next_look - time.monotonic()))
        self.stop.check()
        self._object()

    def _object(self) -> None:
        """Raise what the results had against going on."""
        if self._keeping.objection:
            raise self._keeping.objection
        if self._keeping.canceled:
            raise JudgeError(
                f"{self._keeping.canceled:,} requests of a batch were cancelled at the service.",
                fix="Resume the run to have them sent again.",
            )

    def _round(self, left: Sequence[int]) -> list[int]:
        """Judge what is answered, send what is wanted, and return the sessions that wait for it."""
        self._sent, self._is_full = set(), False
        waiting: list[int] = []
        parcel = Parcel()
        for session, wanted in self._looked_at(left):
            self.stop.check()
            if wanted is None:
                continue
            waiting.append(session)
            for one in wanted:
                if one.asked.cache_key in self._sent:
                    continue  # an equal one waits for the same answer
                if not parcel.has_room(one):
                    self._send(parcel)
                    parcel = Parcel()
                parcel.add(one)
                self._sent.add(one.asked.cache_key)
        self._send(parcel)
        if self._is_full and not self._open():
            self.stop.is_spent = True
            self.stop.set()
        return waiting

    def _looked_at(self, left: Sequence[int]) -> Iterator[tuple[int, list[Wanted] | None]]:
        """Judge what is answered, and yield each session with what is to be sent for it, if any."""
        for start in range(0, len(left), LOOKED_AT):
            some = left[start : start + LOOKED_AT]
            history = self._project.batches.past(self._work.run, some)
            for session in self._project.sessions.whole(some):
                assert session.id is not None
                yield session.id, self._sitting(session, history).look()

    def _sitting(self, session: Session, history: History) -> BatchSitting:
        assert session.id is not None
        samples, epoch = self._due[session.id], self._work.epoch
        return BatchSitting(self._task, session, samples, history, epoch, self._project.batches)

    def _send(self, parcel: Parcel) -> None:
        """Write a batch down and send it, as much of it as fits under the run's ceiling."""
        if not parcel.asked or self._is_full:
            return
        self.stop.check()
        most = {name: self._most(body) for name, body in parcel.bodies.items()}
        asked = [replace(one, most=most[custom_id(one.cache_key)]) for one in parcel.asked]
        begun = self._project.batches.begin(self._work.run, self._work.epoch, asked)
        if begun is None:  # told to stop; or another worker was taken for dead, or takes us so
            raise StoppedError
        self._is_full = begun.is_full
        if begun.batch:
            names = [custom_id(one.cache_key) for one in begun.asked]
            self._post.send(begun.batch, {name: parcel.bodies[name] for name in names})

    def _most(self, body: Body) -> int | None:
        """Return what a request may cost at most; None in a run without a ceiling."""
        if not self._task.is_limited:
            return None
        model = self._task.judge.identity.model
        most = ceiling.most(self._task.prices, model, body, batch=True)
        if most is None:  # another process begins here, and has another table of prices
            raise ceiling.unpriced(model)
        return most
