"""Points in time as exports write them, to UTC."""

import re
from datetime import UTC, datetime
from typing import Any

EPOCH = re.compile(r"\d{9,19}(?:\.\d+)?")
# Seconds in 1973 and in 5138: a smaller number is no time, a greater one counts a smaller unit.
EARLIEST, LATEST = 1e8, 1e11
UNITS = (1, 1e3, 1e6, 1e9)


def instant(value: Any) -> datetime | None:
    """
    Return the time in UTC, or None if `value` is none that can be read in one way only.

    Reads ISO 8601, naive as UTC, and Unix time in seconds down to nanoseconds. `01/02/2026`
    could be two days, so it is none. A time that was read before stays.
    """
    if isinstance(value, datetime):
        return value
    if isinstance(value, str):
        text = value.strip().strip('"')
        return _of_epoch(float(text)) if EPOCH.fullmatch(text) else _of_iso(text)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _of_epoch(value)
    return None


def _of_iso(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _of_epoch(number: float) -> datetime | None:
    try:
        counts = (float(number) / unit for unit in UNITS)
        seconds = next((count for count in counts if EARLIEST <= count < LATEST), None)
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except OverflowError:
        return None
