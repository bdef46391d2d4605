"""How many model calls may begin in a minute, all processes on one database taken together."""

import math
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from sqlalchemy import text

from storage.alone import alone
from storage.engine import file_of, opened

MINUTE = 60_000  # milliseconds
LOOK = 0.2  # seconds until a thread that waits for its turn sees that it is to stop
ADVISORY_LOCK = 7_035_106

CREATED = text("CREATE TABLE IF NOT EXISTS judge_call_rate (used_until BIGINT NOT NULL)")
FILLED = text("INSERT INTO judge_call_rate SELECT 0 WHERE NOT EXISTS (SELECT FROM judge_call_rate)")
# The clock is read outside of the inner SELECT: once the row is ours, not before the wait for it.
LOCKED = text(
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, used_until "
    "FROM (SELECT used_until FROM judge_call_rate FOR UPDATE) AS locked"
)
CHANGED = text("UPDATE judge_call_rate SET used_until = :used_until")

Step = Callable[[int, int], tuple[int, int | None]]


class CallLimit:
    """
    At most so many calls in a minute, over all processes on one database.

    Calls are spread, not let go at once at the top of each minute: a service fills a bucket with
    tokens at the rate that it grants, and may read 60 a minute as one a second. `spread` says
    how, and any bucket that holds a second's worth accepts it.

    The processes meet in a file beside an SQLite database, or in a row on the server, whose clock
    then counts. In a process only the thread whose turn it is asks there.

    Args:
        url: The database that the processes share.

        per_minute: None for no limit; nothing is opened then.

    Raises:
        ValueError: If `per_minute` allows no call at all.
    """

    def __init__(self, url: str, per_minute: int | None) -> None:
        self._turn = threading.Lock()
        self._shared = None if per_minute is None else _shared(url, spread(per_minute))

    def acquire(self, stop: threading.Event) -> bool:
        """Return True once a call may be made, or False if `stop` was set before that."""
        if self._shared is None:
            return not stop.is_set()
        while not self._turn.acquire(timeout=LOOK):
            if stop.is_set():
                return False
        try:
            return _granted(self._shared, stop)
        finally:
            self._turn.release()

    def close(self) -> None:
        """Let go of the server. Nobody may be waiting."""
        if self._shared is not None:
            self._shared.close()


def spread(per_minute: int) -> Step:
    """
    Return the rule that spreads `per_minute` calls over a minute.

    After a pause it lets as many go at once as belong into a quarter of a second, so that calls
    which come late are made up for. The others are so far apart that together with these no
    minute has more than `per_minute`: with 600, three, then one each 100.3 ms.

    Returns:
        From the time now, in milliseconds, and the moment up to which the allowance is used, in
        microseconds: that moment with one more call and None, or the milliseconds to wait.

    Raises:
        ValueError: If `per_minute` is less than one.

    Example:
        >>> step = spread(60)
        >>> step(5_000, 0)
        (6000000, None)
        >>> step(5_200, 6_000_000)
        (6000000, 800)

    References:
        The generic cell rate algorithm, ITU-T I.371.
    """
    # Its rule, not its limiter, which starves one process of two and cannot be told to stop.
    from pyrate_limiter import GCRA, Rate  # noqa: PLC0415  (only where there is a limit)

    if per_minute < 1:
        raise ValueError(f"A limit of {per_minute} calls a minute allows none.")
    at_once = math.ceil(per_minute / 240)
    rates, rule = [Rate(per_minute - at_once + 1, MINUTE, burst=at_once)], GCRA()

    def step(now: int, used_until: int) -> tuple[int, int | None]:
        # Used for more than a minute ahead only if the clock was set back.
        used_until = min(used_until, (now + MINUTE) * 1000)
        (changed,), decision = rule.step(rates, (used_until,), now, 1)
        return int(changed), None if decision.allowed else decision.retry_after_ms

    return step


class _Shared(Protocol):
    """The moment up to which the processes have used their allowance."""

    def asked(self) -> int | None:
        """Use it for one more call and return None, or return the milliseconds to wait."""

    def close(self) -> None: ...


class _SharedFile:
    # Not SQLite: one number, which nobody misses after a power cut, needs no log and no disk.
    def __init__(self, file: Path, step: Step) -> None:
        self._file, self._step = file, step

    def asked(self) -> int | None:
        with alone(self._file):
            # Empty when new, or when a process was killed while it wrote.
            used_until = int(self._file.read_text("utf-8") or 0)
            changed, wait = self._step(time.time_ns() // 1_000_000, used_until)
            if changed != used_until:
                self._file.write_text(str(changed), "utf-8")
        return wait

    def close(self) -> None:
        pass


class _SharedRow:
    def __init__(self, url: str, step: Step) -> None:
        self._engine, self._step = opened(url), step
        with self._engine.begin() as connection:
            # Of two that create a table at once one fails, even with IF NOT EXISTS.
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
            connection.execute(CREATED)
            connection.execute(FILLED)

    def asked(self) -> int | None:
        with self._engine.begin() as connection:
            now, used_until = connection.execute(LOCKED).one()
            changed, wait = self._step(now, used_until)
            if changed != used_until:
                connection.execute(CHANGED, {"used_until": changed})
        return wait

    def close(self) -> None:
        self._engine.dispose()


def _shared(url: str, step: Step) -> _Shared:
    file = file_of(url)
    return (
        _SharedFile(file.with_name(f"{file.name}.rates"), step) if file else _SharedRow(url, step)
    )


def _granted(shared: _Shared, stop: threading.Event) -> bool:
    while not stop.is_set():
        wait = shared.asked()
        if wait is None:
            return True
        stop.wait(wait / 1000)
    return False
