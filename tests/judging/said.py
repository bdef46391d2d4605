"""Sessions written as one would tell them."""

from dataclasses import replace

from judging.sessions import Role, Session, ToolCall, Turn


def session(*told: str | Turn, external_id: str = "s-1") -> Session:
    """Return a session of `told`: turns, or text that begins with its role and a colon."""
    turns = (turn if isinstance(turn, Turn) else _turn(turn) for turn in told)
    numbered = tuple(replace(turn, number=number) for number, turn in enumerate(turns, start=1))
    return Session(external_id, numbered)


def calls(name: str, *, saying: str = "", **arguments: object) -> Turn:
    """Return an assistant turn that calls the tool `name`."""
    return Turn(0, Role.ASSISTANT, saying, tool_calls=(ToolCall("", name, arguments),))


def _turn(told: str) -> Turn:
    role, _, text = told.partition(":")
    return Turn(0, Role(role), text.strip())
