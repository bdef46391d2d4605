"""Turns in which the agent declines or says that something cannot be done."""

from collections.abc import Iterator

from judging.facts.fact import Fact, FactKind
from judging.facts.reading import Reading
from judging.facts.vocabulary import any_of
from judging.sessions import Role

REFUSES = any_of(
    r"\b(?:i'm|i am|we're|we are) (?:really |very |so |)"
    r"(?:unable|not (?:able|allowed|permitted))\b",
    r"\b(?:i|we) (?:cannot|can't|can not|won't|will not)\b(?! wait| find| see| locate)",
    r"\b(?:i|we) (?:must|have to) decline\b",
    r"\b(?:cannot|can't|can not) be (?:\w+ )?(?:\w+ed|done|made|given|undone)\b",
    r"\b(?:is|are|it's|that's)(?: unfortunately| currently|) ?(?:not|n't) (?:\w+ )?"
    r"(?:possible|allowed|eligible|permitted|supported|refundable)\b",
    r"\bagainst (?:our|the|company) (?:\w+ )?polic",
    r"\bas an ai\b",
    r"\bnot something (?:i|we) can\b",
    having="unable|not|n't|decline|against|as an ai",
)


def refusals(reading: Reading) -> Iterator[Fact]:
    """Yield a pointer for each agent turn that declines, which is often what policy asks for."""
    for turn, said in reading.spoken(Role.ASSISTANT):
        if not REFUSES.may_be_in(said.plain):
            continue
        refused = next((s for s in said if not s.is_question and REFUSES.search(s.plain)), None)
        if refused:
            note = "The agent seems to decline, or to say that something cannot be done."
            yield Fact(FactKind.REFUSAL, turn.number, note, refused.quote)
