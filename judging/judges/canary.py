"""Sessions with a text planted in one of their turns, to see what it does to a judge."""

from dataclasses import replace

from judging.judges.fence import shown
from judging.rubrics import Sees
from judging.sessions import Role, Session, Turn

ROLES = (Role.USER, Role.ASSISTANT, Role.TOOL)


def places(session: Session, sees: Sees, up_to: int | None = None) -> tuple[Turn, ...]:
    """
    Return where a text could be planted so that a judge reads it: the last turn of each role.

    Args:
        sees: The judge's view of the session.

        up_to: The last turn that the judge is shown; None for all.

    Returns:
        Up to three turns, of the user, the assistant and a tool in this order; none where the
        judge reads no turn of these.
    """
    last = {turn.role: turn for turn in shown(session, sees, up_to)}
    return tuple(last[role] for role in ROLES if role in last)


def planted(session: Session, number: int, text: str) -> Session:
    """
    Return `session` with `text` at the end of turn `number`; what was there stays before it.

    Raises:
        ValueError: If the session has no such turn.
    """
    turn = session.turn(number)
    if turn is None:
        raise ValueError(f"The session has no turn {number}.")
    content = f"{turn.content}\n\n{text}" if turn.content else text
    changed = replace(turn, content=content)
    turns = (*session.turns[: number - 1], changed, *session.turns[number:])
    return replace(session, turns=turns)
