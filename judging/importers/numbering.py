"""Messages to numbered turns: the rules that give every export of a session the same numbers."""

from dataclasses import dataclass

from judging.importers.message import Message
from judging.importers.pairing import paired
from judging.importers.roles import is_agent_as_system, role_of
from judging.sessions import Role, Turn

ONE_SIDED = ("The session has no user turn.", "The session has no assistant text.")


@dataclass(frozen=True, slots=True)
class Numbered:
    """The turns of a session, its leading system prompt, and what had to be guessed or left out."""

    turns: tuple[Turn, ...]
    system_prompt: str | None
    warnings: tuple[str, ...]


def numbered(messages: list[Message]) -> Numbered:
    """
    Give every message a number from 1, in conversation order.

    The leading system messages are the prompt and have none. Messages without anything are
    left out, and thinking by itself joins the assistant's next message; both with a warning.
    """
    warnings = _cast(messages)
    prompt, spoken = _lifted(messages)
    kept, dropped = _kept(spoken)
    ordered, misplaced = paired(kept)
    turns = tuple(_turn(number, message) for number, message in enumerate(ordered, 1))
    return Numbered(turns, prompt, (*warnings, *dropped, *misplaced, *one_sided(turns)))


def _cast(messages: list[Message]) -> list[str]:
    """Settle the roles."""
    known = {word: role_of(word) for word in dict.fromkeys(m.speaker for m in messages)}
    unsettled = dict.fromkeys(m.speaker for m in messages if m.role is Role.OTHER)
    warnings = [warning for word in unsettled if (warning := known[word][1])]
    for message in messages:
        if message.role is Role.OTHER:
            message.role = known[message.speaker][0]
    roles = [message.role for message in messages]
    # What a source marks as the program's own, though a user's by its word, is no agent's.
    is_marked = any(m.role is Role.SYSTEM and known[m.speaker][0] is Role.USER for m in messages)
    if Role.SYSTEM in roles[1:] and not is_marked and is_agent_as_system(roles):
        warnings.append("The system's turns are read as the agent's, who is otherwise absent.")
        for message in messages:
            if message.role is Role.SYSTEM:
                message.role = Role.ASSISTANT
    return warnings


def _lifted(messages: list[Message]) -> tuple[str | None, list[Message]]:
    leading = 0
    while leading < len(messages) and messages[leading].role is Role.SYSTEM:
        leading += 1
    prompts = [message.content for message in messages[:leading] if message.content]
    return "\n\n".join(prompts) or None, messages[leading:]


def _kept(messages: list[Message]) -> tuple[list[Message], list[str]]:
    if all(message.content for message in messages):
        return messages, []
    kept: list[Message] = []
    empty, thoughts = 0, ""
    lost = 0
    for message in messages:
        if message.role is Role.ASSISTANT and thoughts:
            message.reasoning = "\n".join(filter(None, (thoughts, message.reasoning)))
            thoughts = ""
        elif thoughts:
            lost, thoughts = lost + 1, ""
        if message.role is Role.ASSISTANT and message.reasoning and message.is_silent:
            thoughts = message.reasoning
        elif message.content is None and not message.calls and message.role is not Role.TOOL:
            empty += 1
        else:
            kept.append(message)
    return kept, _left_out(empty, lost + bool(thoughts))


def _left_out(empty: int, lost: int) -> list[str]:
    warnings = []
    if empty:
        warnings.append(f"Left out: {empty} without content or tool calls.")
    if lost:
        warnings.append(f"Left out: {lost} with thinking only, before no assistant turn.")
    return warnings


def one_sided(turns: tuple[Turn, ...]) -> list[str]:
    """Return what a reader should know where the user or the assistant says nothing."""
    has_user = any(turn.role is Role.USER for turn in turns)
    has_agent = any(turn.role is Role.ASSISTANT and turn.content for turn in turns)
    sides = zip((has_user, has_agent), ONE_SIDED, strict=True)
    return [warning for is_there, warning in sides if not is_there]


def _turn(number: int, message: Message) -> Turn:
    return Turn(
        number,
        message.role,
        message.content or "",
        message.reasoning,
        message.calls,
        message.call_id,
        message.tool_name,
        message.is_error,
        message.speaker,
        message.model,
        message.timestamp,
        message.external,
    )
