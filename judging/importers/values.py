"""Answers as files write them, to outcomes."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from judging.ratings import Outcome

WORDS = {
    Outcome.PASS: "true 1 yes y pass passed good correct ok ja wahr oui vrai sí si verdadero"
    " thumbs_up thumbs-up 👍 met",
    Outcome.FAIL: "false 0 no n fail failed bad incorrect nein falsch non faux falso thumbs_down"
    " thumbs-down 👎 not_met",
    Outcome.NOT_APPLICABLE: "n/a na n.a. not_applicable",
    Outcome.CANNOT_TELL: "unsure cannot_tell can't_tell can’t_tell not_sure don't_know don’t_know",
    Outcome.NOT_SCORED: "not_scored",
}
OUTCOMES = {word: outcome for outcome, words in WORDS.items() for word in words.split()}
NUMBER = re.compile(r"[-+]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE][-+]?\d)?", re.ASCII)
SEPARATOR = re.compile("[,;|]")
NOTHING = frozenset(("", "skip", "skipped"))


@dataclass(frozen=True, slots=True)
class Scale:
    """
    What the values of a file mean.

    Attributes:
        passes: Values that are a pass, as `canonical` spells them.

        fails: Values that are a fail.
    """

    passes: frozenset[str] = frozenset()
    fails: frozenset[str] = frozenset()

    @classmethod
    def of(cls, passes: Iterable[str], fails: Iterable[str]) -> "Scale":
        """Return the scale on which a person named `passes` and `fails`."""
        return cls(frozenset(map(canonical, passes)), frozenset(map(canonical, fails)))

    def outcome(self, value: Any) -> Outcome | None:
        """
        Return the outcome that `value` means, or None if it fits none.

        A word means what it says. A number means what was named; 1 and 0 are pass and fail
        by themselves only where nothing was.
        """
        spelling = canonical(value)
        if spelling in self.passes:
            return Outcome.PASS
        if spelling in self.fails:
            return Outcome.FAIL
        if is_number(value) and (self.passes or self.fails):
            return None
        return OUTCOMES.get(spelling)


def canonical(value: Any) -> str:
    """Return a value in one spelling: lower case, words joined by `_`, 1.0 as 1."""
    text = "_".join(str(value).split()).casefold()
    return f"{Decimal(text).normalize():f}" if is_number(value) else text


def is_number(value: Any) -> bool:
    """Tell whether a value is a number or one written as text; true and false are none."""
    if isinstance(value, str):
        return NUMBER.fullmatch(value.strip()) is not None
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_nothing(value: Any) -> bool:
    """Tell whether a value says that there is no answer: empty, or skipped."""
    return isinstance(value, str) and canonical(value) in NOTHING


def truth(value: Any) -> bool | None:
    """Return what a yes or no means, or None if `value` is neither."""
    return {Outcome.PASS: True, Outcome.FAIL: False}.get(
        Scale().outcome(value) or Outcome.NOT_SCORED
    )


def several(value: Any) -> list[Any]:
    """Return the answers that stand in one place: `3,3,2` is three raters' if all are answers."""
    if isinstance(value, list):
        return value
    parts = [part.strip() for part in SEPARATOR.split(value)] if isinstance(value, str) else []
    are_answers = all(is_number(part) or canonical(part) in OUTCOMES for part in parts)
    return parts if len(parts) > 1 and are_answers else [value]
