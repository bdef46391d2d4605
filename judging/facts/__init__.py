"""Facts: what code finds in a session, without a model."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain

from judging.facts.claims import claims
from judging.facts.constraints import constraints
from judging.facts.contradictions import contradictions
from judging.facts.corrections import corrections
from judging.facts.ending import ending
from judging.facts.english import reads_as_english
from judging.facts.fact import PRECISION, Fact, FactKind
from judging.facts.reading import Reading
from judging.facts.reasking import reasking
from judging.facts.refusals import refusals
from judging.facts.repeated_calls import repeated_calls
from judging.facts.tool_errors import tool_errors, unresolved_errors
from judging.facts.uptake import uptake
from judging.sessions import Session

CHECKS: tuple[Callable[[Reading], Iterator[Fact]], ...] = (
    reasking,
    repeated_calls,
    tool_errors,
    unresolved_errors,
    claims,
    refusals,
    contradictions,
    constraints,
    ending,
)


def facts(session: Session) -> tuple[Fact, ...]:
    """
    Find what code can find in `session`, in order of turn.

    Only an unresolved error and the ending look at what comes after their turn; every other fact
    at turn n rests on the turns up to n, and stays as it is when more are added.

    A session that is asked about turn by turn is read once.
    """
    return _of(_Same(session))


class _Same:
    """A session as one and the same object: what it holds cannot be hashed."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __hash__(self) -> int:
        return id(self.session)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.session is self.session


@lru_cache(maxsize=64)
def _of(same: _Same) -> tuple[Fact, ...]:
    return found(Reading(same.session))


def found(reading: Reading) -> tuple[Fact, ...]:
    """Return the facts of a session that is read already, in order of turn."""
    corrected = tuple(corrections(reading))
    others = (check(reading) for check in CHECKS)
    every = chain(corrected, uptake(reading, corrected), *others)
    return tuple(sorted(every, key=lambda fact: fact.turn))


__all__ = [
    "PRECISION",
    "Fact",
    "FactKind",
    "Reading",
    "facts",
    "found",
    "reads_as_english",
]
