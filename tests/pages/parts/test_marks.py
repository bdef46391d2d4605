"""What is laid over a transcript."""

from judging.facts import Fact as FoundFact
from judging.facts import FactKind
from judging.ratings import Citation, Finding, Label, Outcome, Verdict
from judging.rubrics import ready_made
from pages.parts.marks import Answer, Fact, marks

GOAL_MET = ready_made("conversation").criterion("goal_met")
CONDITION = ready_made("conversation").criterion("correction_present")
TURN_PASS = ready_made("turn").criterion("turn_pass")


def failed(*citations: Citation, turn: int = 0, findings: tuple[Finding, ...] = ()) -> Verdict:
    return Verdict(
        session="s",
        criterion="goal_met",
        outcome=Outcome.FAIL,
        turn=turn,
        citations=citations,
        findings=findings,
    )


def test_without_answers_and_facts_there_is_nothing() -> None:
    assert marks([]) == {}


def test_a_cited_turn_says_for_what_with_which_outcome_and_words() -> None:
    shown = marks([Answer(GOAL_MET, failed(Citation(4, "no"), Citation(4, "never")), "rules")])

    [cited] = shown["4"]["cited"]
    assert cited["name"] == "Goal met"
    assert cited["by"] == "rules"
    assert cited["chip"]["word"] == "Fail"
    assert cited["quotes"] == ["no", "never"]


def test_a_turn_cited_without_words_is_cited_all_the_same() -> None:
    shown = marks([Answer(GOAL_MET, failed(Citation(4)))])

    assert shown["4"]["cited"][0]["quotes"] == []


def test_two_answers_may_cite_one_turn() -> None:
    label = Label(
        session="s",
        criterion="goal_met",
        outcome=Outcome.PASS,
        reviewer="mia",
        citations=(Citation(4),),
    )

    shown = marks([Answer(GOAL_MET, failed(Citation(4))), Answer(GOAL_MET, label, "mia")])

    assert [cited["chip"]["word"] for cited in shown["4"]["cited"]] == ["Fail", "Pass"]


def test_an_answer_for_a_turn_is_shown_at_that_turn_and_named_where_it_cites() -> None:
    shown = marks([Answer(TURN_PASS, failed(Citation(2), turn=6))])

    assert shown["6"]["judged"][0]["chip"]["word"] == "Fail"
    assert shown["2"]["cited"][0]["name"] == "Turn passes, turn 6"


def test_a_condition_that_cites_is_present_there() -> None:
    verdict = Verdict(
        session="s",
        criterion=CONDITION.key,
        outcome=Outcome.PASS,
        citations=(Citation(3),),
    )

    assert marks([Answer(CONDITION, verdict)])["3"]["cited"][0]["chip"]["word"] == "Present"


def test_what_concerns_the_whole_session_marks_no_turn() -> None:
    whole = failed(findings=(Finding("gave_up", 0), Finding("false_claim", 8, "It is not so.")))

    shown = marks([Answer(GOAL_MET, whole)], [Fact(0, "ends unanswered")])

    assert shown == {"8": {"findings": [{"tag": "false_claim", "note": "It is not so."}]}}


def test_a_pointer_keeps_its_doubt_and_a_fact_has_none() -> None:
    pointer = Fact.of(FoundFact(FactKind.REFUSAL, 2, "The agent declines.", related_turn=1))
    fact = Fact.of(FoundFact(FactKind.TOOL_ERROR, 3, "It failed."))

    assert (pointer.kind, pointer.related, pointer.is_pointer) == ("refusal", 1, True)
    assert pointer.doubt
    assert (fact.kind, fact.is_pointer, fact.doubt) == ("tool error", False, "")
