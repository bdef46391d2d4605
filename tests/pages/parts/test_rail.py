"""What the rail sends to the browser."""

from typing import Any

from judging.ratings import Citation, Finding, Outcome, Problem, Verdict
from judging.rubrics import ready_made
from judging.sessions import Session
from pages.parts.marks import Answer, Fact
from pages.parts.rail import Rail, rail_data

RUBRIC = ready_made("conversation")
SESSION = Session("s-1", ())


def answer(criterion: str, outcome: Outcome, by: str = "", **fields: Any) -> Answer:
    verdict = Verdict(session="s-1", criterion=criterion, outcome=outcome, **fields)
    return Answer(RUBRIC.criterion(criterion), verdict, by)


def test_criteria_come_in_the_rubric_s_order_with_their_answers() -> None:
    answers = (
        answer("no_reasking", Outcome.PASS),
        answer("goal_met", Outcome.FAIL, "claude"),
        answer("goal_met", Outcome.PASS, "rules"),
    )

    shown = rail_data(Rail(SESSION, RUBRIC.criteria, answers))["criteria"]

    assert [criterion["key"] for criterion in shown] == list(RUBRIC.keys)
    assert [given["by"] for given in shown[0]["answers"]] == ["claude", "rules"]
    assert shown[1]["answers"] == []


def test_an_answer_brings_its_reason_its_citations_and_its_own_words() -> None:
    unread = answer(
        "goal_met",
        Outcome.NOT_SCORED,
        problem=Problem.PARSE_FAILED,
        raw_value="mostly",
        rationale="Hard to say.",
        citations=(Citation(2, "maybe"),),
    )

    [given] = rail_data(Rail(SESSION, RUBRIC.criteria[:1], (unread,)))["criteria"][0]["answers"]

    assert given["chip"]["detail"].startswith("parse_failed: ")
    assert (given["raw_value"], given["rationale"]) == ("mostly", "Hard to say.")
    assert given["citations"] == [{"turn": 2, "quote": "maybe", "missing": False}]


def test_findings_of_all_answers_stand_together_and_facts_beside_them() -> None:
    findings = (Finding("gave_up", 0), Finding("false_claim", 8, "It is not so."))
    rail = Rail(
        SESSION,
        RUBRIC.criteria,
        (answer("goal_met", Outcome.FAIL, "claude", findings=findings),),
        (Fact(7, "tool error", "It failed.", 6),),
    )

    shown = rail_data(rail)

    assert [(found["tag"], found["by"]) for found in shown["findings"]] == [
        ("gave up", "claude"),
        ("false claim", "claude"),
    ]
    assert [(fact["turn"], fact["related"]) for fact in shown["facts"]] == [(7, 6)]
