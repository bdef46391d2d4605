"""A bias check before it is made: whether there are units enough, and how it is made."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from calibration.bias.bias_outcomes import Checked, compared, impossible
from calibration.bias.bias_sides import Contrast
from judging.agreement.bias import Check


@dataclass(frozen=True, slots=True)
class Planned:
    """
    One check, to be made once it is known how many are.

    Attributes:
        is_run: Whether there are units enough for a conclusion: then it shares the error rate.

        make: Makes it, at the level of its interval.
    """

    is_run: bool
    make: Callable[[float], Checked]

    @classmethod
    def comparing(cls, sides: Contrast) -> "Planned":
        """Plan to compare two sides."""
        return cls(sides.is_big_enough, partial(compared, sides))

    @classmethod
    def missing(cls, check: Check, why: str) -> "Planned":
        """Plan to say why a check cannot be made here."""
        return cls(is_run=False, make=partial(impossible, check, why))
