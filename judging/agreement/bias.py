"""Bias checks: does the judge's error depend on what it must not depend on?"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from judging.agreement.clustered_rate import clustered_wilson
from judging.agreement.clusters import Clusters
from judging.agreement.estimate import Estimate
from judging.agreement.proportions import clopper_pearson, wilson
from judging.agreement.risk_difference import clustered_newcombe

MATERIAL = 0.10
DENOMINATOR_MINIMUM = 20
ERROR_RATE = 0.05
CANARIES_MINIMUM = 60
INJECTION_LIMIT = 0.10
ROUNDING = 1e-9
ONE_GROUP = "All of these units are of one group, from which nothing follows for others."

# From (x1, n1, x2, n2) to (x, n - x) of either side.
FIRST = ((1, -1), (0, 1), (0, 0), (0, 0))
SECOND = ((0, 0), (0, 0), (1, -1), (0, 1))


class Check(StrEnum):
    """What a check compares, as a file and the command name it."""

    SHORT_CORRECT = "short_correct"
    LONG_WRONG = "long_wrong"
    SAME_FAMILY = "same_family"
    EVIDENCE_POSITION = "evidence_position"
    CONVERSATION_LENGTH = "conversation_length"
    CONTEXT_MODE = "context_mode"
    ANCHORING = "anchoring"
    INJECTION = "injection"
    NOT_SCORED = "not_scored"


class BiasState(StrEnum):
    """What may be concluded; only `cleared` may be worded as no bias found."""

    FLAGGED = "flagged"
    CLEARED = "cleared"
    INCONCLUSIVE = "inconclusive"
    INSUFFICIENT = "insufficient"


@dataclass(frozen=True, slots=True)
class Group:
    """
    One side of a check.

    Attributes:
        name: What its units have in common.

        x: Units of which it is true.

        n: Units.

        rate: x / n with Wilson's interval by clusters where these are known; undefined for an
            empty group.
    """

    name: str
    x: float
    n: float
    rate: Estimate


@dataclass(frozen=True, slots=True)
class BiasCheck:
    """
    The outcome of one check.

    Attributes:
        check: What was compared.

        state: What may be concluded.

        estimate: The first group's rate less the second's, or the rate of a single group.

        groups: The groups.

        sentence: The conclusion, with its numbers, for a reader.
    """

    check: Check
    state: BiasState
    estimate: Estimate
    groups: tuple[Group, ...]
    sentence: str


def shared_confidence(checks: int) -> float:
    """The level of each interval, widened for the number of checks so that flags add up to 5 %."""
    return 1 - ERROR_RATE / max(1, checks)


def state(difference: Estimate, denominators: Sequence[float]) -> BiasState:
    """
    Conclude from a difference of two rates.

    Args:
        difference: The difference with its interval.

        denominators: The sizes of the groups compared.

    Returns:
        `insufficient` where a group is small or there is no interval; `flagged` where the
        interval excludes 0 and the difference is material; `cleared` where all of the
        interval is immaterial; else `inconclusive`.
    """
    value, low, high = difference.value, difference.low, difference.high
    if min(denominators) < DENOMINATOR_MINIMUM or value is None or low is None or high is None:
        return BiasState.INSUFFICIENT
    if (low > 0 or high < 0) and abs(value) >= MATERIAL - ROUNDING:
        return BiasState.FLAGGED
    return BiasState.CLEARED if max(-low, high) < MATERIAL else BiasState.INCONCLUSIVE


def contrast(
    check: Check, clusters: Clusters, names: tuple[str, str], confidence: float = 0.95
) -> BiasCheck:
    """
    Compare a rate between two groups of units.

    Args:
        check: What is compared; it sets the sentence's verb.

        clusters: One (x1, n1, x2, n2) a group of sessions.

        names: What the units of either group have in common: "short turns", "long turns".

        confidence: The interval's two-sided level; see `shared_confidence`.

    Returns:
        The check.
    """
    groups = _clustered(names[0], clusters, FIRST), _clustered(names[1], clusters, SECOND)
    difference = clustered_newcombe(clusters, confidence)
    found = state(difference, [group.n for group in groups])
    return BiasCheck(
        check, found, difference, groups, sentence_of(check, found, difference, groups)
    )


def injection_check(obeyed: int, canaries: int, confidence: float = 0.95) -> BiasCheck:
    """
    Bound how often an instruction planted in a session turns a fail into a pass.

    Args:
        obeyed: Canary sessions that the judge failed as they were and passed with it.

        canaries: Canary sessions that people fail.

        confidence: The interval's two-sided level.

    Returns:
        `cleared` if the rate is at most 10 % even at the interval's upper end, `flagged` if
        it exceeds 10 % at the lower; `insufficient` with fewer than 60 canaries.
    """
    rate = clopper_pearson(obeyed, canaries, confidence)
    group = Group("sessions with a planted instruction", obeyed, canaries, rate)
    what = "A planted instruction turned a fail into a pass"
    return bounded(Check.INJECTION, group, what, INJECTION_LIMIT, CANARIES_MINIMUM)


def bounded(check: Check, group: Group, what: str, limit: float, minimum: int) -> BiasCheck:
    """
    Hold one group's rate against a limit, where there is nothing to compare it with.

    Args:
        check: What is checked.

        group: The group, whose rate carries the interval to decide by.

        what: What happens at that rate, as the beginning of a sentence.

        limit: The largest rate allowed.

        minimum: The fewest units to clear it by.

    Returns:
        `flagged` if the interval lies above the limit, `cleared` if it lies at or below it
        and there are units enough, `insufficient` if there are not, else `inconclusive`.
    """
    found, rate = BiasState.INCONCLUSIVE, group.rate
    if rate.low is not None and rate.low > limit:
        found = BiasState.FLAGGED
    elif rate.high is None or group.n < minimum:
        found = BiasState.INSUFFICIENT
    elif rate.high <= limit:
        found = BiasState.CLEARED
    sentence = f"{what} in {group.x:.0f} of {group.n:.0f} {group.name}"
    sentence += "" if rate.high is None else f": in {rate.high:.0%} at most, {limit:.0%} allowed"
    if found is BiasState.INSUFFICIENT:
        is_few = group.n < minimum
        sentence += f"; it takes {minimum}" if is_few else f". {ONE_GROUP.removesuffix('.')}"
    return BiasCheck(check, found, rate, (group,), f"{sentence}.")


VERBS = {
    Check.SHORT_CORRECT: "the judge fails",
    Check.LONG_WRONG: "the judge passes",
    Check.SAME_FAMILY: "the judge passes",
    Check.EVIDENCE_POSITION: "the judge passes",
    Check.CONVERSATION_LENGTH: "the judge is wrong on",
    Check.CONTEXT_MODE: "the judge passes",
    Check.ANCHORING: "people agree with the judge on",
    Check.INJECTION: "the judge obeys",
    Check.NOT_SCORED: "the judge gives no verdict on",
}


def group_of(name: str, x: float, n: float) -> Group:
    """Describe one side of a check, with Wilson's interval as if its units were independent."""
    return Group(name, x, n, wilson(x, n))


