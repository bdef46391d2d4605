"""Scores of Langfuse, as labels or verdicts."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from judging.errors import SessionFileError
from judging.exporters.langfuse_scores import LangfuseScores
from judging.importers import RatingOptions, RatingRow, Rejected, Source, read_ratings
from judging.ratings import Maker, Outcome
from tests.judging.exporters.examples import ANSWERS, FAIL
from tests.judging.exporters.written import source
from tests.judging.importers.files import file, lines

TABLE = (
    "id,traceId,sessionId,timestamp,source,name,dataType,value,stringValue,comment,observationId,"
    "authorUserName\n"
    's1,,c-3,"""2025-08-22T10:00:00.000Z""",ANNOTATION,goal_met,BOOLEAN,1,True,done,,Anna\n'
    's2,,c-3,"""2025-08-22T10:00:00.000Z""",EVAL,goal_met,BOOLEAN,0,False,see turn 4,,\n'
)


def rows(given: Source, **options: Any) -> list[RatingRow | Rejected]:
    return list(read_ratings(given, RatingOptions(**options)))


def score(**fields: Any) -> dict[str, Any]:
    return {"traceId": "t", "name": "goal_met", "dataType": "BOOLEAN", "value": 1, **fields}


def answered(*scores: dict[str, Any], **options: Any) -> list[tuple[str, Outcome]]:
    found = rows(lines(*scores), **options)
    return [(row.session_id, row.outcome) for row in found if isinstance(row, RatingRow)]


def test_a_table_tells_people_from_models() -> None:
    first, second = rows(file(TABLE, "scores.csv"))

    assert isinstance(first, RatingRow)
    assert isinstance(second, RatingRow)
    assert (first.session_id, first.outcome, first.reviewer) == ("c-3", Outcome.PASS, "Anna")
    assert (first.made_by, second.made_by) == (Maker.PERSON, Maker.MODEL)
    assert first.created_at == datetime(2025, 8, 22, 10, tzinfo=UTC)
    assert (second.outcome, second.note, second.cited_turns) == (Outcome.FAIL, "see turn 4", (4,))


def test_whose_a_score_by_the_interface_is_stays_open() -> None:
    (found,) = rows(lines(score(source="API")))

    assert isinstance(found, RatingRow)
    assert found.made_by is None


def test_a_boolean_needs_no_polarity_and_a_number_does() -> None:
    assert answered(score(), score(value=0)) == [("t", Outcome.PASS), ("t", Outcome.FAIL)]
    numbers = [score(dataType="NUMERIC"), score(dataType="NUMERIC", value=0)]
    with pytest.raises(SessionFileError, match="are numbers"):
        answered(*numbers)
    assert answered(*numbers, passes=("0",), fails=("1",)) == [
        ("t", Outcome.FAIL),
        ("t", Outcome.PASS),
    ]


def test_a_category_is_its_word() -> None:
    word = score(dataType="CATEGORICAL", value=3, stringValue="cannot_tell")

    assert answered(word) == [("t", Outcome.CANNOT_TELL)]


def test_a_trace_goes_before_the_session_around_it() -> None:
    assert answered(score(sessionId="s")) == [("t", Outcome.PASS)]
    assert answered(score(sessionId="s", traceId=None)) == [("s", Outcome.PASS)]


def test_a_score_of_one_observation_names_it() -> None:
    of_trace, of_step = rows(lines(score(), score(observationId="o")))

    assert isinstance(of_trace, RatingRow)
    assert isinstance(of_step, RatingRow)
    assert (of_trace.step, of_step.step) == ("", "o")


def test_the_scores_of_a_trace_that_was_downloaded() -> None:
    trace = {"observations": [], "scores": [score()]}

    (found,) = rows(file(json.dumps(trace)))

    assert isinstance(found, RatingRow)
    assert found.session_id == "t"


def test_what_we_wrote_comes_back_with_turns_reviewers_and_settlements() -> None:
    label, slot, settled, verdict, _ = rows(source(LangfuseScores(), ANSWERS, ".jsonl"))

    assert isinstance(label, RatingRow)
    assert (label.outcome, label.reviewer, label.note) == (Outcome.FAIL, "maya", FAIL.rationale)
    assert label.cited_turns == (4, 1)
    assert label.quotes == ("It left", "")
    assert (label.blind, label.stratum) == (True, "judge-fail")
    assert label.inclusion_prob == FAIL.inclusion_prob
    assert isinstance(slot, RatingRow)
    assert (slot.turn, slot.made_by, slot.reviewer) == (4, Maker.PROGRAM, None)
    assert isinstance(settled, RatingRow)
    assert settled.adjudicated
    assert isinstance(verdict, RatingRow)
    assert (verdict.judge, verdict.rubric) == ("mine", "turn@2")
