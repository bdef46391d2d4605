"""What one process does of a run."""

import gc
import threading
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import TracebackType
from typing import Self

from calibration import settings
from calibration.runs import call_texts, ceiling, judges
from calibration.runs.asking import Asking
from calibration.runs.batch_asking import BatchAsking
from calibration.runs.batch_post import Patience
from calibration.runs.stopping import Stop
from calibration.runs.task import Task
from judging.judges import Judge
from judging.judges.model_judge import ModelJudge
from judging.sessions import Session
from storage import Answer, CallLimit, Mode, Project, RunStatus

BATCH = 100
LOOK = 1.0


class RunWork:
    """
    The work at one run in one process, until it is done or the run's status says to stop.

    Raises:
        JudgeError: If this release cannot ask the judge, or no model is named.

        StoreError: If there is no such run.
    """

    def __init__(
        self,
        project: Project,
        run: int,
        judge: Judge | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._project, store = project, project.store
        self._work = project.runs.work(run)
        stored = project.judges.numbered(self._work.judge)
        self._judge = judge or judges.rebuilt(stored.identity, store.secret())
        work = self._work
        self._rubric = project.rubrics.numbered(work.rubric_version).rubric.at(work.only)
        self._answer = Answer(run, work.rubric_version, work.judge, work.samples, work.only)
        self._patience = patience or Patience()
        self._limit = CallLimit(store.url, settings.calls_per_minute())
        self._asking = self._asked(self._judge) if isinstance(self._judge, ModelJudge) else None
        self.stop = self._asking.stop if self._asking else Stop()
        self._closed = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True, name=f"run {run}")

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def open(self) -> None:
        """Begin to look whether the run is to stop."""
        # The libraries are half a million objects: to look through them takes a quarter of a
        # second, in which no thread runs, and sessions by the hundred bring it about.
        gc.freeze()
        self._watcher.start()

    def close(self) -> None:
        """End it, once what is on its way is kept."""
        self.stop.set()
        self._closed.set()
        if self._asking:
            self._asking.close()
        self._watcher.join()
        self._limit.close()
        gc.unfreeze()

    @property
    def sessions(self) -> tuple[int, ...]:
        """The sessions that the run is to judge, by number."""
        return self._work.sessions

    def do(self, sessions: Sequence[int]) -> None:
        """
        Judge what has not been judged of `sessions`, and keep the verdicts as they come.

        Raises:
            JudgeError: If the judge cannot be asked at all; what it had answered is kept.
        """
        due = self._project.verdicts.due(self._answer, sessions)
        try:
            self._ask_about(due)
        finally:
            self._hold()

    def _ask_about(self, due: Mapping[int, Sequence[int]]) -> None:
        if isinstance(self._asking, BatchAsking):
            self._asking.judge(due)
            return
        left = list(due)
        whole = self._project.sessions.whole(left)
        if self._asking:
            before = self._project.ledger.attempts(self._work.run, left)
            self._asking.judge(whole, due, before)
        else:
            self._decide(whole)

    def left(self, sessions: Sequence[int]) -> list[int]:
        """Return those of `sessions` that the run has yet to judge: our own tables say so."""
        return list(self._project.verdicts.due(self._answer, sessions))

    def _hold(self) -> None:
        """Have the run pause everywhere once its ceiling has no room for another request."""
        if self.stop.is_spent:
            work = self._work
            self._project.runs.hold(work.run, ceiling.REACHED, epoch=work.epoch)

    def _decide(self, sessions: Iterator[Session]) -> None:
        """Have a judge without calls answer: as many at a time as one transaction should hold."""
        while not self.stop.event.is_set() and (batch := list(islice(sessions, BATCH))):
            verdicts = {s.id: self._judge.verdicts(s, self._rubric) for s in batch if s.id}
            self._project.verdicts.add(self._answer, verdicts)

    def _asked(self, judge: ModelJudge) -> Asking | BatchAsking:
        ledger, is_limited = self._project.ledger, self._work.max_cost is not None
        task = Task(
            judge,
            self._rubric,
            self._answer,
            ledger,
            self._limit,
            is_limited=is_limited,
            kept=call_texts.written(),
        )
        if self._work.mode is Mode.BATCH:
            return BatchAsking(self._project, self._work, task, self._patience)
        return Asking(task, concurrency=self._work.concurrency)

    def _watch(self) -> None:
        try:
            while not self._closed.wait(LOOK):
                if self._project.runs.status(self._work.run) is not RunStatus.RUNNING:
                    break
        finally:
            # Also where the database cannot be asked: nobody could stop what goes on.
            self.stop.set()
