"""Turns in which the user puts the agent right, thinks again or declines."""

from collections.abc import Iterator

from judging.facts.fact import Fact, FactKind
from judging.facts.reading import NOTHING, Reading, Said, Sentence
from judging.facts.vocabulary import Phrases, any_of, together
from judging.sessions import Role

SUBJECT = r"(?:i|it|that|this|there|they|we|he|she|my \w+|the \w+)"
OPENING = r"^(?:\W|oh|um|uh|hmm|well|ok|okay|yes|no|thanks|sorry|wait)*"
PUTS_RIGHT = any_of(
    # It is not so: "that's not what I asked", "this isn't right", "that is the wrong date".
    r"\b(?:not|n't) what i(?:'m| am)? (?:ask|said|meant|want|request|order|need)",
    r"\b(?:that|this|it|which)(?:'s| is| was) (?:\w+ )?(?:wrong|incorrect|inaccurate|untrue)\b",
    r"\b(?:that|this|it|which)(?:'s| is| was|) ?(?:not|n't) (?:\w+ )?"
    r"(?:right|correct|true|accurate|mine|it\b|my \w"
    r"|the (?:one|item|case|right|order|flight|issue|problem|question|point))",
    r"\b(?:isn't|wasn't|is not|was not) (?:quite |entirely )?(?:right|correct|true|accurate)\b",
    r"\b(?:doesn't|does not) (?:seem|look|sound) (?:quite )?(?:right|correct|true|accurate)\b",
    r"\b(?:that|this|it) (?:doesn't|does not|didn't) (?:seem to )?match\b",
    r"\b(?:that|this|it)(?:'s| is) the wrong \w",
    r"\bi (?:don't|do not) think (?:that|it|this)(?:'s| is) (?:right|correct|true)\b",
    r"\bno,? not (?:that|this|those|the)\b",
    # The agent has erred: "you misunderstood me", "you forgot the bag".
    r"\byou(?:'ve| have)? \w+ the wrong \w",
    r"\byou(?:'ve| have| must have| may have| seem to have|) (?:misunderst\w+|misread|misheard"
    r"|mistook|mixed up|confused|forgot|forgotten|ignored|overlooked)\b",
    r"\byou(?:'ve| have|) got (?:it|that|this|me|the \w+) wrong\b",
    r"\byou(?:'ve| have|) made a mistake\b|\byou(?:'re| are| were) (?:mistaken|wrong|confusing)\b",
    # The user had said or done it: "I already told you", "I did buy insurance".
    r"\bi(?:'ve| have|) (?:already|just) (?:said|told|given|gave|provided|mentioned|sent|shared"
    r"|explained|answered|specified)\b",
    r"\b(?:is|was) already (?:provided|given|mentioned)\b",
    r"\bi did (?:purchase|buy|book|order|pay|add|send|provide|say|tell|give|include|select|ask"
    r"|mention|receive|return)\b",
    r"\bi meant\b",
    # The user is sure of something else: "I'm certain there were three", "actually, I booked it".
    r"\bi(?:'m| am| was) (?:pretty |quite |very |absolutely |fairly |)(?:sure|certain|positive)"
    r" (?:that )?(?:i|it|it's|there|my|the|we|they|that)\b"
    r"(?! must| may| might| can| could| will| should be (?:a|some))",
    rf"\bactually,? {SUBJECT} (?:was|were|did|booked|wanted|asked|had|have|ordered|paid|said|used"
    r"|purchased|is|isn't|wasn't|looks|seems|appears)\b"
    r"(?! (?:wondering|thinking|hoping|going|planning|another|one more|a (?:few|couple)))",
    r"\bactually,? i(?:'m| am) (?:a|an|the|in|at|on|from|referring|talking|asking|trying)\b",
    having="not|n't|wrong|incorrect|inaccurate|untrue|misunderst|misread|misheard|mistook|mixed up"
    "|confus|forgot|ignored|overlooked|mistake|already|just|i did|i meant|sure|certain|positive"
    "|actually",
)
CONFUSION = any_of(
    r"\b(?:misunderstanding|mistake|confusion|mix-?up|misread)\b",
    having="misunderstanding|mistake|confusion|mix|misread",
)
SPOTS = any_of(r"\b(?:there|this|it|that|we|we're|you)\b.*\b(?:a|an|some|any|the)(?: \w+)? $")
CONTRAST = any_of(
    r"[,-] ?(?:and )?not (?:(?:for|in|on|at|to|from|the|a|an|my|your|as|by|with) )*"
    r"(?!(?:sure|just|only|yet|really|that|because|if|even|so|too|necessarily|now|today|any|all"
    r"|want|need|able|to|\w+ing)\b)[\w#$'\"(*]",
    having="not ",
)
SETS_AGAINST = any_of(r"\b(?:i|i'm|i've|it|it's|that's|should)\b.")
CONTRADICTS = any_of(
    rf"{OPENING}no[,.!-]+ ?{SUBJECT} (?:is|was|isn't|wasn't|did|didn't|does|doesn't|used|said|asked"
    r"|wanted|meant|booked|ordered|paid|have|had|need(?:ed)? the)\b(?! know)",
    rf"{OPENING}no[,.!-]+ ?(?:(?:it|that)'s not|i'm (?:asking|talking|looking|trying))\b",
    having="no,|no.|no!|no-",
)
OWN_SLIP = any_of(
    r"\bmy (?:own )?(?:mistake|error|bad|fault|apologies)",
    r"\bon my (?:part|end|side)\b|\boops\b|\bif\b",
    r"\bi(?:'ve| have| might have| may have| must have|) ?(?:just |also )?"
    r"(?:reali[sz]ed? |noticed )?(?:that )?(?:i(?:'ve| have|) )?"
    r"(?:made|gave|given|provided|entered|typed|got|put)\b[^.!?]{0,40}\b(?:mistake|wrong|error|typo|incorrect)",
    r"\bmistakenly\b|\baccidentally\b|\bby (?:mistake|accident)\b",
    r"\bsorry for the (?:confusion|mix)",
)
DECLINES = any_of(
    r"^(?:\W|oh|um|well|sorry)*no\b[^.!?]{0,40}\b(?:don't|do not|rather not|prefer not|wouldn't)\b",
    r"\bi (?:really |just |also )?(?:don't|do not) (?:really )?(?:want|wish|need|like to)\b",
    r"\bi(?:'d| would)? (?:really |much )?(?:rather|prefer) not\b",
    r"^no,? (?:thanks|thank you)\b",
    having="not|n't|thank",
)
CLOSES = any_of(
    r"\bno,? (?:that'?s?|that is|that will be) (?:it|all|everything|fine|ok|okay)",
    having="no that|no, that",
)
RETHINKS = any_of(
    rf"{OPENING}actually,",
    r"\bon second thought|\bi(?:'ve| have|) changed my mind\b|\bnever ?mind\b|\bscratch that\b",
    r"^(?:oh,? )?wait,",
    r"\blet's (?:\w+ ){0,9}instead\b|^(?:can|could) (?:you|we|i) (?:\w+ ){0,12}instead\b",
    having="actually,|on second thought|changed my mind|never|scratch that|wait,|instead",
)
TELLING = together(PUTS_RIGHT, CONFUSION, CONTRAST, CONTRADICTS, DECLINES, RETHINKS)
NOTES = {
    FactKind.CORRECTION: "The user seems to put the agent right.",
    FactKind.CHANGE_OF_MIND: "The user seems to change the request.",
    FactKind.REJECTION: "The user seems to decline what the agent offers.",
}


