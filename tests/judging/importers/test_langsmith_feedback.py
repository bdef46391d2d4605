"""Feedback of LangSmith, as labels or verdicts."""

from typing import Any

import pytest

from judging.errors import SessionFileError
from judging.exporters.langsmith_feedback import LangSmithFeedback
from judging.importers import RatingOptions, RatingRow, Rejected, Source, read_ratings
from judging.ratings import Maker, Outcome
from tests.judging.exporters.examples import ANSWERS
from tests.judging.exporters.written import source
from tests.judging.importers.files import file, lines

TABLE = (
    "id,created_at,modified_at,session_id,run_id,key,score,value,comment,correction,feedback_source\n"
    "f1,2025-01-10T12:05:00Z,2025-01-10T12:05:00Z,PROJECT,r2,goal_met,1,,,,"
    '"{""type"": ""app"", ""user_id"": ""u9""}"\n'
    "f2,2025-01-10T12:06:00Z,2025-01-10T12:06:00Z,PROJECT,r2,goal_met,0,,no,,"
    '"{""type"": ""model""}"\n'
)


def rows(given: Source, **options: Any) -> list[RatingRow | Rejected]:
    return list(read_ratings(given, RatingOptions(**options)))


def feedback(**fields: Any) -> dict[str, Any]:
    return {"run_id": "r", "key": "goal_met", "value": "pass", "correction": None, **fields}


def test_it_is_on_the_run_and_never_on_the_project() -> None:
    first, second = rows(file(TABLE, "feedback.csv"), passes=("1",), fails=("0",))

    assert isinstance(first, RatingRow)
    assert isinstance(second, RatingRow)
    assert (first.session_id, first.outcome) == ("r2", Outcome.PASS)
    assert (first.made_by, first.reviewer) == (Maker.PERSON, "u9")
    assert (second.made_by, second.outcome, second.note) == (Maker.MODEL, Outcome.FAIL, "no")


def test_scores_need_a_polarity() -> None:
    with pytest.raises(SessionFileError, match="are numbers"):
        rows(file(TABLE, "feedback.csv"))


def test_a_word_goes_before_the_score() -> None:
    (found,) = rows(lines(feedback(score=0)))

    assert isinstance(found, RatingRow)
    assert found.outcome is Outcome.PASS


def test_feedback_on_a_step_of_a_trace_is_refused() -> None:
    of_root, of_step = rows(lines(feedback(trace_id="r"), feedback(trace_id="t")))

    assert isinstance(of_root, RatingRow)
    assert of_root.session_id == "r"
    assert isinstance(of_step, Rejected)
    assert "one step" in of_step.reason


def test_what_we_wrote_comes_back_with_turns_and_reviewers() -> None:
    label, slot, *_ = rows(source(LangSmithFeedback(), ANSWERS, ".jsonl"))

    assert isinstance(label, RatingRow)
    assert (label.session_id, label.reviewer, label.cited_turns) == ("007", "maya", (4, 1))
    assert isinstance(slot, RatingRow)
    assert (slot.turn, slot.outcome) == (4, Outcome.CANNOT_TELL)
