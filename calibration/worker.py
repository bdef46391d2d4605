"""The process that does the work, so that no page ever waits for it."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import NoReturn
from uuid import uuid4

from calibration.runs import call_texts
from judging.errors import JudgeError
from judging.home import home
from storage import Store
from storage.alone import alone
from storage.engine import file_of

COMMAND = (sys.executable, "-P", "-m", "judging", "worker", "--with-parent")
RESTART_AFTER = 1.0
BEAT = 2.0
# In beats: about every half hour.
FORGET_EVERY = 900
KEPT = timedelta(hours=1)
# Seconds in which requests that are on their way may still be answered when a worker is stopped.
PATIENCE = 10.0


def work(url: str, *, with_parent: bool) -> None:
    """
    Take work until killed; on SQLite, as the only process that does so on this file.

    Args:
        url: The database, brought to the schema of this release before.

        with_parent: Whether to end when standard input does, which a parent holds open.
    """
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, _leave)
    if with_parent:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    file = file_of(url)
    with alone(file.with_name(f"{file.name}.worker")) if file else nullcontext():
        from calibration import durable  # noqa: PLC0415  (seconds, and whoever waits needs none)

        # The lock makes us the heir of whoever held it: the same name takes up its work.
        name = "only" if file else f"worker {uuid4().hex}"
        store = Store(url)
        store.workers.beat(name)
        durable.launch(name)
        gc.freeze()  # what a thousand modules hold is not gone through again and again
        try:
            _look_after(store, name)
        finally:
            durable.leave(PATIENCE)
            store.workers.leave(name)
            os._exit(0)


def _look_after(store: Store, name: str) -> NoReturn:
    for beat in count():
        store.workers.beat(name)
        store.look_after()
        if beat % FORGET_EVERY == 0:
            store.queue.forget(datetime.now(UTC) - KEPT)
            _forget_texts(store)
        time.sleep(BEAT)
    raise AssertionError


def _forget_texts(store: Store) -> None:
    """Forget what is old; where it cannot be told what that is, say so and do the work."""
    try:
        store.retention.forget(call_texts.set_age())
    except JudgeError as error:
        print(error, file=sys.stderr, flush=True)


def _leave(_sign: int, _frame: object) -> NoReturn:
    raise SystemExit


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def child() -> Iterator["Keeper"]:
    """Keep one worker process running, started again whenever it ends."""
    keeper = Keeper()
    keeper.start()
    try:
        yield keeper
    finally:
        keeper.stop()


class Keeper(threading.Thread):
    """Starts a worker, and another when it ends."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="worker keeper")
        self._stopped = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> int | None:
        """The process id of the newest one."""
        return self._process.pid if self._process else None

    def run(self) -> None:
        """Start them, one after the other, until told to stop."""
        path = os.pathsep.join(filter(None, [str(home()), os.environ.get("PYTHONPATH")]))
        while not self._stopped.is_set():
            # The pipe is the parent's sign of life: the system closes it, even after kill -9.
            self._process = subprocess.Popen(
                COMMAND, stdin=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
            )
            self._process.wait()
            self._stopped.wait(RESTART_AFTER)

    def stop(self) -> None:
        """End the worker and start no other."""
        self._stopped.set()
        if self._process:
            self._process.terminate()
        self.join(timeout=PATIENCE + 2)