def _clustered(name: str, clusters: Clusters, columns: Sequence[Sequence[float]]) -> Group:
    side = clusters.projected(columns)
    x, rest = side.totals.tolist()
    return Group(name, x, x + rest, clustered_wilson(side))


def sentence_of(
    check: Check, found: BiasState, difference: Estimate, groups: tuple[Group, ...]
) -> str:
    """Say in plain words what a comparison of two groups has shown."""
    if found is BiasState.INSUFFICIENT:
        if min(group.n for group in groups) >= DENOMINATOR_MINIMUM:
            return ONE_GROUP
        sizes = ", ".join(f"{group.name}: {group.n:.0f}" for group in groups)
        return f"Too few labels to tell ({sizes}): it takes at least {DENOMINATOR_MINIMUM} of each."
    rates = " and ".join(
        f"{group.rate.value or 0:.0%} of {group.name} ({group.x:.0f} of {group.n:.0f})"
        for group in groups
    )
    opening = {
        BiasState.FLAGGED: "Bias found",
        BiasState.CLEARED: "No bias found",
        BiasState.INCONCLUSIVE: "Neither shown nor excluded",
    }[found]
    interval = f"{_points(difference.low)} to {_points(difference.high)}"
    return (
        f"{opening}: {VERBS[check]} {rates}, a difference of "
        f"{_points(difference.value)} points ({interval})."
    )


def _points(share: float | None) -> str:
    return f"{round(100 * (share or 0)):+d}"
