"""Measures of a trajectory that take no judge: nobody has shown how far they agree with people."""

import math
from collections.abc import Sequence

from judging.sessions import Session

OPENING = 3


def context_retention(
    session: Session, constraints: Sequence[str], *, opening: int = OPENING
) -> float | None:
    """
    The share of constraints that are mentioned again after the opening turns.

    Args:
        session: The session; whoever mentions a constraint, user, agent or tool, it counts.

        constraints: Words that have to turn up as they stand, in whatever case.

        opening: How many turns do not count, since the constraints are set in them.

    Returns:
        The share, 0..1; None without constraints, of which nothing can be retained.

    Example:
        See `docs/differences.md`.
    """
    if not constraints:
        return None
    later = [turn.content.casefold() for turn in session.turns[opening:]]
    kept = sum(any(words.casefold() in said for said in later) for words in constraints)
    return kept / len(constraints)


def turn_efficiency(actual: int, optimal: int) -> float:
    """
    How little longer a session is than it had to be, each further turn weighing less.

    Args:
        actual: Its turns.

        optimal: The turns that would have done, 0 or more.

    Returns:
        1 where there are no more than that, else 1 - log2(excess + 1) / 10, and never below 0.

    Raises:
        ValueError: If a number of turns is negative.
    """
    if actual < 0 or optimal < 0:
        raise ValueError(f"Turns are counted from 0: {actual} and {optimal}.")
    excess = max(0, actual - optimal)
    return max(0.0, 1 - math.log2(excess + 1) / 10)


def coherence(contradictions: int, assistant_turns: int) -> float | None:
    """
    How rarely the agent contradicts what it said before.

    Args:
        contradictions: Pairs of its turns of which the later contradicts the earlier.

        assistant_turns: How many turns it has.

    Returns:
        1 - contradictions / turns, and never below 0; None without a turn of the agent.

    Raises:
        ValueError: If a count is negative.
    """
    if contradictions < 0 or assistant_turns < 0:
        raise ValueError(f"Counts are not negative: {contradictions} and {assistant_turns}.")
    return max(0.0, 1 - contradictions / assistant_turns) if assistant_turns else None
