"""What becomes of corrections: made again, gone against, or taken up."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judging.facts.calls import Call, Effect
from judging.facts.fact import Fact, FactKind
from judging.facts.reading import READ_LIMIT, Reading, plain
from judging.facts.vocabulary import word_set
from judging.sessions import Role, Turn

REMEMBERED = 8
MOST_DETAILS = 12
DETAIL = re.compile(
    r"(?<![\w#])#?(?:\d[\d.,:/-]{0,19}\d|\d|[A-Z]{3,8}|(?=[A-Z]{0,8}\d)[A-Z0-9]{4,12})\b"
)
RULED_OUT = re.compile(
    r"[,-] ?(?:and )?not (?:(?:for|in|on|at|to|from|the|a|an|my|your|by|with|via) )*"
    r"([\w#$][\w#$'-]{2,40}(?: [\w#$'-]{1,40})?)"
)
WORDS = re.compile(r"[a-z0-9#$]{3,40}")
EMPTY: frozenset[str] = frozenset()
COMMON = word_set(
    "about actually again already also and any are but can change check confusion correct could did"
    " does double flight for from has have here how just like make might misunderstanding mistake"
    " need not now order please really should some sorry still sure that the there there's these"
    " they think this was what when which will with would wrong yes you your"
)


@dataclass(frozen=True)
class _Correction:
    """A correction, with the details it gives and the one that it rules out, in lower case."""

    fact: Fact
    words: frozenset[str]
    details: frozenset[str]
    ruled_out: str


def uptake(reading: Reading, found: Iterable[Fact]) -> Iterator[Fact]:
    """
    Yield pointers to what follows the corrections in `found`, of which the last eight are kept.

    Made again: a later correction shares a third of the words that count, and three of them.
    Gone against: a later call that changes something holds what the user ruled out ("A, not B").
    Taken up: a later agent turn or call holds every figure and code of it, twelve at most.
    Each at most once.
    """
    corrected = {f.turn: f for f in found if f.kind is FactKind.CORRECTION}
    remembered: deque[_Correction] = deque(maxlen=REMEMBERED)
    taken: set[int] = set()
    for turn in reading.session.turns:
        if fact := corrected.get(turn.number):
            new = _correction(fact, turn)
            yield from _again(new, remembered)
            remembered.append(new)
        elif turn.role is Role.ASSISTANT and remembered:
            calls = reading.calls_of.get(turn.number, ())
            yield from _against(turn, calls, remembered)
            yield from _taken_up(reading, turn, calls, remembered, taken)


def _correction(fact: Fact, turn: Turn) -> _Correction:
    said = turn.content[:READ_LIMIT]
    out = RULED_OUT.search(plain(said))
    ruled_out = out[1] if out else ""
    details = frozenset(map(plain, DETAIL.findall(said))) - set(ruled_out.split())
    words = frozenset(WORDS.findall(plain(said))) - COMMON
    return _Correction(fact, words, details if len(details) <= MOST_DETAILS else EMPTY, ruled_out)


def _again(new: _Correction, remembered: deque[_Correction]) -> Iterator[Fact]:
    for old in reversed(remembered):
        shared = len(new.words & old.words)
        if shared >= 3 and 3 * shared >= min(len(new.words), len(old.words)):
            note = f"The user seems to make the correction of turn {old.fact.turn} again."
            yield _fact(FactKind.REPEATED_CORRECTION, new.fact.turn, note, new.fact.quote, old)
            return


def _against(turn: Turn, calls: tuple[Call, ...], remembered: deque[_Correction]) -> Iterator[Fact]:
    changing = " ".join(plain(call.key) for call in calls if call.effect is Effect.CHANGES)
    for old in [old for old in remembered if old.ruled_out and _holds(changing, old.ruled_out)]:
        remembered.remove(old)
        note = f"A call holds {old.ruled_out!r}, which the user ruled out at turn {old.fact.turn}."
        yield _fact(FactKind.OLD_DETAIL, turn.number, note, "", old)


def _taken_up(
    reading: Reading,
    turn: Turn,
    calls: tuple[Call, ...],
    remembered: deque[_Correction],
    taken: set[int],
) -> Iterator[Fact]:
    text = " ".join(plain(said) for said in (turn.content, *(call.key for call in calls)))
    for old in remembered:
        if old.fact.turn in taken or not old.details:
            continue
        if all(_holds(text, detail) for detail in old.details):
            taken.add(old.fact.turn)
            note = f"The agent goes by the details of the correction at turn {old.fact.turn}."
            yield _fact(FactKind.TAKEN_UP, turn.number, note, reading.quote(turn.number), old)


def _holds(text: str, detail: str) -> bool:
    at = text.find(detail)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(detail) : at + len(detail) + 1]
        if not any(character.isalnum() for character in around):
            return True
        at = text.find(detail, at + 1)
    return False


def _fact(kind: FactKind, turn: int, note: str, quote: str, old: _Correction) -> Fact:
    return Fact(kind, turn, note, quote, old.fact.turn, old.fact.quote)
