import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.errors import SessionFileError
from judging.importers import RatingOptions, RatingRow, Rejected, Source, read_ratings
from judging.ratings import Maker, Outcome
from tests.judging.importers.files import EXAMPLES, file, lines

PASS, FAIL, NOT_SCORED = Outcome.PASS, Outcome.FAIL, Outcome.NOT_SCORED


def rows(source: Source, **options: Any) -> list[RatingRow]:
    return [
        item
        for item in read_ratings(source, RatingOptions(**options))
        if isinstance(item, RatingRow)
    ]


def rejected(source: Source, **options: Any) -> list[tuple[str, str]]:
    items = read_ratings(source, RatingOptions(**options))
    return [(item.where, item.reason) for item in items if isinstance(item, Rejected)]


def table(content: str) -> Source:
    return file(content, "labels.csv")


def row(value: Any = "pass", **fields: Any) -> dict[str, Any]:
    return {"session_id": "s", "criterion": "c", "value": value, **fields}


def read(value: Any, **options: Any) -> RatingRow:
    (only,) = rows(lines(value), **options)
    return only


def test_a_long_table_has_an_answer_a_row() -> None:
    content = (
        "session_id,criterion,turn,value,reviewer,cited_turns,note,made_by,blind,stratum,"
        "inclusion_prob,adjudicated,created_at,judge,rubric\n"
        "007,goal_met,3,pass,Ida,9;3,so,person,yes,judge-fail,0.25,true,2026-03-02T09:00Z,j,r@2\n"
    )

    assert rows(table(content)) == [
        RatingRow(
            where="labels.csv, line 2",
            session_id="007",
            criterion="goal_met",
            raw_value="pass",
            outcome=PASS,
            turn=3,
            cited_turns=(9, 3),
            note="so",
            reviewer="Ida",
            made_by=Maker.PERSON,
            blind=True,
            stratum="judge-fail",
            inclusion_prob=0.25,
            adjudicated=True,
            created_at=datetime(2026, 3, 2, 9, tzinfo=UTC),
            judge="j",
            rubric="r@2",
        )
    ]


def test_what_a_file_does_not_say_stays_open() -> None:
    found = read(row())

    assert (found.turn, found.reviewer, found.made_by, found.blind) == (0, None, None, None)
    assert (found.stratum, found.inclusion_prob, found.created_at) == (None, None, None)
    assert (found.adjudicated, found.note, found.cited_turns) == (False, "", ())


def test_a_wide_table_has_a_criterion_a_column() -> None:
    content = "id,goal_met,consistent,topic,latency_ms,evidence\n" + "".join(
        f"{number},yes,{'no' if number else ''},billing,{number * 37},turn {number + 1}\n"
        for number in range(20)
    )

    found = rows(table(content))

    assert Counter((one.criterion, one.outcome) for one in found) == {
        ("goal_met", PASS): 20,
        ("consistent", FAIL): 19,
    }
    assert found[0].cited_turns == (1,)


def test_of_a_wide_table_one_criterion_can_be_read() -> None:
    content = "session_id,goal_met,score\ns,yes,7\n"

    assert [one.criterion for one in rows(table(content), criterion="goal_met")] == ["goal_met"]


def test_columns_named_after_both_sides_give_the_side_that_is_wanted() -> None:
    content = "session_id,goal_met_judge,goal_met_human,label_tone\ns,pass,fail,pass\n"

    labels, verdicts = rows(table(content)), rows(table(content), verdicts=True)

    assert [(one.criterion, one.outcome) for one in labels] == [("goal_met", FAIL), ("tone", PASS)]
    assert ("goal_met", PASS) in [(one.criterion, one.outcome) for one in verdicts]


def test_a_label_and_a_verdict_in_one_row_are_not_mixed_up() -> None:
    source = Source.of(EXAMPLES / "bugs/14/labels.csv")

    assert [one.outcome for one in rows(source, criterion="c")] == [FAIL]
    assert [one.outcome for one in rows(source, criterion="c", verdicts=True)] == [PASS]


def test_a_judges_answers_are_no_labels() -> None:
    with pytest.raises(SessionFileError, match="no column holds answers"):
        rows(lines({"session_id": "s", "criterion": "c", "judge_pass": True}))


