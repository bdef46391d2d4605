"""What holds the threads of a run back: a sign to stop, a respite, no slot that is free."""

import threading
import time
from dataclasses import dataclass, field

from judging.errors import JudgeError

MOST_PUT_OFF = 3


class StoppedError(Exception):
    """Work was told to stop before the next request; nothing is lost, and nothing is an error."""


@dataclass
class Stop:
    """
    A sign to all threads of a run that no further request is to be sent.

    Attributes:
        objection: Why no request can be answered at all; None where the run is stopped by hand.

        is_spent: Whether the run's ceiling has no room for another request.
    """

    objection: JudgeError | None = None
    is_spent: bool = False
    event: threading.Event = field(default_factory=threading.Event)

    def set(self, objection: JudgeError | None = None) -> None:
        """Give the sign."""
        self.objection = self.objection or objection
        self.event.set()

    def check(self) -> None:
        """Raise `StoppedError` once the sign is given."""
        if self.event.is_set():
            raise StoppedError


class Respite:
    """The time for which the service has asked to be left alone, told to all threads by one."""

    def __init__(self) -> None:
        self._until = 0.0
        self._put_off = 0
        self._lock = threading.Lock()

    def grant(self, seconds: float) -> None:
        """Send nothing for so long; a longer respite granted before stays."""
        with self._lock:
            self._until = max(self._until, time.monotonic() + seconds)

    def is_hopeless(self) -> bool:
        """
        Count one more question put off for longer than a run waits.

        Returns:
            Whether it is the third: one may be of a kind of its own, three are the service's limit.
        """
        with self._lock:
            self._put_off += 1
            return self._put_off >= MOST_PUT_OFF

    def wait(self, stop: Stop) -> None:
        """Return when the respite is over, or when the run is stopped."""
        while (left := self._until - time.monotonic()) > 0:
            if stop.event.wait(left):
                return


@dataclass
class Traffic:
    """
    What holds back the requests of a run in one process.

    Attributes:
        slots: One for each request that may be on its way at once.
    """

    slots: threading.Semaphore
    stop: Stop = field(default_factory=Stop)
    respite: Respite = field(default_factory=Respite)
