"""One acceptance case: inputs, what is expected of them, and how near is near enough."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judging.agreement.estimate import Estimate

# Expected numbers are printed with twelve decimals or fewer.
PRINTED = 1e-9

Inputs = Mapping[str, Any]
Answers = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """
    A case as the file gives it.

    Attributes:
        id: Its name.

        metric: What is computed, a key of the dispatch table.

        inputs: From what.

        expected: Results by name; None for one that must be undefined.

        tolerance: The largest difference allowed, beyond that of printing.
    """

    id: str
    metric: str
    inputs: Inputs
    expected: Answers
    tolerance: float

    def mismatches(self, answers: Answers) -> Iterator[str]:
        """Say for each expected result that was not given, or not near enough, what was."""
        for name, wanted in self.expected.items():
            if name not in answers:
                yield f"{name}: nothing computes it"
            elif not agrees(answers[name], wanted, self.tolerance + PRINTED):
                yield f"{name}: {_shown(answers[name])}, not {wanted!r}"


def agrees(got: Any, wanted: Any, tolerance: float) -> bool:
    """
    Compare two results, part by part.

    An estimate stands for its value, or for its interval where two numbers are expected.
    """
    if isinstance(got, Estimate):
        got = _part(got, wanted)
    if isinstance(wanted, Mapping):
        return isinstance(got, Mapping) and all(
            name in got and agrees(got[name], part, tolerance) for name, part in wanted.items()
        )
    if isinstance(wanted, Sequence) and not isinstance(wanted, str):
        return (
            isinstance(got, Sequence)
            and len(got) == len(wanted)
            and all(agrees(g, w, tolerance) for g, w in zip(got, wanted, strict=True))
        )
    if isinstance(wanted, bool | str) or wanted is None or not isinstance(got, int | float):
        return bool(got == wanted)
    return math.isclose(got, wanted, rel_tol=0, abs_tol=tolerance)


def _part(estimate: Estimate, wanted: Any) -> Any:
    if isinstance(wanted, Mapping):
        ends = [estimate.low, estimate.high]
        return {"value": estimate.value, "low": ends[0], "high": ends[1], "ci": ends}
    if isinstance(wanted, Sequence) and len(wanted) == 3:
        return [estimate.value, estimate.low, estimate.high]
    return [estimate.low, estimate.high] if isinstance(wanted, Sequence) else estimate.value


def _shown(got: Any) -> str:
    return f"{got.value} [{got.low}, {got.high}]" if isinstance(got, Estimate) else repr(got)
