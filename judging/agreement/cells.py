"""The four cells that every statistic of a judge against a reference is made of."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from judging.ratings import DECIDED, Outcome

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cells:
    """
    A two-by-two table, reference first, with a failure as the positive class.

    Counts may be fractions: weighted or effective counts are cells too.

    Attributes:
        tp: Both say fail.

        fn: The reference says fail and the judge pass: a missed failure.

        fp: The reference says pass and the judge fail: a false alarm.

        tn: Both say pass.

    Raises:
        ValueError: If a count is negative or not finite.
    """

    tp: float
    fn: float
    fp: float
    tn: float

    def __post_init__(self) -> None:
        if not all(math.isfinite(count) and count >= 0 for count in self.counts):
            raise ValueError(f"Counts are finite and not negative: {self}.")

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[Outcome, Outcome]]) -> "Cells":
        """Count (reference, judge) pairs; those with a side that did not decide are left out."""
        counts = dict.fromkeys(((r, j) for r in DECIDED for j in DECIDED), 0)
        for pair in pairs:
            if pair in counts:
                counts[pair] += 1
        fail, good = Outcome.FAIL, Outcome.PASS
        return cls(counts[fail, fail], counts[fail, good], counts[good, fail], counts[good, good])

    @property
    def counts(self) -> tuple[float, float, float, float]:
        """The counts in the order tp, fn, fp, tn."""
        return self.tp, self.fn, self.fp, self.tn

    @property
    def n(self) -> float:
        """How many units both sides decided."""
        return self.tp + self.fn + self.fp + self.tn

    @property
    def reference_fails(self) -> float:
        """How many units the reference fails, the judge's answer aside."""
        return self.tp + self.fn

    @property
    def reference_passes(self) -> float:
        """How many units the reference passes, the judge's answer aside."""
        return self.fp + self.tn

    @property
    def judge_fails(self) -> float:
        """How many units the judge fails, the reference aside."""
        return self.tp + self.fp

    @property
    def judge_passes(self) -> float:
        """How many units the judge passes, the reference aside."""
        return self.fn + self.tn

    @property
    def margins(self) -> tuple[float, float, float, float]:
        """Fails and passes of the reference, then of the judge; a 0 is a rater who never varied."""
        return self.reference_fails, self.reference_passes, self.judge_fails, self.judge_passes

    @property
    def pooled_fail_rate(self) -> float:
        """The share of fails among both sides' answers, 0..1; half where there is no answer."""
        return (2 * self.tp + self.fn + self.fp) / (2 * self.n) if self.n else 0.5

    @property
    def array(self) -> Array:
        """The counts in the order tp, fn, fp, tn, shape (4,)."""
        return np.array(self.counts, dtype=np.float64)

    def scaled(self, factor: float) -> "Cells":
        """Multiply every count by `factor`; 1 / a design effect gives the effective counts."""
        return Cells(self.tp * factor, self.fn * factor, self.fp * factor, self.tn * factor)
