"""What code finds in a session."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class FactKind(StrEnum):
    """What was found. Of the kinds that begin with `ends_`, a session has one at most."""

    CORRECTION = "correction"
    CHANGE_OF_MIND = "change_of_mind"
    REJECTION = "rejection"
    REPEATED_CORRECTION = "repeated_correction"
    OLD_DETAIL = "old_detail"
    TAKEN_UP = "taken_up"
    REASKING = "reasking"
    REPEATED_CALL = "repeated_call"
    REPEATED_FAILURE = "repeated_failure"
    TOOL_ERROR = "tool_error"
    UNRESOLVED_ERROR = "unresolved_error"
    CONFIRMED_CLAIM = "confirmed_claim"
    UNSUPPORTED_CLAIM = "unsupported_claim"
    REFUSAL = "refusal"
    CONTRADICTION = "contradiction"
    CONSTRAINT = "constraint"
    OVER_LIMIT = "over_limit"
    ENDS_HANDED_OFF = "ends_handed_off"
    ENDS_GIVEN_UP = "ends_given_up"
    ENDS_WORKING = "ends_working"
    ENDS_WITH_THANKS = "ends_with_thanks"
    ENDS_UNANSWERED = "ends_unanswered"
    ENDS_ON_QUESTION = "ends_on_question"
    ENDS_ON_PROMISE = "ends_on_promise"
    ENDS_WITH_AGENT = "ends_with_agent"

    @property
    def looks_ahead(self) -> bool:
        """Whether it rests on turns that come after its own: then the end of the session tells."""
        return self is FactKind.UNRESOLVED_ERROR or self.startswith("ends_")


PRECISION: Mapping[FactKind, str] = {
    FactKind.CORRECTION: "40 of 43 were corrections where it was tuned, 7 of 9 elsewhere.",
    FactKind.CHANGE_OF_MIND: "28 of 38 changed the request.",
    FactKind.REJECTION: "19 of 23 declined what the agent had offered or asked.",
    FactKind.REPEATED_CORRECTION: "7 of 7 made an earlier one again, in 3 sessions.",
    FactKind.OLD_DETAIL: "The one hit was wrong: too few to say.",
    FactKind.TAKEN_UP: "8 of 11 went by the correction; 3 only named its figures.",
    FactKind.REASKING: "2 of 2 asked again: too few to say, and most re-asking is missed.",
    FactKind.UNRESOLVED_ERROR: "2 of 2 were left at that: too few to say.",
    FactKind.CONFIRMED_CLAIM: "43 of 45 had the call they speak of.",
    FactKind.UNSUPPORTED_CLAIM: "Not known: no hit in 300 sessions with calls.",
    FactKind.REFUSAL: "40 of 45 declined, often rightly; the others stated a rule.",
    FactKind.CONTRADICTION: "The one hit was right: too few to say, and most are missed.",
    FactKind.CONSTRAINT: "13 of 13 were limits that the user set.",
    FactKind.OVER_LIMIT: "7 of 7 were above the limit, but only 2 of them passed over it.",
    FactKind.ENDS_HANDED_OFF: "55 of 55 were hand-offs, due or not.",
    FactKind.ENDS_GIVEN_UP: "The one hit was right: too few to say.",
    FactKind.ENDS_WORKING: "Not known: no hit in 419 sessions.",
    FactKind.ENDS_WITH_THANKS: "32 of 32 were; of those in tau-bench airline two in three failed.",
    FactKind.ENDS_UNANSWERED: "2 of 2 had no answer: too few to say.",
    FactKind.ENDS_ON_QUESTION: "23 of 23 had no answer, in chats that may not need one.",
    FactKind.ENDS_ON_PROMISE: "2 of 2 were left at that: too few to say.",
}
"""
For each kind that may be wrong, how often it was right when its hits were read.

Read by hand in tau-bench airline (200 sessions), AgentRx retail (100) and ConTurE (119), on the
first two of which the patterns were also tuned: expect less on other data.
"""


@dataclass(frozen=True, slots=True)
class Fact:
    """
    One finding, at one turn.

    Attributes:
        turn: The number of the turn that it is about.

        note: A sentence in plain text; names of tools and figures in it come from the session.

        quote: Words exactly as they stand in that turn; empty where it only calls tools.

        related_turn: The earlier turn that it is read against; None without one.

        related_quote: Words exactly as they stand in the related turn; empty if none.
    """

    kind: FactKind
    turn: int
    note: str
    quote: str = ""
    related_turn: int | None = None
    related_quote: str = ""

    @property
    def is_pointer(self) -> bool:
        """Whether it may be wrong: a pattern of words matched, which is not yet what they mean."""
        return self.kind in PRECISION

    @property
    def precision_note(self) -> str:
        """How often pointers of its kind were right when read; empty for what is certain."""
        return PRECISION.get(self.kind, "")
