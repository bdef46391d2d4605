"""Words and turns of phrase that lint looks for in a criterion, in English."""

import re

QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|`[^`]*`")
# Each means as much as its reader wants it to; what can be counted or pointed at is left out.
VAGUE = re.compile(
    r"""\b(?:
    appropriate(?:ly)? | inappropriate(?:ly)? | adequate(?:ly)? | sufficient(?:ly)?
    | reasonable | reasonably | satisfactor(?:y|ily) | acceptabl[ey] | suitabl[ey]
    | (?:un)?helpful(?:ly)? | good(?!\s+faith) | bad(?:ly)? | great | nice(?:ly)? | poor(?:ly)?
    | high[- ]quality | best[- ]possible | effective(?:ly)? | professional(?:ly)? | engaging
    | user[- ]friendly | intuitive(?:ly)? | natural[- ]sounding | concise(?:ly)? | seamless(?:ly)?
    | in\ a\ timely\ manner | timely | as\ (?:needed|necessary|appropriate) | if\ necessary
    | where\ (?:needed|necessary) | and\ so\ on | etc | somewhat | relatively | generally
    | mostly | usually | largely
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
BE = r"(?:is|are|was|were)"
ASKS = rf"(?:{BE}|do|does|did|has|have|had|can|could|will|would|should)"
DOES = r"(?:do|does|did|can|could|will|would|should)"
# `Is it right and does it say why?`; `and/or`; a second question mark.
SECOND = re.compile(
    rf"\b(?:and|or)\ (?:also\ )?{ASKS}\s+(?:the|an?|it|its|they|there|he|she|this|that|every\w*|all"
    rf"|any\w*)\b|\band/or\b|\?\s+(?P<two>[^?]+\?)",
    re.IGNORECASE | re.DOTALL,
)
# `Is the answer correct and polite?`: two qualities of one thing at the question's end.
QUALITIES = re.compile(
    rf"^{BE}\b.*?\b(?!(?:the|an?|of|with|for|to|in|on|by|at|from|as|its|their|between|every|all|any"
    rf"|no|not|and|or)\b)[\w'-]+,?(?:\ both)?\ (?P<two>[\w-]+,?\ (?:and|or)\ [\w-]+)\?$",
    re.IGNORECASE | re.DOTALL,
)
DEEDS = (
    "acknowledge|address|admit|answer|apologi[sz]e|ask|avoid|call|check|cite|close|confirm|end|"
    "escalate|explain|follow|give|greet|handle|hand|help|include|keep|list|make|name|offer|"
    "provide|quote|refuse|remain|repeat|report|resolve|respond|run|solve|state|stay|suggest|"
    "summari[sz]e|tell|thank|transfer|use|verify|warn"
)
# `Did the agent greet the user and solve the problem?`
DOUBLE_DEED = re.compile(
    rf"^{DOES}\b.*?\b(?P<two>and\ (?:then\ |also\ )?(?:{DEEDS})\ (?:the|an?|any|its?|them|him|her"
    rf"|what|that|how|why|whether|all|every|each|no|their|his|one)\b)",
    re.IGNORECASE | re.DOTALL,
)
# A question that is only asked of some sessions: `If a refund is due, …`, `…, where one is due?`.
CONDITION = re.compile(
    rf"^(?:(?:if|once|whenever|after|in\ case|provided)\b|(?:when|where)\s+(?!{ASKS}\b)).*?,"
    rf"|,\s+(?:if|once|whenever|when|where)\s+(?:the|an?|any|it|one|they|there|this|that)\b"
    rf"|\b(?:if|where)\s+(?:any|applicable|there\ (?:is|are|was|were)\b)",
    re.IGNORECASE | re.DOTALL,
)
SAYS_WHEN_NOT = re.compile(
    r"\bnot[ _]applicable\b|\b(?:does|do|did)\ not\ apply\b|\bapplies\ only\b|\bonly\ applies\b"
    r"|\botherwise\b|\bn/a\b",
    re.IGNORECASE,
)
USER = re.compile(r"\b(?:users?|customers?|callers?)\b", re.IGNORECASE)
LATER = re.compile(
    r"""\b(?: (?:by|at|in)\ the\ end | eventually | ultimately | afterwards? | subsequently
    | (?<!no\ )(?<!sooner\ or\ )later(?!\ than\b) | throughout
    | (?:next|following|coming|remaining)\ turns? | from\ (?:here|then)\ on
    | (?:whole|entire|rest\ of\ the)\ (?:conversation|session|exchange) )\b""",
    re.IGNORECASE | re.VERBOSE,
)
# What says nothing of what a criterion is about.
EMPTY = frozenset(
    re.findall(
        r"\w+",
        """
    a about after again agent agents all an and any anything are as asked assistant at be been
    before but by can conversation did do does done for from had has have he her him his how if in
    into is it its itself least made make no none not nothing of on one only or other out over
    reply response said say says session she so some something still than that the their them then
    there they this to turn until up user users was well were what when where which while who whom
    why will with without would yet
    """,
    )
)


def unquoted(text: str) -> str:
    """Return `text` with as many blanks in the place of each quotation: its words are another's."""
    return QUOTED.sub(lambda found: " " * len(found[0]), text)


def matter(text: str) -> frozenset[str]:
    """Return the words that `text` is about, without their endings; the same for like texts."""
    words = re.findall(r"[a-z][a-z'-]+", text.lower())
    return frozenset(re.sub(r"(?:ing|ed|es|s|ly)$", "", word) for word in words) - EMPTY
