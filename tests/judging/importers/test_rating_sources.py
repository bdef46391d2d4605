"""Every source of labels and verdicts that docs/formats.md names, as it writes them."""

import json
from typing import Any

import pytest

from judging.errors import SessionFileError
from judging.exporters.exporter import Exporter
from judging.exporters.mlflow_assessments import MlflowAssessments
from judging.exporters.phoenix_annotations import PhoenixAnnotations
from judging.importers import RatingOptions, RatingRow, Rejected, Source, read_ratings
from judging.ratings import Maker, Outcome
from tests.judging.exporters.examples import ANSWERS, FAIL
from tests.judging.exporters.written import source
from tests.judging.importers.files import file, lines

PASS_, FAIL_ = Outcome.PASS, Outcome.FAIL
NOT_SCORED = Outcome.NOT_SCORED


def rows(given: Source, **options: Any) -> list[RatingRow | Rejected]:
    return list(read_ratings(given, RatingOptions(**options)))


def answers(given: Source, **options: Any) -> list[tuple[str, str, Outcome]]:
    found = rows(given, **options)
    return [(r.session_id, r.criterion, r.outcome) for r in found if isinstance(r, RatingRow)]


def test_a_session_judges_booleans_and_anything_else_is_not_scored() -> None:
    sure = {"session_id": "a", "goal_met": True, "consistent": False}
    unsure = {"session_id": "b", "goal_met": "maybe", "consistent": None}

    assert answers(lines(sure, unsure), verdicts=True) == [
        ("a", "goal_met", PASS_),
        ("a", "consistent", FAIL_),
        ("b", "goal_met", NOT_SCORED),
        ("b", "consistent", NOT_SCORED),
    ]


def test_a_turn_judges_list_of_turns() -> None:
    judged = {"session_id": "a", "turns": [{"turn": 2, "pass": True}, {"turn": 4, "pass": None}]}

    found = [r for r in rows(lines(judged), verdicts=True) if isinstance(r, RatingRow)]

    assert [(r.criterion, r.turn, r.outcome) for r in found] == [
        ("turn_pass", 2, PASS_),
        ("turn_pass", 4, NOT_SCORED),
    ]


JUDGE_AND_HUMAN = "id,goal_met_judge,goal_met_human\na,pass,fail\n"


def test_a_table_of_a_judge_beside_a_person_is_read_on_the_side_that_is_asked_for() -> None:
    assert answers(file(JUDGE_AND_HUMAN, "f.csv")) == [("a", "goal_met", FAIL_)]
    assert answers(file(JUDGE_AND_HUMAN, "f.csv"), verdicts=True) == [("a", "goal_met", PASS_)]


def test_aligneval_has_the_label_and_the_prediction_with_0_as_a_pass() -> None:
    table = file("id,input,output,label,explanation,prediction\na,x,y,0,fine,1\n", "f.csv")
    polarity = {"criterion": "goal_met", "passes": ("0",), "fails": ("1",)}

    with pytest.raises(SessionFileError, match="are numbers"):
        answers(table, criterion="goal_met")
    assert answers(table, **polarity) == [("a", "goal_met", PASS_)]
    assert answers(table, verdicts=True, **polarity) == [("a", "goal_met", FAIL_)]


def test_scouts_validation_has_a_target_or_one_for_each_criterion() -> None:
    one = file("id,target,split\na,true,x\nb,asdf,x\n", "f.csv")
    several = file("id,target_goal_met,label_polite\na,true,false\n", "f.csv")

    found = rows(one, criterion="goal_met")

    assert [type(row) for row in found] == [RatingRow, Rejected]
    assert "'asdf' fits no outcome" in str(found[1])
    assert answers(several) == [("a", "goal_met", PASS_), ("a", "polite", FAIL_)]


def inspected(value: Any) -> dict[str, Any]:
    scores = {"match": {"value": value, "explanation": "as it says"}}
    return {"eval": {}, "samples": [{"id": 7, "epoch": 2, "messages": [], "scores": scores}]}


def test_inspects_scores_are_correct_or_incorrect_and_what_is_partly_so_is_asked() -> None:
    correct, wrong = (file(json.dumps(inspected(value))) for value in "CI")

    assert answers(correct) == [("7-epoch2", "match", PASS_)]
    assert answers(wrong) == [("7-epoch2", "match", FAIL_)]
    partly = lines(inspected("C"), inspected("P"))
    assert "'P' fits no outcome" in str(rows(partly)[1])
    assert answers(partly, passes=("P",))[1] == ("7-epoch2", "match", PASS_)


