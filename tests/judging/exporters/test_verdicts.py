"""Verdicts out and in again, word for word."""

import pytest
from hypothesis import given

from judging.exporters import VERDICTS, JudgedVerdict
from judging.importers import RatingOptions, RatingRow, read_ratings
from judging.ratings import Citation, Finding, Verdict
from tests.judging.exporters import hostile
from tests.judging.exporters.written import source, text

every_form = pytest.mark.parametrize("suffix", VERDICTS.suffixes)


def read(verdicts: list[JudgedVerdict], suffix: str) -> list[JudgedVerdict]:
    rows = read_ratings(source(VERDICTS, verdicts, suffix), RatingOptions(verdicts=True))
    return [judged(row) for row in rows if isinstance(row, RatingRow)]


def judged(row: RatingRow) -> JudgedVerdict:
    citations = zip(row.cited_turns, row.quotes or [""] * len(row.cited_turns), strict=True)
    verdict = Verdict(
        session=row.session_id,
        criterion=row.criterion,
        outcome=row.outcome,
        turn=row.turn,
        problem=row.problem,
        rationale=row.note,
        citations=tuple(Citation(turn, quote) for turn, quote in citations),
        findings=tuple(Finding(*finding) for finding in row.findings),
        raw_value=row.raw_value,
    )
    return JudgedVerdict(verdict, row.judge or "", row.rubric or "")


@every_form
@given(verdict=hostile.verdicts())
def test_come_back_with_every_field(suffix: str, verdict: JudgedVerdict) -> None:
    assert read([verdict], suffix) == [verdict]


@every_form
@given(verdict=hostile.verdicts())
def test_written_again_are_the_same_bytes(suffix: str, verdict: JudgedVerdict) -> None:
    once = text(VERDICTS, [verdict], suffix)

    assert text(VERDICTS, read([verdict], suffix), suffix) == once
