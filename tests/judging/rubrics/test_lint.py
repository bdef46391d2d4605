"""What lint finds in a rubric's text, and what it lets stand."""

from pathlib import Path
from typing import Any

import pytest

from judging.rubrics import (
    READY_MADE,
    Criterion,
    Kind,
    Level,
    RubricVersion,
    Rule,
    Sees,
    Weakness,
    lint,
    read_file,
    ready_made,
)

SAMPLE = Path(__file__).parents[3] / "calibration" / "sample" / "conversation-2.yaml"
PASSES, FAILS = "A ticket number stands in the reply.", "No ticket number stands in it."


def found(
    question: str, pass_when: str = PASSES, fail_when: str = FAILS, **rest: Any
) -> tuple[Weakness, ...]:
    criterion = Criterion("asked", question, pass_when, fail_when, **rest)
    return lint(RubricVersion("support", 0, (criterion,)))


def rules(*arguments: Any, **rest: Any) -> list[Rule]:
    return [one.rule for one in found(*arguments, **rest)]


@pytest.mark.parametrize("name", READY_MADE)
def test_the_ready_made_rubrics_are_clean(name: str) -> None:
    assert lint(ready_made(name)) == ()


def test_the_samples_second_version_is_clean() -> None:
    assert lint(read_file(SAMPLE)) == ()


def test_a_vague_word_is_named_with_its_place() -> None:
    (one,) = found("Is the tone right?", "It is appropriate and helpful.")

    assert (one.rule, one.criterion, one.part) == (Rule.VAGUE_WORD, "asked", "pass_when")
    assert one.words == "appropriate, helpful"
    assert one.what
    assert one.fix


def test_a_vague_question_is_no_matter_where_its_bounds_say_what_it_means() -> None:
    assert rules("Is the tone appropriate?") == []
    assert rules("Is the tone appropriate?", PASSES, "") == [Rule.NO_FAIL_WHEN, Rule.VAGUE_WORD]


@pytest.mark.parametrize(
    "text",
    [
        "The agent says “that is a good question”.",
        'It ends with "as needed".',
        "It acts in good faith.",
        "The agent names its sources well.",
    ],
)
def test_words_that_are_quoted_or_mean_one_thing_are_not_vague(text: str) -> None:
    assert rules("Is it said?", text) == []


def test_missing_bounds_are_found_each() -> None:
    assert rules("Is it done?", "", "") == [Rule.NO_PASS_WHEN, Rule.NO_FAIL_WHEN]


def test_bounds_that_say_the_same_are_found_whatever_their_case_or_stops() -> None:
    assert rules("Is it done?", "It is  done.", "it is done") == [Rule.SAME_BOUNDS]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Is the answer correct and polite?", "correct and polite"),
        ("Is the reply accurate, complete and polite?", "complete and polite"),
        ("Is it rude or wrong?", "rude or wrong"),
        ("Is the reply right, and does it cite a source?", "and does it"),
        ("Was it done? Was it told?", "Was it told?"),
        ("Did the agent greet the user and solve the problem?", "and solve the"),
        ("Is it signed and/or dated?", "and/or"),
    ],
)
def test_two_questions_in_one_are_found(question: str, words: str) -> None:
    (one,) = found(question)

    assert (one.rule, one.words) == (Rule.TWO_QUESTIONS, words)


@pytest.mark.parametrize(
    "question",
    [
        "Does the agent give the name and address?",
        "Is the reply consistent with the name and address?",
        "Was the request resolved or correctly handed off?",
        "Does everything agree with what the agent said and did?",
        "Is the reply in line with policy and law?",
        "Are dates and times right?",
    ],
)
def test_and_or_or_within_one_question_is_let_stand(question: str) -> None:
    assert rules(question) == []


@pytest.mark.parametrize(
    "question",
    [
        "If a refund is due, does the agent offer it?",
        "Where policy forbids it, does the agent say so?",
        "Does the agent own up, when it made a mistake?",
        "Is every price right, if any?",
    ],
)
def test_a_question_asked_of_some_sessions_has_to_say_what_the_others_get(question: str) -> None:
    assert rules(question) == [Rule.NOT_APPLICABLE]
    assert rules(question, f"{PASSES} Not applicable without one.") == []


def test_a_condition_that_is_named_answers_when_it_does_not_apply() -> None:
    due = Criterion("due", "Is a refund due?", "It is.", "It is not.", kind=Kind.CONDITION)
    offered = Criterion(
        "offered", "If a refund is due, is it offered?", PASSES, FAILS, applies_when="due"
    )

    assert lint(RubricVersion("support", 0, (due, offered))) == ()


@pytest.mark.parametrize(
    "question", ["When did the agent call?", "Does the agent ask if the order arrived?"]
)
def test_a_when_or_if_that_is_asked_about_is_no_condition(question: str) -> None:
    assert rules(question) == []


def test_criteria_that_say_nearly_the_same_are_found_once() -> None:
    first = Criterion(
        "cites",
        "Does each answer cite the policy paragraph it rests on?",
        "A policy paragraph is cited behind each answer.",
        "An answer stands without a policy paragraph.",
    )
    second = Criterion(
        "sourced",
        "Is the policy paragraph cited that each answer rests on?",
        "Behind each answer stands the policy paragraph.",
        "A policy paragraph is missing behind an answer.",
    )

    (one,) = lint(RubricVersion("support", 0, (first, second)))

    assert (one.rule, one.criterion, one.words) == (Rule.OVERLAP, "sourced", "cites")


def test_the_same_question_of_a_turn_and_of_the_session_is_no_overlap() -> None:
    once = Criterion("once", "Is the price right?", PASSES, FAILS)
    each = Criterion("each", "Is the price right?", PASSES, FAILS, level=Level.TURN)

    assert lint(RubricVersion("support", 0, (once, each))) == ()


def test_the_user_is_out_of_sight_where_the_assistants_turns_alone_are_seen() -> None:
    question = "Does the agent do what the user wants?"

    assert rules(question, sees=Sees.ASSISTANT_ONLY) == [Rule.HIDDEN_USER]
    assert rules(question) == []


@pytest.mark.parametrize(
    "question",
    ["Is the request met by the end?", "Does a later reply keep to it?", "Is it kept throughout?"],
)
def test_what_comes_later_cannot_be_asked_of_a_turn(question: str) -> None:
    assert rules(question, level=Level.TURN) == [Rule.LATER_TURNS]
    assert rules(question) == []


def test_a_time_that_is_no_later_turn_is_let_stand() -> None:
    assert rules("Is a date no later than Friday named?", level=Level.TURN) == []


def test_findings_come_in_the_order_of_the_criteria() -> None:
    criteria = (
        Criterion("b", "Is the price named?", "A good price.", "None."),
        Criterion("a", "Is it dated?", "", ""),
    )

    assert [one.criterion for one in lint(RubricVersion("support", 0, criteria))] == ["b", "a", "a"]
