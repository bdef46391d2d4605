"""One condition of the gate, held against its evidence."""

from dataclasses import dataclass
from enum import StrEnum

from judging.agreement.estimate import Estimate


class Condition(StrEnum):
    """What a row of the gate asks for."""

    CLASS_MINIMUMS = "class_minimums"
    KAPPA = "kappa"
    TPR = "tpr"
    TNR = "tnr"
    NOT_SCORED = "not_scored"
    BIAS = "bias"
    APPLICABILITY = "applicability"
    SELF_CONSISTENCY = "self_consistency"
    ELIGIBLE_LABELS = "eligible_labels"


class RowOutcome(StrEnum):
    """What the evidence says of a condition; a warning does not block."""

    MET = "met"
    UNPROVEN = "unproven"
    DISPROVED = "disproved"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class GateRow:
    """
    A condition and its evidence.

    Attributes:
        condition: What is asked for.

        value: What was found; None where the condition has no number or it is undefined.

        bound: The end of the interval that decides; None without one.

        threshold: What the bound must reach, or stay under.

        outcome: What follows.

        n: The units behind the value; None where there are none to count.

        needed: What would change the outcome, as a sentence; empty where it is met.
    """

    condition: Condition
    value: float | None
    bound: float | None
    threshold: float | None
    outcome: RowOutcome
    n: int | None = None
    needed: str = ""


def at_least(
    condition: Condition, found: Estimate, threshold: float, n: float, needed: str
) -> GateRow:
    """Ask for an interval that lies at or above the threshold; below it, the row is disproved."""
    if found.low is not None and found.low >= threshold:
        outcome, needed = RowOutcome.MET, ""
    elif found.high is not None and found.high < threshold:
        outcome = RowOutcome.DISPROVED
        needed = "The evidence is against it: more labels will hardly change that."
    else:
        outcome = RowOutcome.UNPROVEN
    return GateRow(condition, found.value, found.low, threshold, outcome, round(n), needed)


def at_most(
    condition: Condition, found: Estimate, threshold: float, n: float, needed: str
) -> GateRow:
    """Ask for an interval that lies at or below the threshold; above it, the row is disproved."""
    if found.high is not None and found.high <= threshold:
        outcome, needed = RowOutcome.MET, ""
    elif found.low is not None and found.low > threshold:
        outcome = RowOutcome.DISPROVED
    else:
        outcome = RowOutcome.UNPROVEN
    return GateRow(condition, found.value, found.high, threshold, outcome, round(n), needed)
