"""A figure of a bundle."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """
    An estimate as `judging agreement --json` has it, without the library that computed it.

    Attributes:
        value: None where it is undefined; `status` then says why.

        low: The interval's lower end; None where there is no interval.

        high: The interval's upper end; None where there is no interval.
    """

    value: float | None
    low: float | None
    high: float | None
    confidence: float
    method: str
    status: str
