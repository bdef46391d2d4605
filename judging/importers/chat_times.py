"""Dates and times before messages, in whatever order of day and month a phone writes them."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import pairwise

STAMP = re.compile(
    r"(?P<a>\d{1,4})(?P<between>[./-])\s?(?P<b>\d{1,2})[./-]\s?(?P<c>\d{1,4})\D+"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?(?:\s?(?P<half>[ap])\.?\s?m)?",
    re.IGNORECASE,
)
CENTURY = 2000
UNCLEAR = (
    "Left out: the times, whose days and months can be read in two ways, or in none. Write the"
    " dates as 2026-10-01 to have them."
)
Order = Callable[[int, int, int], tuple[int, int, int]]


def moments(stamps: Sequence[str]) -> list[datetime] | None:
    """
    Return when each message was sent, by the clock of the phone, which is read as UTC.

    All of a chat is of one order: year first, day first as where dots stand between, else the
    only one that gives dates, else the only one in which time does not run backwards.

    Returns:
        None where two orders are left that differ, or none.
    """
    found = [match for stamp in stamps if (match := STAMP.search(stamp))]
    if not found or len(found) < len(stamps):
        return None
    possible = [times for order in _orders(found) if (times := _read(found, order))]
    if len(possible) > 1:
        possible = [t for t in possible if all(a <= b for a, b in pairwise(t))] or possible
    return possible[0] if possible and all(times == possible[0] for times in possible) else None


def _orders(found: list[re.Match[str]]) -> list[Order]:
    if all(len(match["a"]) == 4 for match in found):
        return [_year_first]
    if all(match["between"] == "." for match in found):
        return [_day_first]
    return [_day_first, _month_first]


def _read(found: list[re.Match[str]], order: Order) -> list[datetime] | None:
    try:
        return [_moment(match, order) for match in found]
    except ValueError:
        return None


def _moment(match: re.Match[str], order: Order) -> datetime:
    year, month, day = order(int(match["a"]), int(match["b"]), int(match["c"]))
    hour, half = int(match["hour"]), (match["half"] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    year += CENTURY if year < 100 else 0
    second = int(match["second"] or 0)
    return datetime(year, month, day, hour, int(match["minute"]), second, tzinfo=UTC)


def _year_first(a: int, b: int, c: int) -> tuple[int, int, int]:
    return a, b, c


def _day_first(a: int, b: int, c: int) -> tuple[int, int, int]:
    return c, b, a


def _month_first(a: int, b: int, c: int) -> tuple[int, int, int]:
    return c, a, b
