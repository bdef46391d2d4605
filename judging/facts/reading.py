"""A session as the checks read it: in sentences, and calls with their answers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from judging.facts.calls import Call, paired
from judging.sessions import Role, Session, Turn

QUOTE_LIMIT = 240
READ_LIMIT = 20_000
STRAIGHT = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014\u00a0", "''\"\"-- ")
BREAK = re.compile(r"(?<=[.!?])\s+")


class Sentence(NamedTuple):
    """
    One sentence of a turn.

    Attributes:
        quote: Its words exactly as in the turn, the first 240 characters.

        plain: All of it in lower case, with straight quotes and single spaces.
    """

    turn: int
    quote: str
    plain: str

    @property
    def is_question(self) -> bool:
        """Whether it ends in a question mark."""
        return self.plain.endswith("?")


class Said(tuple[Sentence, ...]):  # noqa: SLOT001  (it keeps its text)
    """What one turn says, sentence after sentence."""

    @cached_property
    def plain(self) -> str:
        """All of it, a line each: most phrases are in no sentence of it, as one look tells."""
        return "\n".join(sentence.plain for sentence in self)


NOTHING = Said()


@dataclass(frozen=True)
class Reading:
    """One session, split and paired once for all checks."""

    session: Session

    @cached_property
    def sentences(self) -> dict[int, Said]:
        """
        The sentences of each turn of user and assistant, by turn number.

        Of a turn, the first 20,000 characters are read.
        """
        return {
            turn.number: Said(sentences(turn))
            for turn in self.session.turns
            if turn.role in (Role.USER, Role.ASSISTANT)
        }

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call in order, with its answer."""
        return paired(self.session)

    @cached_property
    def calls_of(self) -> dict[int, tuple[Call, ...]]:
        """The calls that each assistant turn makes; turns without calls are left out."""
        by_turn = groupby(self.calls, key=lambda call: call.turn)
        return {turn: tuple(calls) for turn, calls in by_turn}

    @cached_property
    def answered_by(self) -> dict[int, Call]:
        """The call that each tool turn answers; tool turns that answer none are left out."""
        return {call.answer: call for call in self.calls if call.answer is not None}

    def quote(self, number: int) -> str:
        """Return the first 240 characters of turn `number`, without blanks around them."""
        return self.session.turns[number - 1].content[:QUOTE_LIMIT].strip()

    def spoken(self, role: Role) -> Iterator[tuple[Turn, Said]]:
        """Yield the turns of `role`, user or assistant, that say something."""
        for turn in self.session.turns:
            if turn.role is role and self.sentences[turn.number]:
                yield turn, self.sentences[turn.number]


def sentences(turn: Turn) -> Iterator[Sentence]:
    """Yield what `turn` says, broken at line ends and after full stops; no sentence is blank."""
    for line in turn.content[:READ_LIMIT].splitlines():
        # Then it has straight quotes and single spaces already.
        is_plain = line.isascii() and line.isprintable() and "  " not in line
        for piece in BREAK.split(line):
            if quote := piece.strip():
                words = quote.lower() if is_plain else plain(quote)
                yield Sentence(turn.number, quote[:QUOTE_LIMIT], words)


def plain(text: str) -> str:
    """Return `text` in lower case, with straight quotes and single spaces."""
    # What is ASCII has straight quotes already.
    lower = text.lower() if text.isascii() else text.translate(STRAIGHT).casefold()
    return " ".join(lower.split())