def test_session_verdicts_of_five_booleans_and_evidence() -> None:
    found = rows(Source.of(EXAMPLES / "seed_native/session_verdicts.jsonl"), verdicts=True)

    assert [(one.session_id, one.criterion, one.outcome) for one in found] == [
        ("golden_trajectory-1", "goal_met", PASS),
        ("golden_trajectory-1", "consistent", FAIL),
        ("golden_trajectory-1", "no_reasking", PASS),
        ("golden_trajectory-1", "correction_present", FAIL),
        ("golden_trajectory-1", "correction_honoured", PASS),
    ]
    assert {one.cited_turns for one in found} == {(5, 6, 7)}
    assert {one.note[:6] for one in found} == {"turn 7"}


def test_turn_verdicts_inside_of_an_object() -> None:
    found = rows(Source.of(EXAMPLES / "seed_native/turn_verdicts.json"), verdicts=True)

    assert [(one.turn, one.criterion, one.outcome) for one in found] == [
        (2, "turn_pass", PASS),
        (4, "turn_pass", PASS),
        (6, "turn_pass", NOT_SCORED),
        (7, "turn_pass", FAIL),
    ]
    assert found[2].raw_value is None
    assert found[3].session_id == "golden_trajectory-1"


def test_verdicts_that_count_as_their_source_does() -> None:
    source = Source.of(EXAMPLES / "traps/verdicts_zero_based.jsonl")

    (found,) = rows(source, verdicts=True, turn_base="source")

    assert (found.session_id, found.criterion, found.outcome) == ("a", "consistent", FAIL)
    assert (found.cited_turns, found.external_citations) == ((2,), ("2",))


@pytest.mark.parametrize(
    ("base", "turn", "external", "cited"),
    [("1", 2, None, (2, 3)), ("0", 3, None, (3, 4)), ("source", 0, "2", (2, 3))],
)
def test_turns_are_counted_from_where_the_file_does(
    base: str, turn: int, external: str | None, cited: tuple[int, ...]
) -> None:
    found = read(row(turn=2, note="turns 2-3"), turn_base=base)

    assert (found.turn, found.external_turn, found.cited_turns) == (turn, external, cited)


@pytest.mark.parametrize(
    ("turn", "base", "found"), [("", "0", 0), (0, "1", 0), (0, "0", 1), ("3.0", "1", 3)]
)
def test_without_a_turn_an_answer_is_on_the_session(turn: Any, base: str, found: int) -> None:
    assert read(row(turn=turn), turn_base=base).turn == found


def test_a_turn_base_of_another_name_is_a_slip() -> None:
    with pytest.raises(ValueError, match="0, 1, source"):
        RatingOptions(turn_base="2")


def test_quotes_and_findings_of_a_judge_are_kept() -> None:
    value = row(
        cited_turns=[7, 8],
        quotes=["a", "b"],
        findings=[{"tag": "loop", "turn": 3, "note": "again"}, {"tag": "slow"}],
    )

    found = read(value, verdicts=True)

    assert (found.cited_turns, found.quotes) == ((7, 8), ("a", "b"))
    assert found.findings == (("loop", 3, "again"), ("slow", 0, ""))


def test_tau_benchs_rewards_are_answers_under_its_sessions_ids(shared: Path) -> None:
    source = Source.of(shared / "data/taubench/gpt-4o-airline.json")

    found = rows(source, criterion="goal_met", passes=("1",), fails=("0",))

    raw = json.loads((shared / "data/taubench/gpt-4o-airline.json").read_text(encoding="utf-8"))
    assert [one.session_id for one in found] == [
        f"task{r['task_id']}-trial{r['trial']}" for r in raw
    ]
    assert [one.outcome is PASS for one in found] == [r["reward"] == 1 for r in raw]


def test_an_example_of_tau_bench_is_answers_too() -> None:
    source = Source.of(EXAMPLES / "sessions/tau_bench.json")

    found = rows(source, criterion="goal_met", passes=("1",), fails=("0",))

    assert [(one.session_id, one.outcome) for one in found] == [
        ("task4-trial1", PASS),
        ("task5-trial0", FAIL),
    ]