def corrections(reading: Reading) -> Iterator[Fact]:
    """
    Yield at most one pointer for each user turn that answers the agent.

    The strongest of three is taken: a correction, a change of mind, an offer declined. A bare
    "no" to a question is an answer, and what the user calls their own slip is no correction.
    """
    heard: Sentence | None = None
    asked = False
    for turn in reading.session.turns:
        said = reading.sentences.get(turn.number, NOTHING)
        if turn.role is Role.ASSISTANT and said:
            heard, asked = said[-1], any(sentence.is_question for sentence in said)
        elif turn.role is Role.USER and heard is not None and TELLING.may_be_in(said.plain):
            yield from _strongest(said, heard, asked=asked)


def _strongest(said: Said, heard: Sentence, *, asked: bool) -> Iterator[Fact]:
    found = {kind: s for s in reversed(said) if (kind := _kind(s, asked=asked))}
    for kind, note in NOTES.items():
        if sentence := found.get(kind):
            yield Fact(kind, sentence.turn, note, sentence.quote, heard.turn, heard.quote)
            return


def _kind(sentence: Sentence, *, asked: bool) -> FactKind | None:
    text = sentence.plain
    if _corrects(text, asked=asked) and not OWN_SLIP.search(text):
        return FactKind.CORRECTION
    if CLOSES.search(text):
        return None
    if DECLINES.search(text):
        return FactKind.REJECTION
    return FactKind.CHANGE_OF_MIND if RETHINKS.search(text) else None


def _corrects(text: str, *, asked: bool) -> bool:
    if PUTS_RIGHT.search(text) or _is_after(CONFUSION, SPOTS, text):
        return True
    if _is_after(CONTRAST, SETS_AGAINST, text):
        return True
    return not asked and CONTRADICTS.search(text) is not None


def _is_after(pattern: Phrases, lead: Phrases, text: str) -> bool:
    """Tell whether `pattern` is found with `lead` in the 90 characters before it."""
    starts = (found.start() for found in pattern.finditer(text))
    return any(lead.search(text[max(0, start - 90) : start]) for start in starts)
