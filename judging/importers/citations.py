"""The turns that a rating cites, in a list or in prose."""

import re
from collections.abc import Iterator
from typing import Any

# "[3]", "turn 3", "turns 3-5, 7 and 9".
CITED = re.compile(
    r"\[(\d{1,6})\]|\bturns?\s+(\d{1,6}(?:\s*(?:-|–|,?\s*\band\b|\bto\b|,|;)\s*\d{1,6})*)",
    re.IGNORECASE,
)
RANGE = re.compile(r"(\d+)(?:\s*(?:-|–|\bto\b)\s*(\d+))?", re.IGNORECASE)
# A longer one is no citation.
LONGEST_RANGE = 200


def cited_in_prose(text: str) -> tuple[int, ...]:
    """
    Return the numbers of the turns that `text` names, in order, ranges filled in.

    >>> cited_in_prose("turn 7 says booked but turns 5-6 show no answer, see [2]")
    (2, 5, 6, 7)
    """
    groups = (found[1] or found[2] for found in CITED.finditer(text))
    return tuple(sorted({number for group in groups for number in _numbers(group)}))


def cited_in_list(value: Any) -> tuple[int, ...]:
    """
    Return the numbers in a list, or in a text such as `9;3` or `3-5`, in the order given.

    >>> cited_in_list("9;3-5")
    (9, 3, 4, 5)
    """
    if isinstance(value, list):
        value = ";".join(str(_number(item)) for item in value)
    return tuple(_numbers(str(value)))


def _number(item: Any) -> Any:
    """Return the turn of a citation that is an object."""
    return item.get("turn", "") if isinstance(item, dict) else item


def _numbers(text: str) -> Iterator[int]:
    for first, last in RANGE.findall(text):
        start, end = int(first[:9]), int(last[:9] or first[:9])
        is_range = 0 <= end - start <= LONGEST_RANGE
        yield from range(start, end + 1) if is_range else (start, end)
