"""A disagreement, both sides at once: what to mark in its transcript, and what stands beside it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from calibration.revision.disagreeing import Disagreement, SideBySide
from judging.ratings import Label, Rating
from judging.rubrics import Criterion, RubricVersion
from pages.parts.marks import Answer, Fact
from pages.parts.rail import Rail
from pages.parts.transcript import TranscriptView


@dataclass(frozen=True, slots=True)
class Sides:
    """The answers to one unit, and to the other criteria there: the judge's, then reviewers'."""

    one: Disagreement
    shown: SideBySide
    rubric: RubricVersion
    judge: str

    def transcript(self, turn: int | None = None) -> TranscriptView:
        """Return the session as it is cited, opened at `turn`, or else where it is about."""
        answers = tuple(self._answers(self.one.criterion))
        cited = [cited.turn for answer in answers for cited in answer.rating.citations]
        focus = turn or self.one.turn or min(cited, default=None)
        facts = tuple(map(Fact.of, self.shown.facts))
        return TranscriptView(self.shown.session, answers, facts, focus)

    def rail(self) -> Rail:
        """Return the answers on the criterion at hand, and what code found."""
        return self._rail((self.one.criterion,), tuple(map(Fact.of, self.shown.facts)))

    def others(self) -> Rail:
        """Return the answers on the rubric's other criteria of the same session, or turn."""
        here = self.one.criterion
        others = (c for c in self.rubric.criteria if c.level is here.level and c != here)
        return self._rail(tuple(others), ())

    def _rail(self, criteria: tuple[Criterion, ...], facts: tuple[Fact, ...]) -> Rail:
        answers = tuple(
            replace(answer, rating=replace(answer.rating, turn=0))
            for criterion in criteria
            for answer in self._answers(criterion)
        )
        return Rail(self.shown.session, tuple(map(self._titled, criteria)), answers, facts)

    def _answers(self, criterion: Criterion) -> Iterator[Answer]:
        """Yield what was answered on the unit at hand, the judge first."""
        for verdict in self.shown.verdicts:
            if self._is_here(verdict, criterion):
                yield Answer(criterion, verdict, self.judge)
        for label in (*self.shown.labels, *self.shown.later, *self.shown.again):
            if self._is_here(label, criterion):
                yield Answer(criterion, label, whose(label, self.shown))

    def _is_here(self, rating: Rating, criterion: Criterion) -> bool:
        return rating.criterion == criterion.key and rating.turn == self.one.turn

    def _titled(self, criterion: Criterion) -> Criterion:
        turn = self.one.turn
        return replace(criterion, name=f"{criterion.name}, turn {turn}") if turn else criterion


def whose(label: Label, shown: SideBySide) -> str:
    """Return who gave a label, and whether it settles the others or does not count, and why."""
    name = label.reviewer or (f"rater {label.slot}" if label.slot else "a rater")
    if label.adjudicated:
        return f"settled by {name}"
    if label in shown.again:
        return f"{name}, asked again"
    return f"{name}, later" if label in shown.later else name
