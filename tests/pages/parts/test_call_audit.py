"""Attempts at a request, as a table."""

from dataclasses import replace
from datetime import UTC, datetime

from judging.judges.usage import Usage
from pages.parts import call_audit
from storage import CallRecord, CallStatus

CALL = CallRecord(
    id=1,
    run=1,
    turn=0,
    criterion="",
    attempt=1,
    status=CallStatus.OK,
    http_status=200,
    error="",
    problem=None,
    usage=Usage(100, 5, 7, 20),
    cost=1_500,
    latency_ms=1_234,
    request_id="req_1",
    request={"model": "m"},
    reply="{}",
    started_at=datetime(2026, 10, 7, tzinfo=UTC),
    finished_at=None,
)


def test_of_several_answers_each_is_a_question_of_its_own() -> None:
    again, other = replace(CALL, sample=2), replace(CALL, criterion="goal_met", sample=3)

    calls = [CALL, again, other]

    assert [call_audit.question(one, calls) for one in calls] == [
        "all, answer 1",
        "all, answer 2",
        "goal_met, answer 3",
    ]
    assert call_audit.question(other, [other]) == "goal_met"


def test_attempts_show_their_tokens_time_and_cost() -> None:
    lost = replace(
        CALL, attempt=2, status=CallStatus.STARTED, usage=None, latency_ms=None, cost=None
    )

    shown = call_audit.table([CALL, lost])

    row = shown.iloc[0]
    assert (row["What came"], row["HTTP"], row["Seconds"]) == ("answered", 200, 1.234)
    assert (row["Tokens in"], row["To cache"], row["From cache"], row["Tokens out"]) == (
        100,
        5,
        7,
        20,
    )
    assert (row["Cost"], row["Request id"]) == ("$0.0015", "req_1")
    assert list(shown["What came"]) == ["answered", "no reply"]
    assert shown["Tokens in"].isna().tolist() == [False, True]
    assert shown["Cost"].tolist()[1] == ""


def test_an_error_is_named_by_the_service_s_word() -> None:
    busy = replace(CALL, status=CallStatus.ERROR, error="overloaded_error")

    assert call_audit.table([busy]).loc[0, "What came"] == "error: overloaded_error"