def test_numbers_need_a_meaning_and_are_counted() -> None:
    content = "session_id,criterion,value\n" + "a,c,0\nb,c,1\nd,c,1.0\ne,words,yes\n"

    with pytest.raises(SessionFileError) as caught:
        rows(table(content))

    assert caught.value.what == "The answers on c are numbers: 1 (2 times), 0 (1 time)."
    assert "--pass 1 --fail 0" in caught.value.fix


@pytest.mark.parametrize(
    ("passes", "fails", "outcomes"),
    [(("1",), ("0",), [FAIL, PASS]), (("0",), ("1",), [PASS, FAIL])],
)
def test_numbers_mean_what_is_told(
    passes: tuple[str, ...], fails: tuple[str, ...], outcomes: list[Outcome]
) -> None:
    source = lines(row(0), row(1.0))

    assert [one.outcome for one in rows(source, passes=passes, fails=fails)] == outcomes


def test_a_number_among_words_means_what_the_words_do() -> None:
    assert [one.outcome for one in rows(lines(row("yes"), row("0")))] == [PASS, FAIL]


def test_booleans_need_no_meaning() -> None:
    source = lines(row(value=True), row(value=False))

    assert [one.outcome for one in rows(source)] == [PASS, FAIL]


def test_a_value_that_fits_no_outcome_is_no_label_but_a_verdict_that_is_not_scored() -> None:
    source = lines(row("pass"), row("asdf"))

    ((where, reason),) = rejected(source)

    assert where == "file.jsonl, line 2"
    assert reason.startswith("The value 'asdf' fits no outcome.")
    assert [(one.outcome, one.raw_value) for one in rows(source, verdicts=True)] == [
        (PASS, "pass"),
        (NOT_SCORED, "asdf"),
    ]


def test_a_label_is_never_not_scored() -> None:
    ((_, reason),) = rejected(lines(row("pass"), row("not_scored")))

    assert "fits no outcome" in reason


def test_nothing_is_no_label_and_an_empty_reply_is_a_verdict_that_is_not_scored() -> None:
    source = lines(row("pass"), row(""), row("skip"), row(None))

    assert [one.outcome for one in rows(source)] == [PASS]
    assert [(one.outcome, one.raw_value) for one in rows(source, verdicts=True)] == [
        (PASS, "pass"),
        (NOT_SCORED, ""),
        (NOT_SCORED, None),
    ]
    assert rejected(source) == []


def test_a_judge_that_answered_nothing_at_all_is_not_scored_throughout() -> None:
    source = lines(row(None), row(None, session_id="t"))

    assert [one.outcome for one in rows(source, verdicts=True)] == [NOT_SCORED] * 2
    assert rows(source) == []


def test_several_answers_in_one_cell_are_of_nobody_in_particular() -> None:
    found = rows(lines(row("pass;fail", reviewer="Ida")))

    assert [(one.outcome, one.reviewer) for one in found] == [(PASS, None), (FAIL, None)]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("turn", "last", "The turn 'last' is no number."),
        ("made_by", "cat", "'cat' is not person, model or program, which made_by needs."),
        ("blind", "perhaps", "'perhaps' is not yes or no"),
        ("inclusion_prob", "0", "'0' is not a probability above 0 and up to 1"),
        ("inclusion_prob", 1.5, "1.5 is not a probability"),
        ("created_at", "01/02/2026", "'01/02/2026' is not a time such as"),
        ("session_id", "", "The row names no session."),
        ("criterion", " ", "The row names no criterion."),
    ],
)
def test_a_field_that_cannot_be_read_rejects_its_row(field: str, value: Any, reason: str) -> None:
    source = lines(row(), {**row(), field: value})

    ((where, found),) = rejected(source)

    assert where == "file.jsonl, line 2"
    assert found.startswith(reason)
    assert len(rows(source)) == 1


def test_a_criterion_that_is_told_stands_in_where_the_column_is_empty() -> None:
    content = "session_id,criterion,value\ns,,pass\ns,d,pass\n"

    assert [one.criterion for one in rows(table(content), criterion="c")] == ["c", "d"]


