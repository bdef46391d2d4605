"""Who speaks, in the words of many sources."""

import re
from functools import lru_cache
from itertools import pairwise

from judging.sessions import Role

WORDS = {
    Role.USER: "user human customer client end-user end_user requester caller visitor patient"
    " student prompter humanmessage humanmessagechunk",
    Role.ASSISTANT: "assistant ai gpt chatgpt bing bard claude gemini bot agent chatbot model"
    " operator admin aimessage aimessagechunk virtual_agent virtual-agent",
    Role.TOOL: "tool function observation ipython environment tool_result toolmessage"
    " functionmessage function_call_output tool_response function_response",
    Role.SYSTEM: "system developer systemmessage",
}
ROLES = {word: role for role, words in WORDS.items() for word in words.split()}
# Shorter words are too easily one letter from another.
SHORTEST_KNOWN, SHORTEST_MISSPELT = 4, 5
LONGEST = 100
SPACE = re.compile(r"[\s_-]+")
LETTERS = re.compile(r"[^\W\d_]+")


def is_role(word: str) -> bool:
    """Tell whether `word`, alone and spelt right, names a speaker."""
    return _plain(word) in ROLES


def role_of(word: str) -> tuple[Role, str]:
    """
    Return the role that the source's `word` means, and a warning where that is a guess.

    A word misspelt by one letter, or one role's word among others (`Agent Smith (Bot)`), is
    guessed; the rest is OTHER, numbered like any turn.
    """
    if len(word) > LONGEST:
        return Role.OTHER, f"The speaker {word[:57]!r}… is of no known role."
    return _role_of(word)


@lru_cache(maxsize=4096)
def _role_of(word: str) -> tuple[Role, str]:
    plain = _plain(word)
    if role := ROLES.get(plain):
        return role, ""
    guesses = _misspelt(plain) or {ROLES[part] for part in LETTERS.findall(plain) if part in ROLES}
    if len(guesses) == 1:
        role = guesses.pop()
        return role, f"The speaker {word!r} is read as {role}."
    return Role.OTHER, f"The speaker {word!r} is of no known role."


def is_agent_as_system(roles: list[Role]) -> bool:
    """
    Tell whether the system's turns are the agent's.

    They are where only user and system speak, by turns, and the system at least once after the
    user: dialogue corpora call the agent SYSTEM.
    """
    return (
        Role.SYSTEM in roles[1:]
        and set(roles) == {Role.USER, Role.SYSTEM}
        and all(one is not other for one, other in pairwise(roles))
        and (Role.USER, Role.SYSTEM) in pairwise(roles)
    )


def _plain(word: str) -> str:
    return SPACE.sub("_", word.strip().casefold())


def _misspelt(word: str) -> set[Role]:
    if len(word) < SHORTEST_MISSPELT:
        return set()
    return {
        role
        for known, role in ROLES.items()
        if len(known) >= SHORTEST_KNOWN and _is_one_edit_away(word, known)
    }


def _is_one_edit_away(one: str, other: str) -> bool:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if at is None:
        return abs(len(one) - len(other)) <= 1
    return one[at + 1 :] in (other[at:], other[at + 1 :]) or one[at:] == other[at + 1 :]