def test_inspects_scores_of_several_parts_are_a_criterion_each() -> None:
    assert answers(lines(inspected({"tone": "C", "facts": "I"}))) == [
        ("7-epoch2", "match_tone", PASS_),
        ("7-epoch2", "match_facts", FAIL_),
    ]


def assessed(**fields: Any) -> dict[str, Any]:
    source_ = {"source_type": "HUMAN", "source_id": "Anna"}
    said = {"assessment_name": "goal_met", "source": source_, "feedback": {"value": True}}
    return said | fields


def test_mlflows_assessments_stand_by_themselves_or_in_their_trace() -> None:
    alone = assessed(trace_id="t", rationale="see turn 4")
    (found,) = rows(lines(alone))

    assert isinstance(found, RatingRow)
    assert (found.session_id, found.outcome, found.reviewer) == ("t", PASS_, "Anna")
    assert (found.made_by, found.note, found.cited_turns) == (Maker.PERSON, "see turn 4", (4,))
    trace = {"info": {"trace_id": "t", "assessments": [assessed()]}, "data": {"spans": []}}
    flat = {"trace_id": "t", "assessments": json.dumps([assessed()])}
    assert answers(file(json.dumps(trace))) == answers(lines(flat)) == [("t", "goal_met", PASS_)]


def test_mlflows_expectations_and_sessions_are_taken_and_its_errors_are_no_labels() -> None:
    expected = assessed(expectation={"value": "no"}, metadata={"mlflow.trace.session": "s"})
    del expected["feedback"]
    failed = assessed(trace_id="t", feedback={"error": {"error_code": "X"}})

    assert answers(lines(expected, failed)) == [("s", "goal_met", FAIL_)]
    assert answers(lines(assessed(trace_id="t"), failed), verdicts=True)[1][2] is NOT_SCORED


def test_mlflows_table_of_an_evaluation_has_the_answer_in_one_of_three_columns() -> None:
    columns = ["evaluation_id", "name", "source", "boolean_value", "string_value", "numeric_value"]
    judge = {"source_type": "LLM_JUDGE", "source_id": "gpt"}
    data = [
        ["e1", "goal_met", judge, False, None, None],
        ["e2", "goal_met", judge, None, "yes", None],
    ]

    found = rows(file(json.dumps({"columns": columns, "data": data})))

    assert [(r.session_id, r.outcome, r.made_by) for r in found if isinstance(r, RatingRow)] == [
        ("e1", FAIL_, Maker.MODEL),
        ("e2", PASS_, Maker.MODEL),
    ]


def annotated(**fields: Any) -> dict[str, Any]:
    result = {"label": "correct", "score": 0, "explanation": "see turn 2"}
    return {"name": "goal_met", "annotator_kind": "HUMAN", "result": result, **fields}


def test_phoenix_annotations_are_of_a_session_or_a_trace() -> None:
    of_session, of_trace = rows(lines(annotated(session_id="s"), annotated(trace_id="t")))

    assert isinstance(of_session, RatingRow)
    assert isinstance(of_trace, RatingRow)
    assert (of_session.session_id, of_trace.session_id) == ("s", "t")
    assert (of_session.outcome, of_session.made_by) == (PASS_, Maker.PERSON)
    assert of_session.cited_turns == (2,)


def test_phoenix_annotations_come_in_a_table_and_in_the_interfaces_list() -> None:
    table = "session_id,annotation_name,annotator_kind,result.label,result.score\ns,polite,LLM,,0\n"

    assert answers(file(table, "f.csv"), passes=("1",), fails=("0",)) == [("s", "polite", FAIL_)]
    assert answers(file(json.dumps({"data": [annotated(session_id="s")]}))) == [
        ("s", "goal_met", PASS_)
    ]


@pytest.mark.parametrize(
    ("of_trace", "of_span"),
    [
        (annotated(trace_id="t"), annotated(span_id="x")),
        (assessed(trace_id="t"), assessed(trace_id="t", span_id="x")),
    ],
)
def test_what_is_said_of_one_span_names_it(of_trace: Any, of_span: Any) -> None:
    on_trace, on_span = rows(lines(of_trace, of_span))

    assert isinstance(on_trace, RatingRow)
    assert isinstance(on_span, RatingRow)
    assert (on_trace.step, on_span.step) == ("", "x")


