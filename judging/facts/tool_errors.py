"""Answers of tools that are errors, and those that were left at that."""

from collections.abc import Iterator

from judging.facts.calls import Effect, is_error
from judging.facts.fact import Fact, FactKind
from judging.facts.reading import Reading
from judging.facts.vocabulary import any_of
from judging.sessions import Role, Turn

ADMITS = any_of(
    r"\b(?:unable|unfortunately|issues?|errors?|sorry|apologi[sz]e|fail(?:s|ed|ure)?|declined)\b",
    r"\b(?:insufficient|problem|cannot|can't|could not|couldn't)\b",
    r"\bnot (?:available|enough|possible|able|eligible|found|allowed|valid|sufficient)\b",
)


def tool_errors(reading: Reading) -> Iterator[Fact]:
    """Yield a fact for each tool turn that its source marks as an error or that begins like one."""
    for turn in reading.session.turns:
        if turn.role is Role.TOOL and is_error(turn):
            yield _error(reading, turn)


def unresolved_errors(reading: Reading) -> Iterator[Fact]:
    """
    Yield a pointer if the last attempt to change something failed and the agent never says so.

    Attempts are calls whose tool's name speaks of a change. The agent says so when a later
    turn of its own has a word of failure or regret.
    """
    attempts = [call for call in reading.calls if call.effect is Effect.CHANGES and call.answer]
    if not attempts or not attempts[-1].failed or attempts[-1].answer is None:
        return
    call, at = attempts[-1], attempts[-1].answer
    later = (s for turn, said in reading.spoken(Role.ASSISTANT) if turn.number > at for s in said)
    if not any(ADMITS.search(sentence.plain) for sentence in later):
        note = f"The last attempt at a change, {call.label}, failed, and the agent never says so."
        yield Fact(FactKind.UNRESOLVED_ERROR, at, note, reading.quote(at), call.turn)


def _error(reading: Reading, turn: Turn) -> Fact:
    call = reading.answered_by.get(turn.number)
    name = call.label if call else "A tool"
    asked_at = call.turn if call else None
    return Fact(
        FactKind.TOOL_ERROR,
        turn.number,
        f"{name} answers with an error.",
        reading.quote(turn.number),
        asked_at,
    )
