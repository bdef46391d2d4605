"""Which sessions a run covers, in few words, and which criteria."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judging.rubrics import Level

Ranges = list[list[int]]


def ranges(numbers: Iterable[int]) -> Ranges:
    """
    Return `numbers` as ranges of consecutive ones, first and last.

    Only numbers that are in it are in a range: a session that comes later never joins a run.

    Example:
        >>> ranges([1, 2, 3, 7])
        [[1, 3], [7, 7]]
    """
    found: Ranges = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found


def numbers(ranges: Sequence[Sequence[int]]) -> list[int]:
    """
    Return the numbers in `ranges`, in order.

    Example:
        >>> numbers([[1, 3], [7, 7]])
        [1, 2, 3, 7]
    """
    return [number for first, last in ranges for number in range(first, last + 1)]


def level(kept: Mapping[str, Any]) -> Level | None:
    """Return the one level whose criteria a run asks for; None where it asks for all."""
    return Level(kept["level"]) if "level" in kept else None
