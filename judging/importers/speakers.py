"""Who is the agent in chats that only name their members."""

from judging.importers.message import Message
from judging.importers.roles import role_of
from judging.sessions import Role

NO_AGENT = (
    "Nobody here goes by an agent's name, so all are read as users. Say who is the agent on the"
    " Import page, or with --agent NAME."
)


def cast(messages: list[Message]) -> list[str]:
    """
    Give a role to each message that has none: its speaker's, where the name tells it, else user.

    Returns:
        What had to be guessed, and whether nobody is the agent.
    """
    said = [message for message in messages if message.role is Role.OTHER]
    known = {name: role_of(name) for name in dict.fromkeys(m.speaker for m in said)}
    for message in said:
        role = known[message.speaker][0]
        message.role = Role.USER if role is Role.OTHER else role
    guesses = [warning for role, warning in known.values() if warning and role is not Role.OTHER]
    has_agent = any(message.role is Role.ASSISTANT for message in messages)
    return guesses if has_agent else [*guesses, NO_AGENT]