@pytest.mark.parametrize("exporter", [MlflowAssessments(), PhoenixAnnotations()])
def test_what_we_wrote_comes_back_with_turns_reviewers_and_settlements(
    exporter: Exporter[Any],
) -> None:
    label, slot, settled, verdict, *_ = rows(source(exporter, ANSWERS, ".jsonl"))

    assert isinstance(label, RatingRow)
    assert (label.outcome, label.reviewer, label.note) == (FAIL_, "maya", FAIL.rationale)
    assert (label.cited_turns, label.quotes) == ((4, 1), ("It left", ""))
    assert (label.blind, label.stratum) == (True, "judge-fail")
    assert label.inclusion_prob == FAIL.inclusion_prob
    assert isinstance(slot, RatingRow)
    assert (slot.turn, slot.made_by, slot.reviewer) == (4, Maker.PROGRAM, None)
    assert isinstance(settled, RatingRow)
    assert settled.adjudicated
    assert isinstance(verdict, RatingRow)
    assert (verdict.judge, verdict.rubric, verdict.made_by) == ("mine", "turn@2", Maker.MODEL)


def test_promptfoos_assertions_are_a_models_or_a_programs() -> None:
    checks = [
        {"pass": False, "reason": "rude", "assertion": {"type": "llm-rubric", "metric": "polite"}},
        {"pass": True, "assertion": {"type": "contains"}},
        {"pass": True, "assertion": {"type": "contains"}},
    ]
    result = {"id": "r1", "gradingResult": {"componentResults": checks}}

    found = rows(file(json.dumps({"evalId": "e", "results": {"results": [result]}})))

    assert [(r.criterion, r.outcome, r.made_by) for r in found if isinstance(r, RatingRow)] == [
        ("polite", FAIL_, Maker.MODEL),
        ("contains", PASS_, Maker.PROGRAM),
        ("contains_2", PASS_, Maker.PROGRAM),
    ]


def test_tau2s_assertions_are_verdicts_and_its_reward_is_a_programs() -> None:
    met = {"nl_assertion": "Explains roaming", "met": True, "justification": "says so"}
    simulation = {
        "id": "sim-1",
        "task_id": "t",
        "reward_info": {"reward": 0.0, "nl_assertions": [met]},
    }
    given = file(json.dumps({"tasks": [], "simulations": [simulation]}))

    found = rows(given, passes=("1",), fails=("0",))

    assert [(r.session_id, r.criterion, r.outcome) for r in found if isinstance(r, RatingRow)] == [
        ("sim-1", "reward", FAIL_),
        ("sim-1", "Explains roaming", PASS_),
    ]


def reviewed(*errors: dict[str, Any], agent_error: bool = True) -> Source:
    messages = [
        {"role": "assistant", "content": "Hello", "turn_idx": 0},
        {"role": "user", "content": "Refund me", "turn_idx": 1},
        {"role": "assistant", "content": "Done", "turn_idx": 2},
    ]
    review = {"summary": "Poor.", "agent_error": agent_error, "errors": list(errors)}
    about = {"id": "s", "task_id": "t", "reward_info": {}, "messages": messages}
    return file(json.dumps({"tasks": [], "simulations": [{**about, "review": review}]}))


def found_of(given: Source, **options: Any) -> RatingRow:
    (row,) = (r for r in rows(given, **options) if r.criterion == "no_agent_error")  # type: ignore[union-attr]
    assert isinstance(row, RatingRow)
    return row


@pytest.mark.parametrize("base", ["0", "1", "source"])
def test_tau2s_review_cites_the_turns_with_the_agents_errors(base: str) -> None:
    agents = {"source": "agent", "turn_idx": 2, "reasoning": "Nothing was refunded."}
    users = {"source": "user", "turn_idx": 1, "reasoning": "Gave no name."}
    spoken = {"source": "agent", "tick_start": 4, "reasoning": "Interrupted."}

    found = found_of(reviewed(agents, users, spoken), turn_base=base)

    assert (found.outcome, found.made_by) == (FAIL_, Maker.MODEL)
    assert (found.cited_turns, found.turn) == ((3,), 0)
    assert found.note == "Poor.\n[3] Nothing was refunded.\nInterrupted."


def test_tau2s_review_without_an_error_of_the_agent_is_a_pass_that_cites_nothing() -> None:
    found = found_of(reviewed(agent_error=False))

    assert (found.outcome, found.cited_turns) == (PASS_, ())


def test_the_answers_of_several_people_in_one_cell_are_kept_each() -> None:
    table = file("session_id\tturn\tscore\na\t2\t3,3,2\n", "f.tsv")

    found = rows(table, criterion="ok", passes=("3",), fails=("1", "2"))

    assert [(r.turn, r.outcome, r.reviewer) for r in found if isinstance(r, RatingRow)] == [
        (2, PASS_, None),
        (2, PASS_, None),
        (2, FAIL_, None),
    ]
