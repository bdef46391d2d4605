"""Outcomes on the screen: one glyph, one word and one colour each, everywhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from judging.ratings import Outcome, Problem
from judging.rubrics import Kind


class Tone(StrEnum):
    """The theme's name of a colour; its shades for light and dark are in `config.toml`."""

    BLUE = "blue"
    ORANGE = "orange"
    YELLOW = "yellow"
    GRAY = "gray"


# For marks in charts, which have one shade for both modes: 3:1 or more on either background.
CHART: Mapping[Tone, str] = {
    Tone.BLUE: "#2f7fc8",
    Tone.ORANGE: "#cf6a15",
    Tone.YELLOW: "#a67c00",
    Tone.GRAY: "#85817a",
}


@dataclass(frozen=True, slots=True)
class Chip:
    """
    How an outcome is shown.

    Attributes:
        glyph: Says it without colour.

        word: Says it without the glyph.

        detail: The problem of a verdict that is not scored, in words; empty otherwise.
    """

    glyph: str
    word: str
    tone: Tone
    detail: str = ""

    @property
    def text(self) -> str:
        """Glyph and word, for a cell of a table: `✗ Fail`."""
        return f"{self.glyph} {self.word}"

    @property
    def badge(self) -> str:
        """The chip in Streamlit's Markdown."""
        return f":{self.tone}-badge[{self.text}]"


UNANSWERED = Chip("·", "No answer", Tone.GRAY)

QUALITIES: Mapping[Outcome, Chip] = {
    Outcome.PASS: Chip("✓", "Pass", Tone.BLUE),
    Outcome.FAIL: Chip("✗", "Fail", Tone.ORANGE),
    Outcome.NOT_APPLICABLE: Chip("–", "Not applicable", Tone.GRAY),
    Outcome.CANNOT_TELL: Chip("?", "Cannot tell", Tone.YELLOW),
    Outcome.NOT_SCORED: Chip("∅", "Not scored", Tone.GRAY),
}

# What a condition finds is neither good nor bad, so it has no colour.
CONDITIONS: Mapping[Outcome, Chip] = {
    **QUALITIES,
    Outcome.PASS: Chip("●", "Present", Tone.GRAY),
    Outcome.FAIL: Chip("○", "Absent", Tone.GRAY),
}

PROBLEMS: Mapping[Problem, str] = {
    Problem.PARSE_FAILED: "the answer could not be read",
    Problem.REFUSED: "the judge refused to answer",
    Problem.TOO_LONG: "the session is too long for the judge",
    Problem.DEFERRED: "not answered yet, still to be retried",
    Problem.BAD_REQUEST: "the request was not accepted",
    Problem.CANCELLED: "the run was cancelled first",
}


def chip(
    outcome: Outcome | None, kind: Kind = Kind.QUALITY, problem: Problem | None = None
) -> Chip:
    """Return how `outcome` is shown on a criterion of `kind`; None is an answer not given."""
    if outcome is None:
        return UNANSWERED
    shown = (CONDITIONS if kind is Kind.CONDITION else QUALITIES)[outcome]
    if problem is None:
        return shown
    return Chip(shown.glyph, shown.word, shown.tone, f"{problem}: {PROBLEMS[problem]}")
