"""What lint finds in a rubric."""

from dataclasses import dataclass
from enum import StrEnum


class Rule(StrEnum):
    """What a rubric is looked at for."""

    VAGUE_WORD = "vague_word"
    NO_PASS_WHEN = "no_pass_when"  # noqa: S105  (a pass, and no word for one)
    NO_FAIL_WHEN = "no_fail_when"
    SAME_BOUNDS = "same_bounds"
    NOT_APPLICABLE = "not_applicable"
    TWO_QUESTIONS = "two_questions"
    OVERLAP = "overlap"
    HIDDEN_USER = "hidden_user"
    LATER_TURNS = "later_turns"


@dataclass(frozen=True, slots=True)
class Weakness:
    """
    One place in a rubric where judges and people are likely to read different things.

    Attributes:
        criterion: The key of the criterion.

        part: The field of it: `question`, `pass_when` or `fail_when`.

        words: The words that it is about, as they stand there; empty where words are missing.

        what: What is the matter, in a sentence.

        fix: How to mend it, in a sentence.
    """

    rule: Rule
    criterion: str
    part: str
    words: str
    what: str
    fix: str