def test_a_column_that_may_name_anything_gives_way_to_a_criterion_that_is_told() -> None:
    content = "session_id,name,value\ns,Ida,pass\n"

    assert [one.criterion for one in rows(table(content))] == ["Ida"]
    assert [one.criterion for one in rows(table(content), criterion="c")] == ["c"]


def test_a_file_that_names_no_criterion_asks_for_one() -> None:
    with pytest.raises(SessionFileError, match="which criterion") as caught:
        rows(table("session_id,label\ns,pass\n"))

    assert "--criterion" in caught.value.fix


@pytest.mark.parametrize(
    "content", ["session_id,topic\ns,billing\n", "session_id,note\ns,x\n", '[{"a": {"b": "c"}}]']
)
def test_a_file_without_answers_says_which_columns_it_has(content: str) -> None:
    with pytest.raises(SessionFileError, match="no column holds answers"):
        rows(file(content, "f"))


@pytest.mark.parametrize("content", [b"", b"PAR1", b"[1, 2"])
def test_a_file_that_cannot_be_read_is_refused(content: bytes) -> None:
    with pytest.raises(SessionFileError) as caught:
        rows(file(content, "labels.json"))

    assert caught.value.where == "labels.json"
    assert caught.value.fix


def test_a_bad_line_is_rejected_and_the_others_are_read() -> None:
    source = file(json.dumps(row()) + "\n{broken\n7\n", "l.jsonl")

    assert len(rows(source)) == 1
    assert [where for where, _ in rejected(source)] == ["l.jsonl, line 2", "l.jsonl, line 3"]


def test_columns_may_be_renamed() -> None:
    content = "conv;frage;urteil\ns;c;ja\n"

    (found,) = rows(
        table(content), columns={"conv": "session_id", "frage": "criterion", "urteil": "value"}
    )

    assert (found.session_id, found.criterion, found.outcome) == ("s", "c", PASS)


def test_whose_answer_it_is_may_stand_in_the_source() -> None:
    found = rows(lines(row(source="ANNOTATION"), row(source="EVAL"), row(source="API")))

    assert [one.made_by for one in found] == [Maker.PERSON, Maker.MODEL, None]


@pytest.mark.parametrize("name", ["verdicts", None])
def test_criteria_that_hold_an_answer_and_its_reason_are_rows_of_their_own(
    name: str | None,
) -> None:
    judged = {"goal_met": {"verdict": "pass", "reason": "Done."}, "polite": {"verdict": "fail"}}
    value = {"session_id": "a", **({name: judged} if name else judged)}

    found = rows(lines(value), verdicts=True)

    assert [(r.session_id, r.criterion, r.outcome, r.note) for r in found] == [
        ("a", "goal_met", Outcome.PASS, "Done."),
        ("a", "polite", Outcome.FAIL, ""),
    ]


def test_answers_that_stand_under_their_sessions_are_of_these() -> None:
    value = {"a": {"goal_met": True, "polite": False}, "b": {"goal_met": False}}

    found = rows(file(json.dumps(value)))

    assert [(r.session_id, r.criterion, r.outcome) for r in found] == [
        ("a", "goal_met", Outcome.PASS),
        ("a", "polite", Outcome.FAIL),
        ("b", "goal_met", Outcome.FAIL),
    ]


def test_labels_nested_in_an_object_are_read() -> None:
    found = read({"session_id": "s", "labels": {"goal_met": True}, "note": "see [2]"})

    assert (found.criterion, found.outcome, found.cited_turns) == ("goal_met", PASS, (2,))


OUTCOMES = st.sampled_from(["pass", "fail", "not_applicable", "cannot_tell"])


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1), OUTCOMES
        )
    )
)
def test_what_is_written_in_our_own_words_comes_back(pairs: list[tuple[str, str]]) -> None:
    source = lines(*(row(outcome, session_id=name, turn=2) for name, outcome in pairs))

    found = rows(source) if pairs else []

    assert [(one.session_id, str(one.outcome), one.turn) for one in found] == [
        (name, outcome, 2) for name, outcome in pairs
    ]


@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_rows_or_a_refusal(content: bytes) -> None:
    try:
        found = list(read_ratings(file(content), RatingOptions(criterion="c")))
    except SessionFileError:
        return

    assert all(isinstance(item, RatingRow | Rejected) for item in found)
