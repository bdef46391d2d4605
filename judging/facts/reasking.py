"""Questions that the user has already answered."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from judging.facts.fact import Fact, FactKind
from judging.facts.reading import NOTHING, Reading, Said, Sentence
from judging.facts.vocabulary import any_of, together, word_set
from judging.sessions import Role, Turn

ASKS = any_of(
    r"\b(?:could|can|would|will) you (?:please |kindly |also |first )*"
    r"(?:provide|share|give|tell|send|enter|specify|let me know|remind me)\b",
    r"\bplease (?:also )?(?:provide|share|give|tell|send|enter|specify|let me know)\b",
    r"\b(?:may|can|could) i (?:please )?(?:have|get|know)\b",
    r"\bwhat(?:'s| is| was) your\b",
    r"\bi(?:'ll| will|) (?:also |first |still )?need (?:your|the)\b",
)
SPARES = any_of(
    r"\b(?:other|another|different|new|second|additional|else|each|next|or|if|both|again)\b",
    r"\b(?:correct one|double-?check|using|look (?:it |them )?up)\b",
)
LABELS = (
    "user id|account (?:number|id)|customer number|member(?:ship)? number|policy number"
    "|(?:order|reservation|booking) (?:number|id)|booking reference|reservation code"
    "|confirmation (?:number|code)|(?:ticket|case|tracking|serial|invoice) number"
    "|e-?mail(?: address)?|phone number|zip ?code|post(?:al)? ?code|date of birth"
    "|full name|last name|name"
)
LABEL = re.compile(rf"\b({LABELS})\b")
STATES = any_of(
    rf"\b(?:my|the) (?P<label>{LABELS})"
    r"(?:(?: is|'s| was| would be):? (?P<value>.+)|:? (?P<number>[#*\w-]*\d))",
    having=" id|number|reference|code|mail|date of birth|name",
)
SHAPES = (
    ("user id", any_of(r"\b[a-z]{1,40}_[a-z]{1,40}_\d{2,8}\b", having="_")),
    ("email", any_of(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[a-z]{2,12}\b", having="@")),
)
VALUE = re.compile(r"[\d@]")
CODE = re.compile(r"\b[A-Z0-9]{4,}\b")
NAMES = frozenset({"name", "full name", "last name"})
NAMED = any_of(
    r"\bmy (?:full |last )?name is (?!not\b|on\b|in\b|spelled\b|wrong\b)[a-z]", having="name is"
)
TELLS = together(NAMED, STATES, *(shape for _, shape in SHAPES))
ONE_OF_SEVERAL = re.compile(r"order|reservation|booking|confirmation|ticket|case|tracking|invoice")
ANEW = any_of(
    r"\b(?:another|other|also|second|different|new|instead|wrong|mistake|typo|oops|sorry)\b",
    having="other|also|second|different|new|instead|wrong|mistake|typo|oops|sorry",
)
OFFERS = any_of(
    r"\b(?:anything else|proceed|confirm|assist|help you|shall i|should i|let me know)\b",
    r"\b(?:would you (?:like|prefer)|do you (?:want|have any)|how are you)\b",
    r"\b(?:these|those|following)\b",
)
WORDS = re.compile(r"[a-z0-9']{1,40}")
EMPTY = word_set(
    "a about an and any are as at be by can could do does for from had has have how i if in is it"
    " me my no not of on or please so thank thanks that the there this to was we what when where"
    " which who will with would you your"
)


@dataclass
class _Heard:
    """What the user has told so far, and which of the agent's last questions are open."""

    told: dict[str, Sentence] = field(default_factory=dict)
    answered: dict[frozenset[str], Sentence] = field(default_factory=dict)
    pending: deque[frozenset[str]] = field(default_factory=lambda: deque(maxlen=12))


def reasking(reading: Reading) -> Iterator[Fact]:
    """
    Yield a pointer for each request for a detail, or question, that the user had answered.

    A detail counts as told when the user names it (`my order number is 17`) or when its shape
    is plain (an e-mail address). It may be asked for again after a tool has failed, and a number
    of which there may be several once the user speaks of another. A question counts as answered
    when the next user turn says yes or no or takes up one of its words.
    """
    heard = _Heard()
    for turn in reading.session.turns:
        said = reading.sentences.get(turn.number, NOTHING)
        if turn.role is Role.USER:
            _listen(heard, said)
        elif turn.role is Role.ASSISTANT:
            yield from _asked_again(heard, said)
        elif turn.role is Role.TOOL and _failed(reading, turn):
            heard.told.clear()


def _failed(reading: Reading, turn: Turn) -> bool:
    call = reading.answered_by.get(turn.number)
    return call is not None and call.failed


def _listen(heard: _Heard, said: Said) -> None:
    if ANEW.search(said.plain):
        for label in [label for label in heard.told if ONE_OF_SEVERAL.match(label)]:
            del heard.told[label]
    for sentence in said if TELLS.may_be_in(said.plain) else ():
        for label in _told(sentence):
            heard.told.setdefault(label, sentence)
    for sentence in said if heard.pending else ():
        _answers(heard, sentence)
    if said:
        heard.pending.clear()


def _told(sentence: Sentence) -> Iterator[str]:
    if NAMED.search(sentence.plain):
        yield from NAMES
    if (stated := STATES.search(sentence.plain)) and stated["label"] not in NAMES:
        value = stated["number"] or stated["value"][:60]
        if VALUE.search(value) or CODE.search(sentence.quote):
            yield _one_name(stated["label"])
    for label, shape in SHAPES:
        if shape.search(sentence.plain):
            yield label


def _answers(heard: _Heard, sentence: Sentence) -> None:
    if sentence.is_question:
        return
    words = frozenset(WORDS.findall(sentence.plain))
    for question in heard.pending:
        if words & question or words & {"yes", "no"}:
            heard.answered.setdefault(question, sentence)


def _asked_again(heard: _Heard, said: Said) -> Iterator[Fact]:
    for sentence in said if heard.told or "?" in said.plain else ():
        label = _wanted(heard, sentence)
        question = _question(sentence)
        if label is not None:
            told = heard.told[label]
            note = (
                f"The agent seems to ask for the {label}, which the user gave at turn {told.turn}."
            )
            yield _fact(sentence, told, note)
        elif question in heard.answered:
            told = heard.answered[question]
            note = f"The agent seems to ask what the user answered at turn {told.turn}."
            yield _fact(sentence, told, note)
        elif question:
            heard.pending.append(question)


def _fact(sentence: Sentence, told: Sentence, note: str) -> Fact:
    return Fact(FactKind.REASKING, sentence.turn, note, sentence.quote, told.turn, told.quote)


def _wanted(heard: _Heard, sentence: Sentence) -> str | None:
    if not heard.told or not ASKS.search(sentence.plain) or SPARES.search(sentence.plain):
        return None
    labels = (_one_name(found[1]) for found in LABEL.finditer(sentence.plain))
    return next((label for label in labels if label in heard.told), None)


def _question(sentence: Sentence) -> frozenset[str]:
    if not sentence.is_question or OFFERS.search(sentence.plain):
        return frozenset()
    words = frozenset(WORDS.findall(sentence.plain)) - EMPTY
    return words if len(words) >= 3 else frozenset()


def _one_name(label: str) -> str:
    return "email" if label.startswith(("e-mail", "email")) else label
