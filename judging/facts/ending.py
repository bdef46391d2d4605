"""How the session ends."""

from collections.abc import Iterator

from judging.facts.calls import Call
from judging.facts.fact import Fact, FactKind
from judging.facts.reading import Reading, Sentence
from judging.facts.vocabulary import any_of, word_set
from judging.sessions import Role, Turn

STOP_TOKEN = any_of(r"#{2,4} ?[a-z][a-z_-]{2,20} ?#{2,4}")
HAND_OFF = word_set("transfer escalate handoff handover")
HAND_OFF_TO = word_set("human humans person agent agents support representative")
GIVES_UP = any_of(
    r"\bstill (?:not|doesn't|does not|isn't|won't|can't|broken|wrong|waiting)\b",
    r"\b(?:didn't|did not|doesn't|does not|not) (?:really )?help(?:ful|ed)?\b",
    r"\bnot (?:satisfied|happy|acceptable)\b|\bdisappoint|\bunacceptable\b|\bridiculous\b",
    r"\b(?:forget it|i give up|never ?mind|useless|waste of (?:my )?time)\b",
    r"\b(?:take my business elsewhere|file a complaint)\b",
)
WORKED = any_of(
    r"\b(?:that|it|this)(?:'s| is| has|)(?: all| now| just|) "
    r"(?:worked|works|fixed|solved|sorted|resolved)\b",
    r"\b(?:solved|fixed|resolved) (?:it|(?:my|the) (?:problem|issue))\b",
    r"\b(?:problem|issue) (?:is |has been )?(?:solved|fixed|resolved|gone)\b",
    r"\bexactly what i (?:needed|wanted|was looking for)\b|\bgot (?:it|my \w+) (?:working|back)\b",
)
DOUBTS = any_of(r"\b(?:hope|hoping|if|when|once|until|before|whether)\b")
PROMISES = any_of(
    r"\b(?:hold on|bear with me|(?:one|a) moment|give me a (?:minute|second))\b",
    r"\b(?:let's|let me|i'll|i will|i'm going to) (?:now |first |go ahead and )?(?:proceed|check"
    r"|look|search|process|verify|start|continue|find|retrieve|update|get back to you)\b",
)
IDLE = any_of(
    r"\b(?:anything else|any other|what else|further (?:assistance|help|questions))\b",
    r"\bhow (?:can|may|else) i (?:help|assist)\b",
)
THANKS = any_of(
    r"\b(?:thanks?|thank you|thx|appreciate\w*|cheers|great|perfect|wonderful|excellent)\b",
    r"\b(?:awesome|good ?bye|bye|take care|have a (?:good|great|nice|lovely))\b",
    r"\bthat(?:'s| is| will be|'ll be) (?:all|it|everything|great|fine)\b",
    r"\b(?:all set|no worries|sounds good|got it|okay|ok|understood)\b",
)
WANTS = any_of(
    r"\?$",
    r"^(?:please|can|could|would|will|what|when|where|why|how)\b",
    r"^i(?: need| want| would like|'d like)\b",
)
NOTES = {
    FactKind.ENDS_HANDED_OFF: "The session ends with a hand-off to a person.",
    FactKind.ENDS_GIVEN_UP: "The user's last words are that it did not help.",
    FactKind.ENDS_WORKING: "The user's last words are that it worked.",
    FactKind.ENDS_WITH_THANKS: "The user's last words are thanks or a goodbye.",
    FactKind.ENDS_UNANSWERED: "The user's last words get no answer.",
    FactKind.ENDS_ON_QUESTION: "The agent's last words are a question that gets no answer.",
    FactKind.ENDS_ON_PROMISE: "The agent's last words promise something, and nothing follows.",
    FactKind.ENDS_WITH_AGENT: "The agent has the last word, and the user says no more.",
}


def ending(reading: Reading) -> Iterator[Fact]:
    """
    Yield the one fact on how the session ends; none for a session in which nobody speaks.

    A hand-off is the session's last call, to a tool named for handing over to a person, that has
    not failed, with no request of the user after it. A simulator's stop token is a goodbye.
    """
    turn = _last_spoken(reading)
    call = _hand_off(reading)
    if call and (turn is None or turn.number <= call.turn or not _wants(reading, turn)):
        at = call.answer or call.turn
        yield _fact(FactKind.ENDS_HANDED_OFF, at, reading.quote(at))
    elif turn is not None:
        said = reading.sentences[turn.number]
        kind, sentence = _by_user(said) if turn.role is Role.USER else _by_agent(said)
        yield _fact(kind, turn.number, sentence.quote)


def _fact(kind: FactKind, turn: int, quote: str) -> Fact:
    return Fact(kind, turn, NOTES[kind], quote)


def _last_spoken(reading: Reading) -> Turn | None:
    spoken = (t for t in reversed(reading.session.turns) if reading.sentences.get(t.number))
    return next(spoken, None)


def _hand_off(reading: Reading) -> Call | None:
    call = reading.calls[-1] if reading.calls else None
    if call is None or call.failed or not call.words & HAND_OFF:
        return None
    return call if call.words & HAND_OFF_TO or call.words <= HAND_OFF else None


def _wants(reading: Reading, turn: Turn) -> bool:
    said = reading.sentences[turn.number]
    return turn.role is Role.USER and _by_user(said)[0] is FactKind.ENDS_UNANSWERED


def _by_user(said: tuple[Sentence, ...]) -> tuple[FactKind, Sentence]:
    for kind, pattern in (
        (FactKind.ENDS_GIVEN_UP, GIVES_UP),
        (FactKind.ENDS_WORKING, WORKED),
    ):
        for sentence in said:
            if pattern.search(sentence.plain) and not _is_doubtful(sentence):
                return kind, sentence
    return _goodbye_or_request(said)


def _goodbye_or_request(said: tuple[Sentence, ...]) -> tuple[FactKind, Sentence]:
    if stop := next((s for s in said if STOP_TOKEN.search(s.plain)), None):
        return FactKind.ENDS_WITH_THANKS, stop
    wanted = next((s for s in said if WANTS.search(s.plain)), None)
    thanked = next((s for s in said if THANKS.search(s.plain)), None)
    if thanked and not wanted:
        return FactKind.ENDS_WITH_THANKS, thanked
    return FactKind.ENDS_UNANSWERED, wanted or said[-1]


def _is_doubtful(sentence: Sentence) -> bool:
    return sentence.is_question or DOUBTS.search(sentence.plain) is not None


def _by_agent(said: tuple[Sentence, ...]) -> tuple[FactKind, Sentence]:
    last = said[-1]
    if any(IDLE.search(sentence.plain) for sentence in said[-3:]):
        return FactKind.ENDS_WITH_AGENT, last
    if last.is_question:
        return FactKind.ENDS_ON_QUESTION, last
    is_promise = PROMISES.search(last.plain) is not None
    return (FactKind.ENDS_ON_PROMISE if is_promise else FactKind.ENDS_WITH_AGENT), last
