"""What is found in a session, by kind."""

from judging.facts import Fact, FactKind, facts
from judging.sessions import Turn
from tests.judging.said import session


def of_kind(kind: FactKind, *told: str | Turn) -> list[Fact]:
    """Return the facts of `kind` in a session of `told`."""
    return [fact for fact in facts(session(*told)) if fact.kind is kind]


def turns(kind: FactKind, *told: str | Turn) -> list[int]:
    """Return the turns at which facts of `kind` stand in a session of `told`."""
    return [fact.turn for fact in of_kind(kind, *told)]
