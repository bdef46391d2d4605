"""What every statistic in this package returns."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """Whether an estimate is defined, and what to know about it."""

    OK = "ok"
    UNDEFINED_EMPTY = "undefined_empty"
    UNDEFINED_SINGLE_CLASS = "undefined_single_class"
    DEGENERATE_ONE_RATER_CONSTANT = "degenerate_one_rater_constant"
    JUDGE_NOT_BETTER_THAN_CHANCE = "judge_not_better_than_chance"
    TOO_FEW_CLUSTERS = "too_few_clusters"
    NO_SPREAD = "no_spread"

    @property
    def words(self) -> str:
        """What a reader is told where a number or its interval would stand; empty for `ok`."""
        return WORDS[self]


WORDS: Mapping[Status, str] = {
    Status.OK: "",
    Status.UNDEFINED_EMPTY: "nothing to compare",
    Status.UNDEFINED_SINGLE_CLASS: "one class only",
    Status.DEGENERATE_ONE_RATER_CONSTANT: "one side never varied",
    Status.JUDGE_NOT_BETTER_THAN_CHANCE: "no better than chance",
    Status.TOO_FEW_CLUSTERS: "no interval: a single group",
    Status.NO_SPREAD: "no interval: all the same",
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """
    A number with its interval, or the reason there is none.

    Attributes:
        value: The point estimate, or None where it is undefined. Never 0 or 1 as a stand-in.

        low: The interval's lower end, or None where there is no interval.

        high: The interval's upper end, or None where there is no interval.

        method: How the interval was computed, in a word or two: `zou_donner`, `wilson`.

        status: `ok`, or why the value is undefined or the interval absent.

        confidence: The interval's level.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    method: str = ""
    status: Status = Status.OK
    confidence: float = 0.95
