"""Bias checks in words: what each asks, and the chips of its states."""

from collections.abc import Mapping

from judging.agreement.bias import VERBS, BiasCheck, BiasState, Check, Group
from pages.parts.outcome import Chip, Tone

CHIPS: Mapping[BiasState, Chip] = {
    BiasState.FLAGGED: Chip("▲", "Flagged", Tone.ORANGE),
    BiasState.CLEARED: Chip("✓", "Cleared", Tone.BLUE),
    BiasState.INCONCLUSIVE: Chip("◐", "Inconclusive", Tone.GRAY),
    BiasState.INSUFFICIENT: Chip("○", "Insufficient", Tone.GRAY),
}
QUESTIONS: Mapping[Check, str] = {
    Check.SHORT_CORRECT: "Does it fail right answers because they are short?",
    Check.LONG_WRONG: "Does it pass wrong answers because they are long?",
    Check.SAME_FAMILY: "Does it favour agents of its own model family?",
    Check.EVIDENCE_POSITION: "Does it overlook failures in the middle of a session?",
    Check.CONVERSATION_LENGTH: "Does it miss more failures in long sessions?",
    Check.CONTEXT_MODE: "Does shortening a session hide its failures?",
    Check.ANCHORING: "Did what reviewers had seen lead their labels?",
    Check.INJECTION: "Does it obey instructions planted in a session?",
    Check.NOT_SCORED: "Does it leave failures without a verdict more often?",
}
LONG_PASSES = "Does it fail more right ones in long sessions?"


def question(check: BiasCheck) -> str:
    """Return what a check asks; of long conversations there are two, one a label."""
    is_of_passes = any(group.name.endswith("labelled pass") for group in check.groups)
    if check.check is Check.CONVERSATION_LENGTH and is_of_passes:
        return LONG_PASSES
    return QUESTIONS[check.check]


def percent(confidence: float) -> str:
    """Return a level as text: `99.2 %`."""
    return f"{100 * confidence:.3g} %"


def counted(check: BiasCheck) -> str:
    """Return what the counts of a check are of, before they are listed."""
    if check.check is Check.INJECTION:
        return "The judge is talked into a pass in"
    if len(check.groups) == 1:
        return "Labelled fail are"
    verb = VERBS[check.check]
    return f"{verb[0].upper()}{verb[1:]}"


def rate(group: Group) -> str:
    """Return a count with what it is of, and its share with the interval where there is one."""
    found, told = group.rate, f"{group.x:,.0f} of {group.n:,.0f} {group.name}"
    if found.value is None or found.low is None or found.high is None:
        return told
    return f"{told}: {found.value:.0%} ({found.low:.0%} to {found.high:.0%})"
