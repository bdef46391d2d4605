"""What is laid over a transcript: answers and what they cite, findings, facts found by code."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from judging.facts import Fact as FoundFact
from judging.ratings import Rating, Verdict
from judging.rubrics import Criterion
from pages.parts.outcome import Chip, chip


@dataclass(frozen=True, slots=True)
class Answer:
    """
    One rating beside the criterion that it answers.

    Attributes:
        by: Whose answer it is, as people say it; empty where only one rater is shown.
    """

    criterion: Criterion
    rating: Rating
    by: str = ""

    @property
    def chip(self) -> Chip:
        """How the answer is shown."""
        problem = self.rating.problem if isinstance(self.rating, Verdict) else None
        return chip(self.rating.outcome, self.criterion.kind, problem)

    @property
    def subject(self) -> str:
        """The criterion's name, and the turn that is answered for unless it is the session."""
        turn = self.rating.turn
        return f"{self.criterion.name}, turn {turn}" if turn else self.criterion.name


@dataclass(frozen=True, slots=True)
class Fact:
    """
    Something that code found in a session, as the screen shows it.

    Attributes:
        turn: The turn's number; 0 for the session as a whole.

        kind: What it is, in a word or two: `tool error`.

        related: Another turn that it speaks of, or None.

        is_pointer: Whether the rule behind it may be wrong; the screen then says so.

        doubt: How often such a pointer was right, for whoever rests the mouse on it.
    """

    turn: int
    kind: str
    note: str = ""
    related: int | None = None
    is_pointer: bool = False
    doubt: str = ""

    @classmethod
    def of(cls, found: FoundFact) -> "Fact":
        """Return what `judging.facts` found, in words for the screen."""
        return cls(
            found.turn,
            found.kind.replace("_", " "),
            found.note,
            found.related_turn,
            found.is_pointer,
            found.precision_note,
        )


def marks(answers: Iterable[Answer], facts: Iterable[Fact] = ()) -> dict[str, Any]:
    """
    Return what to mark, by turn number as text: JSON for a transcript in the browser.

    Holds exactly what it is given: a page that shows a reviewer a session before the label
    passes no answers, and nothing about verdicts reaches the browser.
    """
    turns: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for answer in answers:
        for turn, kind, mark in _of_answer(answer):
            turns[str(turn)][kind].append(mark)
    for fact in facts:
        if fact.turn:
            turns[str(fact.turn)]["facts"].append(asdict(fact))
    return {turn: dict(kinds) for turn, kinds in turns.items()}


def _of_answer(answer: Answer) -> Iterator[tuple[int, str, dict[str, Any]]]:
    rating, about = answer.rating, _about(answer)
    for turn, quotes in _quotes(answer.rating).items():
        yield turn, "cited", about | {"quotes": quotes}
    if rating.turn:
        yield rating.turn, "judged", about
    if isinstance(rating, Verdict):
        for finding in rating.findings:
            if finding.turn:
                yield finding.turn, "findings", {"tag": finding.tag, "note": finding.note}


def _about(answer: Answer) -> dict[str, Any]:
    return {
        "criterion": answer.criterion.key,
        "name": answer.subject,
        "by": answer.by,
        "chip": asdict(answer.chip),
    }


def _quotes(rating: Rating) -> dict[int, Sequence[str]]:
    quotes: dict[int, list[str]] = defaultdict(list)
    for citation in rating.citations:
        quotes[citation.turn].extend(filter(None, [citation.quote]))
    return dict(quotes)
