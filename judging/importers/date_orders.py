"""Dates in figures, in which the day may stand before the month or behind it."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from itertools import pairwise

STAMP = re.compile(
    r"(?P<a>\d{1,4})(?P<between>[./-])\s?(?P<b>\d{1,2})[./-]\s?(?P<c>\d{1,4})(?!\d)"
    r"(?:\D+(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?"
    r"(?:\s?(?P<half>[ap])\.?\s?m)?)?",
    re.IGNORECASE,
)
CENTURY = 2000
UNCLEAR = (
    "Left out: the times, since the days and months of the dates can be read in two ways. Say which"
    " on the Import page, or with --dates day-first or --dates month-first."
)
UNREADABLE = "Left out: times that are none. Write them as 2026-10-01 09:00 to have them."


class DateOrder(StrEnum):
    """Which of a date's three figures is which."""

    YEAR_FIRST = "year-first"
    DAY_FIRST = "day-first"
    MONTH_FIRST = "month-first"


# Of those that a person may be asked to choose from.
ASKED = (DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST)


class Dates:
    """
    The dates of one file, all in one order, and in which as far as they tell it.

    Args:
        told: The order that a person gave; it counts where the dates leave it open.

    Attributes:
        unclear: The first date that is two different days; empty where none is, or the order is
            known.
    """

    def __init__(self, told: DateOrder | None = None) -> None:
        self._told = told
        self._left = frozenset(DateOrder)
        self._two_days = ""

    def note(self, text: object) -> None:
        """Take account of one of the file's dates; what is none tells nothing."""
        match = _matched(text)
        readings = {} if match is None else _readings(match)
        if match is None or not readings:
            return
        self._left &= readings.keys()
        if not self._two_days and len(set(readings.values())) > 1:
            self._two_days = match[0][: match.end("c") - match.start()]

    def settle_by_time(self, texts: Iterable[str]) -> None:
        """Leave out the orders in which time runs backwards from text to text, if not in all."""
        known = list(texts)
        forward = {order for order in self._left if _is_forward(known, order)}
        self._left = frozenset(forward) or self._left

    @property
    def order(self) -> DateOrder | None:
        """The order; None where two are left, and no person told which, or none is."""
        if self._told in self._left:
            return self._told
        is_known = len(self._left) == 1 or not self._two_days
        return min(self._left) if self._left and is_known else None

    @property
    def unclear(self) -> str:
        return self._two_days if self._left and self.order is None else ""

    def read(self, text: object) -> datetime | None:
        """Return a date and time, as of UTC; None where it is none or the order is not known."""
        match, order = _matched(text), self.order
        return _moment(match, order) if match and order else None


def days(text: str) -> dict[DateOrder, datetime]:
    """Return the days that a date can be, by the order of its figures."""
    match = _matched(text)
    return _readings(match) if match else {}


def _matched(text: object) -> re.Match[str] | None:
    return STAMP.search(text) if isinstance(text, str) else None


def _readings(match: re.Match[str]) -> dict[DateOrder, datetime]:
    found = {order: _moment(match, order) for order in _orders(match)}
    return {order: moment for order, moment in found.items() if moment}


def _orders(match: re.Match[str]) -> tuple[DateOrder, ...]:
    if len(match["a"]) == 4:
        return (DateOrder.YEAR_FIRST,)
    # With dots between, nobody writes the month first.
    return (DateOrder.DAY_FIRST,) if match["between"] == "." else ASKED


def _moment(match: re.Match[str], order: DateOrder) -> datetime | None:
    a, b, c = (int(match[name]) for name in "abc")
    year, month, day = {
        DateOrder.YEAR_FIRST: (a, b, c),
        DateOrder.DAY_FIRST: (c, b, a),
        DateOrder.MONTH_FIRST: (c, a, b),
    }[order]
    hour, half = int(match["hour"] or 0), (match["half"] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    year += CENTURY if year < 100 else 0
    try:
        clock = (hour, int(match["minute"] or 0), int(match["second"] or 0))
        return datetime(year, month, day, *clock, tzinfo=UTC)
    except ValueError:
        return None


def _is_forward(texts: list[str], order: DateOrder) -> bool:
    moments = [moment for text in texts if (m := _matched(text)) and (moment := _moment(m, order))]
    return all(earlier <= later for earlier, later in pairwise(moments))
