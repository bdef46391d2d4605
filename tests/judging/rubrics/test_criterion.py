"""Criteria and rubric versions."""

from dataclasses import replace
from typing import Any

import pytest

from judging.errors import RubricError
from judging.rubrics import READY_MADE, Criterion, Level, RubricVersion, prompt, ready_made

RUBRIC = ready_made("conversation")


def test_author_note_and_number_are_no_part_of_the_content() -> None:
    other = replace(RUBRIC, number=7, author="maya", note="Again.", parent=6)

    assert other.content_hash == RUBRIC.content_hash


@pytest.mark.parametrize("field", ["question", "pass_when", "fail_when", "name"])
def test_every_word_that_a_judge_reads_is_part_of_the_content(field: str) -> None:
    first, *others = RUBRIC.criteria
    change: dict[str, Any] = {field: "Something else"}
    edited = replace(first, **change)

    assert replace(RUBRIC, criteria=(edited, *others)).content_hash != RUBRIC.content_hash


def test_a_condition_of_another_level_is_refused() -> None:
    turn = Criterion("at_turn", "Was it?", level=Level.TURN)
    session = Criterion("later", "And then?", applies_when="at_turn")

    with pytest.raises(RubricError, match="session-level"):
        RubricVersion("mixed", 0, (turn, session))


def test_a_criterion_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(RubricError, match="goal_met"):
        RUBRIC.criterion("none")


@pytest.mark.parametrize("name", READY_MADE)
def test_every_ready_made_criterion_says_when_it_passes_and_fails(name: str) -> None:
    for criterion in ready_made(name).criteria:
        assert criterion.pass_when
        assert criterion.fail_when


@pytest.mark.parametrize("name", READY_MADE)
def test_ready_made_rubrics_say_that_longer_is_not_better(name: str) -> None:
    assert "a longer reply is not a better one" in ready_made(name).instructions.lower()


def test_the_prompt_holds_all_that_is_asked_and_how_to_answer() -> None:
    text = prompt(RUBRIC)

    for criterion in RUBRIC.criteria:
        assert criterion.key in text
        assert criterion.question in text
        assert criterion.fail_when in text
    assert "only where correction_present passes" in text
    assert "present (pass)" in text
    assert "not_applicable" in text
