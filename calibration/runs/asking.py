"""Asking a model judge about many sessions at once."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Semaphore

from calibration.runs.sitting import Sitting
from calibration.runs.stopping import StoppedError, Traffic
from calibration.runs.task import Task
from judging.errors import JudgeError
from judging.sessions import Session
from storage import Place


class Asking:
    """
    Asks a model judge about sessions, so many requests at once, and keeps what comes back.

    A request is written down before it is sent. A session has one slot for all of its requests,
    free again only when the last answer is committed: a kill can cost no more than the requests
    that were on their way. There are twice as many threads as slots, so that a slot waits neither
    for a session's first request to be made nor for the disk; a power cut can cost what waited
    for that as well, one session a thread at most.
    """

    def __init__(self, task: Task, *, concurrency: int) -> None:
        self._task = task
        self._width = concurrency
        # Who has one request at a time on its way has one session after another judged.
        threads = 2 * concurrency if concurrency > 1 else 1
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="asking")
        self._traffic = Traffic(Semaphore(concurrency))
        self.stop = self._traffic.stop

    def close(self) -> None:
        """Send nothing more, and return when what is on its way, and paid for, is kept."""
        self.stop.set()
        self._pool.shutdown()
        self._task.judge.close()

    def judge(
        self,
        sessions: Iterable[Session],
        due: Mapping[int, Sequence[int]],
        before: Mapping[Place, int],
    ) -> int:
        """
        Have the judge answer for `sessions`, and return how many were settled.

        Args:
            sessions: Each with its number.

            due: Which samples to ask for, by that number.

            before: How many requests the run has sent earlier, by what they asked for.

        Raises:
            JudgeError: If no request can be answered: no key, no such model, no network.
        """
        room = Semaphore(3 * self._width)
        answered: list[Future[bool]] = []
        for session in sessions:
            room.acquire()
            if self.stop.event.is_set():
                break
            assert session.id is not None
            future = self._pool.submit(self._one, session, due[session.id], before)
            future.add_done_callback(lambda _: room.release())
            answered.append(future)
        settled = sum(future.result() for future in answered)
        if self.stop.objection:
            raise self.stop.objection
        return settled

    def _one(self, session: Session, due: Sequence[int], before: Mapping[Place, int]) -> bool:
        try:
            self.stop.check()
            Sitting(self._task, session, due, before, self._traffic).hold()
        except (StoppedError, JudgeError):  # of which the sign to stop tells
            return False
        return True
