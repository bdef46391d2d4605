"""Which way round a file's values are: told by their words, or asked for."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from judging.errors import SessionFileError
from judging.importers.answers import Answer, answers_in
from judging.importers.importer import Rejected, Source
from judging.importers.rating_columns import NO_ANSWERS, SHOWN
from judging.importers.rating_options import RatingOptions
from judging.importers.values import Scale, canonical, is_nothing, is_number

# More different numbers than a scale from 0 to 10 has are a measurement.
MOST_NUMBERS = 11
MOST_COUNTED, MOST_SHOWN = 100, 8


@dataclass
class Tally:
    """
    Which values one criterion has in a file, and how often.

    Attributes:
        counts: How often each stands, of the first hundred different ones.

        has_words: Whether one is a word for an outcome.

        has_numbers: Whether one is a number.
    """

    counts: Counter[str] = field(default_factory=Counter)
    has_words: bool = False
    has_numbers: bool = False

    def add(self, value: Any) -> None:
        """Count a value that is an answer."""
        spelling = canonical(value)
        if spelling in self.counts or len(self.counts) < MOST_COUNTED:
            self.counts[spelling] += 1
        if is_number(value):
            self.has_numbers = True
        elif Scale().outcome(value):
            self.has_words = True

    @property
    def looks_like_answers(self) -> bool:
        """Whether the values are words for outcomes, or few enough numbers to be a scale."""
        return self.has_words or (self.has_numbers and len(self.counts) <= MOST_NUMBERS)

    @property
    def shown(self) -> str:
        """The values with their counts, in words, the commonest first."""
        common = (
            f"{value} ({count:,} {'time' if count == 1 else 'times'})"
            for value, count in self.counts.most_common(MOST_SHOWN)
        )
        more = ", …" if len(self.counts) > MOST_SHOWN else ""
        return ", ".join(common) + more


def criteria_in(source: Source, options: RatingOptions) -> frozenset[str]:
    """
    Return the criteria of which the file has answers, having read all of it.

    Raises:
        SessionFileError: If it has none, or if one has numbers only and what they mean was not
            told.
    """
    survey = _Survey()
    for answer in answers_in(source, options):
        survey.add(answer)
    found = survey.found()
    if not found and survey.problem:
        what, _, fix = survey.problem.reason.partition(". ")
        raise SessionFileError(
            f"{what.rstrip('.')}.",
            where=survey.problem.where or source.name,
            fix=fix or "Bring a table with the columns session_id, criterion and value.",
        )
    if not (options.told_passes or options.told_fails):
        _check_words(found, source)
    return frozenset(found)


def _check_words(found: dict[str, Tally], source: Source) -> None:
    for criterion, tally in found.items():
        if tally.has_numbers and not tally.has_words:
            raise SessionFileError(
                f"The answers on {criterion} are numbers: {tally.shown}.",
                where=source.name,
                fix="Say what they mean, as in --pass 1 --fail 0, or the reverse;"
                " or read one criterion alone, with --criterion.",
            )


@dataclass
class _Survey:
    tallies: dict[str, Tally] = field(default_factory=dict)
    sure: set[str] = field(default_factory=set)
    problem: Rejected | None = None

    def add(self, answer: Answer | Rejected) -> None:
        if isinstance(answer, Rejected):
            self.problem = self.problem or answer
            return
        tally = self.tallies.setdefault(answer.criterion, Tally())
        if answer.value is not None and not is_nothing(answer.value):
            tally.add(answer.value)
        if answer.is_sure:
            self.sure.add(answer.criterion)
        elif self.problem is None:
            columns = ", ".join(list(answer.row)[:SHOWN])
            self.problem = Rejected(answer.where, NO_ANSWERS.format(columns))

    def found(self) -> dict[str, Tally]:
        return {
            criterion: tally
            for criterion, tally in self.tallies.items()
            if criterion in self.sure or tally.looks_like_answers
        }
