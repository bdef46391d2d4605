"""What a model judge is told beside the turns."""

import json
from dataclasses import replace
from typing import Any

import pytest

from judging.facts import FactKind
from judging.judges.question import Question, put, questions
from judging.judges.request import told
from judging.rubrics import Criterion, Level, RubricVersion, Sees
from judging.sessions import Role, Session, ToolCall, Turn

MET = Criterion("goal_met", "Did it do it?", "It did.", "It did not.")
SESSION = Session(
    "refund",
    (
        Turn(1, Role.USER, "Refund order 7, please."),
        Turn(2, Role.ASSISTANT, "One moment.", tool_calls=(ToolCall("c", "issue_refund", {}),)),
        Turn(3, Role.TOOL, '{"error": "TIMEOUT"}', tool_call_id="c", tool_name="issue_refund"),
        Turn(4, Role.ASSISTANT, "Your refund has been processed."),
        Turn(5, Role.USER, "Great, thanks, bye!"),
    ),
)


def asked(level: Level = Level.SESSION, sees: Sees = Sees.CONVERSATION) -> list[Question]:
    rubric = RubricVersion("mine", 1, (replace(MET, level=level, sees=sees),))
    return list(put(questions(rubric, "all"), SESSION))


def found(question: Question) -> list[dict[str, Any]]:
    """Return the lines that are nobody's words."""
    read = told(question, SESSION, b"secret")
    lines = f"{read.transcript}\n{read.ask}".split("\n")
    inside = [json.loads(line) for line in lines if line.startswith("{")]
    return [line for line in inside if "found" in line]


def test_code_s_finds_stand_after_the_turns_with_how_often_they_are_right() -> None:
    (question,) = asked()

    lines = found(question)

    kinds = [line["found"] for line in lines]
    assert FactKind.TOOL_ERROR in kinds
    assert FactKind.ENDS_WITH_THANKS in kinds
    by_kind = {line["found"]: line for line in lines}
    assert by_kind["tool_error"] == {
        "found": "tool_error",
        "at": 3,
        "note": "issue_refund answers with an error.",
        "beside": 2,
    }
    assert by_kind["ends_with_thanks"]["right"].startswith("32 of 32 were")


def test_no_find_counts_as_a_turn() -> None:
    (question,) = asked()

    read = told(question, SESSION, b"secret")

    assert read.transcript.count('{"turn": ') == len(SESSION.turns)
    assert "say how many lines have `turn`" in read.rules


def test_a_view_of_words_alone_is_told_nothing_of_what_it_does_not_show() -> None:
    (question,) = asked(sees=Sees.ASSISTANT_ONLY)

    assert found(question) == []


@pytest.mark.parametrize(
    ("place", "turn", "kinds"),
    [(0, 2, []), (1, 4, ["tool_error", "unsupported_claim"])],
)
def test_of_a_turn_only_what_was_there_to_be_found_is_told(
    place: int, turn: int, kinds: list[str]
) -> None:
    question = asked(Level.TURN)[place]

    assert question.turn == turn
    assert [line["found"] for line in found(question)] == kinds


def test_with_hindsight_all_is_told() -> None:
    question = replace(asked(Level.TURN)[0], hindsight=True)

    assert {"ends_with_thanks", "unresolved_error"} <= {line["found"] for line in found(question)}
