"""Sentences that the agent says twice, with another figure or the other way round."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judging.facts.fact import Fact, FactKind
from judging.facts.reading import NOTHING, Reading, Said, Sentence
from judging.facts.vocabulary import any_of, word_set
from judging.sessions import Role

TOKEN = re.compile(r"\d[\d.,:/-]*|[a-z']+")
DATES = word_set(
    "jan january feb february march april june july aug august sep sept september oct october nov"
    " november dec december monday tuesday wednesday thursday friday saturday sunday"
)
LEAST_WORDS = 4
NEGATED = {"not": "", "no": "", "never": "", "cannot": "can", "can't": "can", "won't": "will"}
WORDS = DATES | NEGATED.keys()
DIGIT = re.compile(r"\d")
OWNS_UP = any_of(r"\b(?:sorry|apolog\w+|correct(?:ion|ed)?|mistake|instead|updated|now|actually)\b")
EXPLAINS = any_of(
    r"\d|\b(?:instead|change|add|remove|upgrade|downgrade|different|another|other|also)\b",
    r"\b(?:what if|how about)\b",
)


class _Parts(NamedTuple):
    """A sentence taken apart: the frame is what stays if figures, dates and negations go."""

    sentence: Sentence
    frame: str
    figures: tuple[str, ...]
    is_negative: bool


def contradictions(reading: Reading) -> Iterator[Fact]:
    """
    Yield a pointer where the agent says a sentence again with other figures, or negated.

    Two sentences are compared when they are equal but for figures, dates and negation, have
    four words or more, and stand alone of their kind in their turns, which leaves lists out.
    Whatever could explain the change clears the memory: a tool's answer, a user turn with a
    figure or a word of change. A sentence that owns up to the change is left alone.
    """
    said: dict[str, _Parts] = {}
    for turn in reading.session.turns:
        sentences = reading.sentences.get(turn.number, NOTHING)
        if turn.role is Role.TOOL or (turn.role is Role.USER and EXPLAINS.search(sentences.plain)):
            said.clear()
        elif turn.role is Role.ASSISTANT:
            for new in _alone(sentences):
                if clash := _clash(said.get(new.frame), new):
                    yield clash
                said[new.frame] = new


def _alone(sentences: Said) -> list[_Parts]:
    said = [_parts(sentence) for sentence in sentences if not sentence.is_question]
    times = Counter(each.frame for each in said)
    return [each for each in said if each.frame and times[each.frame] == 1]


def _parts(sentence: Sentence) -> _Parts:
    tokens = TOKEN.findall(sentence.plain)
    if not _is_special(sentence.plain, tokens):
        return _Parts(sentence, _long_enough(tokens), (), is_negative=False)
    frame: list[str] = []
    figures: list[str] = []
    negations = 0
    for token in tokens:
        if token in NEGATED or token.endswith("n't"):
            negations += 1
            frame += NEGATED.get(token, token[:-3]).split()
        elif token[0].isdigit() or token in DATES:
            figures.append(token.rstrip(".,:/-"))
        else:
            frame.append(token)
    return _Parts(sentence, _long_enough(frame), tuple(figures), negations % 2 == 1)


def _is_special(text: str, tokens: Sequence[str]) -> bool:
    """Tell whether a sentence has figures, dates or negations: else it is its own frame."""
    return "n't" in text or not WORDS.isdisjoint(tokens) or DIGIT.search(text) is not None


def _long_enough(frame: Sequence[str]) -> str:
    return " ".join(frame) if len(frame) >= LEAST_WORDS else ""


def _clash(old: _Parts | None, new: _Parts) -> Fact | None:
    if old is None or OWNS_UP.search(new.sentence.plain):
        return None
    if old.is_negative != new.is_negative:
        note = f"The agent seems to say the opposite of turn {old.sentence.turn}."
    elif old.figures != new.figures and len(old.figures) == len(new.figures):
        note = f"The agent seems to repeat turn {old.sentence.turn} with other figures."
    else:
        return None
    quotes = new.sentence.quote, old.sentence.turn, old.sentence.quote
    return Fact(FactKind.CONTRADICTION, new.sentence.turn, note, *quotes)
