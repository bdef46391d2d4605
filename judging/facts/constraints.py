"""Limits that the user sets, and sums that go beyond them."""

from collections.abc import Iterator
from dataclasses import dataclass

from judging.facts.fact import Fact, FactKind
from judging.facts.reading import NOTHING, Reading, Said, Sentence
from judging.facts.vocabulary import any_of
from judging.sessions import Role

NUMBER = r"\d[\d,]{0,11}(?:\.\d{1,2})?"
SUM = rf"(?:[$\u20ac\u00a3] ?({NUMBER})|\b({NUMBER}) ?(?:dollars|usd|euros?|eur|pounds|gbp)\b)"
SETS = any_of(
    r"\b(?:under|below|(?:less|cheaper|no more|not more) than|at most|max(?:imum)?(?: of)?|within"
    r"|up to|(?:budget|limit) (?:is|of))(?: a| my| the)?(?: (?:budget|fee|total) of)? " + SUM,
    having="under|below|than|at most|max|within|up to|budget|limit",
)
NAMES_SUM = any_of(SUM)
SAYS_SO = any_of(
    r"\b(?:over|above|exceed\w*|beyond|more than|higher|lowest|budget|limit|balance|refund\w*)\b",
    r"\b(?:unfortunately|however|but|not)\b|n't\b",
)
PRICES = any_of(r"\b(?:total|price|cost|fee|charge|pay|proceed|book|option)")


@dataclass(frozen=True, slots=True)
class _Limit:
    amount: float
    sentence: Sentence


def constraints(reading: Reading) -> Iterator[Fact]:
    """
    Yield a pointer for each limit on a sum that the user sets, and one where a price is above it.

    A price is above it if an agent's sentence names nothing lower and does not say that it is;
    each limit yields one such pointer at most. Currencies are not converted.
    """
    limit: _Limit | None = None
    is_open = False
    for turn in reading.session.turns:
        said = reading.sentences.get(turn.number, NOTHING)
        if turn.role is Role.USER:
            for new in _set(said):
                if limit is None or new.amount != limit.amount:
                    yield _constraint(new)
                    limit, is_open = new, True
        elif is_open and (over := next(filter(None, (_over(s, limit) for s in said)), None)):
            yield over
            is_open = False


def _set(said: Said) -> Iterator[_Limit]:
    for sentence in said if SETS.may_be_in(said.plain) else ():
        if found := SETS.search(sentence.plain):
            yield _Limit(_amount(found[1] or found[2]), sentence)


def _constraint(limit: _Limit) -> Fact:
    note = f"The user sets a limit of {limit.amount:,.2f}."
    return Fact(FactKind.CONSTRAINT, limit.sentence.turn, note, limit.sentence.quote)


def _over(sentence: Sentence, limit: _Limit | None) -> Fact | None:
    if limit is None or not PRICES.search(sentence.plain) or SAYS_SO.search(sentence.plain):
        return None
    sums = [_amount(found[1] or found[2]) for found in NAMES_SUM.finditer(sentence.plain)]
    if not sums or min(sums) <= limit.amount:
        return None
    note = f"The agent names {min(sums):,.2f}, above the user's limit of {limit.amount:,.2f}."
    quotes = sentence.quote, limit.sentence.turn, limit.sentence.quote
    return Fact(FactKind.OVER_LIMIT, sentence.turn, note, *quotes)


def _amount(text: str) -> float:
    return float(text.replace(",", ""))
