"""The rules of the rules judge, in the order in which they are asked."""

from typing import NamedTuple

from judging.facts import FactKind
from judging.ratings import Outcome

PASS, FAIL, CANNOT_TELL = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL


class Rule(NamedTuple):
    """
    If a fact of its kind is found, this is the outcome.

    Attributes:
        criterion: The key of the criterion that it decides; `*` for every criterion.

        kind: None for the rule that holds when none before it does.

        unless: A kind of fact that takes the rule's force away; None without one.
    """

    criterion: str
    outcome: Outcome
    sentence: str
    kind: FactKind | None = None
    unless: FactKind | None = None


NO_RULE = Rule("*", CANNOT_TELL, "Cannot tell if no rule below is for its key, level and meaning.")
ONE_SIDED = Rule(
    "*", CANNOT_TELL, "Cannot tell if it shows the agent's turns only: rules read all."
)
SILENT = Rule("*", CANNOT_TELL, "Cannot tell if the agent has no turn.")
NOT_ENGLISH = Rule(
    "*", CANNOT_TELL, "Cannot tell from finding nothing if the session does not read as English."
)
ABSENT = Rule("*", Outcome.NOT_APPLICABLE, "Not applicable if the condition it hangs on is absent.")
UNSURE = Rule("*", CANNOT_TELL, "Cannot tell if the rules cannot tell the condition it hangs on.")
GENERAL = (ABSENT, NO_RULE, ONE_SIDED, SILENT, UNSURE, NOT_ENGLISH)

DECIDING = (
    Rule(
        "goal_met",
        FAIL,
        "Fails if the user's last words are that it did not help.",
        FactKind.ENDS_GIVEN_UP,
    ),
    Rule(
        "goal_met",
        FAIL,
        "Fails if the user's last words, neither thanks nor a goodbye, get no answer.",
        FactKind.ENDS_UNANSWERED,
    ),
    Rule(
        "goal_met",
        FAIL,
        "Fails if the agent's last words promise something and nothing follows.",
        FactKind.ENDS_ON_PROMISE,
    ),
    Rule(
        "goal_met",
        FAIL,
        "Fails if the agent's last words are a question that gets no answer, unless a call confirms"
        " something that the agent said was done.",
        FactKind.ENDS_ON_QUESTION,
        unless=FactKind.CONFIRMED_CLAIM,
    ),
    Rule(
        "goal_met",
        FAIL,
        "Fails if a call that had failed is made again unchanged.",
        FactKind.REPEATED_FAILURE,
    ),
    Rule(
        "goal_met",
        FAIL,
        "Fails if the last attempt at a change failed and the agent never says so.",
        FactKind.UNRESOLVED_ERROR,
    ),
    Rule(
        "goal_met",
        FAIL,
        "Fails if the agent says that something is done and no call has done it.",
        FactKind.UNSUPPORTED_CLAIM,
    ),
    Rule(
        "goal_met",
        PASS,
        "Passes if the session ends with a hand-off to a person.",
        FactKind.ENDS_HANDED_OFF,
    ),
    Rule(
        "goal_met",
        PASS,
        "Passes if the user's last words are that it worked.",
        FactKind.ENDS_WORKING,
    ),
    Rule(
        "goal_met",
        CANNOT_TELL,
        "Otherwise cannot tell: thanks, a goodbye or silence say nothing of the result.",
    ),
    Rule(
        "consistent",
        FAIL,
        "Fails if the agent says a sentence again with other figures, or negated, and nothing in"
        " between explains it.",
        FactKind.CONTRADICTION,
    ),
    Rule(
        "consistent",
        FAIL,
        "Fails if the agent says that something is done and no call has done it.",
        FactKind.UNSUPPORTED_CLAIM,
    ),
    Rule(
        "consistent",
        PASS,
        "Passes if the agent says that something is done and a call confirms it.",
        FactKind.CONFIRMED_CLAIM,
    ),
    Rule(
        "consistent",
        CANNOT_TELL,
        "Otherwise cannot tell: the agent says nothing that code can hold against its calls.",
    ),
    Rule(
        "no_reasking",
        FAIL,
        "Fails if the agent asks for a detail, or puts a question, that the user had answered.",
        FactKind.REASKING,
    ),
    Rule(
        "no_reasking", PASS, "Otherwise passes: the agent asks for nothing that the user has given."
    ),
    Rule(
        "correction_present",
        PASS,
        "Present if the user puts the agent right in so many words.",
        FactKind.CORRECTION,
    ),
    Rule("correction_present", FAIL, "Otherwise absent: no words of the user put the agent right."),
    Rule(
        "correction_honoured",
        FAIL,
        "Fails if the user makes the same correction again.",
        FactKind.REPEATED_CORRECTION,
    ),
    Rule(
        "correction_honoured",
        FAIL,
        "Fails if a later call that changes something holds the detail that the user ruled out.",
        FactKind.OLD_DETAIL,
    ),
    Rule(
        "correction_honoured",
        PASS,
        "Passes if a later turn or call of the agent holds every figure and code of a correction.",
        FactKind.TAKEN_UP,
    ),
    Rule(
        "correction_honoured",
        CANNOT_TELL,
        "Otherwise cannot tell: the correction gives nothing that code can follow.",
    ),
    Rule(
        "turn_pass",
        FAIL,
        "Fails if the turn asks for a detail, or puts a question, that the user had answered.",
        FactKind.REASKING,
    ),
    Rule(
        "turn_pass",
        FAIL,
        "Fails if the turn says an earlier sentence with other figures, or negated, and nothing in"
        " between explains it.",
        FactKind.CONTRADICTION,
    ),
    Rule(
        "turn_pass",
        FAIL,
        "Fails if the turn says that something is done and no call so far has done it.",
        FactKind.UNSUPPORTED_CLAIM,
    ),
    Rule(
        "turn_pass",
        FAIL,
        "Fails if the turn makes a call again, unchanged, that had failed.",
        FactKind.REPEATED_FAILURE,
    ),
    Rule(
        "turn_pass",
        PASS,
        "Passes if the turn says that something is done and a call before it confirms it.",
        FactKind.CONFIRMED_CLAIM,
    ),
    Rule(
        "turn_pass",
        CANNOT_TELL,
        "Otherwise cannot tell: code cannot judge what else a turn says.",
    ),
)
